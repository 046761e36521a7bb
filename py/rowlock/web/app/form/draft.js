// Answers that are under way, kept in this browser: by account and row, never with secrets in them.

const PREFIX = "rowlock.draft:";
const KEPT = 14 * 24 * 3_600_000;

const keyOf = (actor, id) => `${PREFIX}${actor}:${id}`;

/** What was given before, by names of fields; null when there is nothing. */
export function load(actor, id) {
  try {
    const { at, values } = JSON.parse(localStorage.getItem(keyOf(actor, id)));
    return Date.now() - at < KEPT ? values : null;
  } catch {
    return null;
  }
}

export function save(actor, id, values) {
  try {
    if (Object.keys(values).length) localStorage.setItem(keyOf(actor, id), JSON.stringify({ at: Date.now(), values }));
    else drop(actor, id);
  } catch {
    // Full, or not to be had: the answer is on the page all the same.
  }
}

export const drop = (actor, id) => localStorage.removeItem(keyOf(actor, id));

/** Those that are too old; all of them when somebody signs out. */
export function sweep(all = false) {
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(PREFIX)) continue;
    const [actor, id] = key.slice(PREFIX.length).split(":");
    if (all || load(actor, id) === null) localStorage.removeItem(key);
  }
}
