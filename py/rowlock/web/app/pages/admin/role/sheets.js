// What is written of each schema, and the version that it starts from; kept in the browser until it is saved.

import * as drafts from "../../../form/draft.js";
import * as session from "../../../session.js";

const PAUSE = 400;

/** `mayWrite`: whoever may not has no drafts. A sheet: { text, base: { version, text } }, kept: from an old draft. */
export function makeSheets(source, mayWrite) {
  const me = session.id();
  const sheets = new Map();
  const waiting = new Map();

  const keyOf = (kind) => `schema.${encodeURIComponent(source.role)}.${kind.of}`;
  const current = (kind) => ({ version: source.record()[kind.counter], text: source.text(kind.field) });

  function begin(kind) {
    const base = current(kind);
    const draft = mayWrite ? drafts.load(me, keyOf(kind)) : null;
    if (typeof draft?.text !== "string" || draft.text === base.text) return { text: base.text, base };
    // What an older version said is not known here; it is enough that it was another.
    return { text: draft.text, kept: true, base: draft.version === base.version ? base : { version: draft.version, text: null } };
  }
  function of(kind) {
    if (!sheets.has(kind.of)) sheets.set(kind.of, begin(kind));
    return sheets.get(kind.of);
  }
  const isDirty = (kind) => of(kind).text !== of(kind).base.text;

  function keep(kind) {
    clearTimeout(waiting.get(kind));
    waiting.delete(kind);
    // Not on the way out: who signs out leaves nothing behind.
    if (session.id() !== me) return;
    if (isDirty(kind)) drafts.save(me, keyOf(kind), { text: of(kind).text, version: of(kind).base.version });
    else drafts.drop(me, keyOf(kind));
  }
  const leave = () => { for (const kind of [...waiting.keys()]) keep(kind); };
  source.signal.addEventListener("abort", leave);
  addEventListener("pagehide", leave, { signal: source.signal });

  return {
    of, isDirty,
    write(kind, text) {
      of(kind).text = text;
      clearTimeout(waiting.get(kind));
      waiting.set(kind, setTimeout(keep, PAUSE, kind));
    },
    /** What was saved meanwhile takes the place of what nobody has touched; else { from, to }: it has moved on. */
    reconcile(kind) {
      const sheet = of(kind);
      const now = current(kind);
      if (sheet.text === sheet.base.text) sheet.text = now.text;
      if (sheet.text === now.text || sheet.base.text === now.text) sheet.base = now;
      return sheet.base.version === now.version ? null : { kind, from: sheet.base.version, to: now.version };
    },
    /** Theirs: mine is lost. */
    take(kind) {
      sheets.set(kind.of, { text: current(kind).text, base: current(kind) });
      keep(kind);
    },
    /** Mine, to be saved over theirs knowingly. */
    rebase(kind) {
      of(kind).base = current(kind);
      keep(kind);
    },
  };
}
