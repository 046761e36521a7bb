// Which topics are followed, and which a pattern means: the same rule as topic_matches in SQL.

const tokensOf = (text) => (text ? text.split(".") : []);

/** `*`: everything; `*` as a token: any one; `>` at the end: one or more. */
export function matches(pattern, topic) {
  if (pattern === "*") return topic !== "";
  const wanted = tokensOf(pattern);
  const tokens = tokensOf(topic);
  for (const [i, part] of wanted.entries()) {
    if (part === ">" && i === wanted.length - 1) return tokens.length > i;
    if (i >= tokens.length || (part !== "*" && part !== tokens[i])) return false;
  }
  return wanted.length === tokens.length;
}

const counted = new Map();
// As long as a page takes to come after another, which may follow the same.
const LEFT = 1000;
let timer;

/** Follow these patterns until the signal; `left()` soon after that. */
export function follow(patterns, signal, left) {
  for (const pattern of patterns) counted.set(pattern, (counted.get(pattern) ?? 0) + 1);
  signal.addEventListener("abort", () => {
    for (const pattern of patterns) {
      const rest = counted.get(pattern) - 1;
      if (rest) counted.set(pattern, rest);
      else counted.delete(pattern);
    }
    clearTimeout(timer);
    timer = setTimeout(left, LEFT);
  });
}

export const followed = () => [...counted.keys()];
