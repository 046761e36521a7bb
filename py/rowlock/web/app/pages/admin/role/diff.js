// What differs between two texts, line by line: the longest lines in common stay, the others come and go.

const MOST = 4_000_000;

/** [{ is: "same" | "gone" | "come", line, left, right }]; left and right count lines from 1. */
export function diff(before, after) {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < Math.min(before.length, after.length) - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const [a, b] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
  const said = [];
  let [left, right] = [0, 0];
  const same = (line) => said.push({ is: "same", line, left: ++left, right: ++right });
  const gone = (line) => said.push({ is: "gone", line, left: ++left, right: null });
  const come = (line) => said.push({ is: "come", line, left: null, right: ++right });

  before.slice(0, head).forEach(same);
  // Too many to be compared with each other: all of them are others.
  if (a.length * b.length > MOST) {
    a.forEach(gone);
    b.forEach(come);
  } else {
    walk(a, b, { same, gone, come });
  }
  before.slice(before.length - tail).forEach(same);
  return said;
}

function walk(a, b, { same, gone, come }) {
  const wide = b.length + 1;
  // How many lines the rests from here have in common.
  const common = new Uint32Array((a.length + 1) * wide);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      common[i * wide + j] = a[i] === b[j] ? common[(i + 1) * wide + j + 1] + 1
        : Math.max(common[(i + 1) * wide + j], common[i * wide + j + 1]);
    }
  }
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      same(a[i]);
      i += 1;
      j += 1;
    } else if (j === b.length || (i < a.length && common[(i + 1) * wide + j] >= common[i * wide + j + 1])) gone(a[i++]);
    else come(b[j++]);
  }
}

/** What is equal over more than a few lines becomes { is: "skipped", lines }. */
export function folded(lines, near = 3) {
  const kept = lines.map((_, i) => lines.slice(Math.max(0, i - near), i + near + 1).some(({ is }) => is !== "same"));
  const said = [];
  lines.forEach((line, i) => {
    if (kept[i]) said.push(line);
    else if (said.at(-1)?.is === "skipped") said.at(-1).lines += 1;
    else said.push({ is: "skipped", lines: 1 });
  });
  return said;
}
