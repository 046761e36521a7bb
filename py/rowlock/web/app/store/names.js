// What people are called: asked for many at once, kept while the page is open.

import { post } from "../api.js";
import * as session from "../session.js";

const known = new Map();
const wanted = new Set();
let asking = null;

/** The name of an account, if it is known by now. */
export const nameOf = (id) => known.get(id) ?? null;

/** "you", the name, or words for nobody in particular. */
export const called = (id) => (id === session.id() ? "you" : known.get(id) ?? "somebody else");

const WORDS = { you: "You", "somebody else": "Somebody else", "a former member": "A former member" };
/** The same where a sentence begins; a name stays as its owner writes it. */
export const calledFirst = (id) => WORDS[called(id)] ?? called(id);

async function fetchAll() {
  try {
    // One turn later, so that all parts of a page are asked for at once.
    await null;
    while (wanted.size) {
      const ids = [...wanted].slice(0, 500);
      for (const id of ids) wanted.delete(id);
      const { names } = await post("/api/users/names", { ids });
      for (const id of ids) known.set(id, names[id] ?? "a former member");
    }
  } finally {
    // In the turn that saw nothing wanted: who wants more after it asks anew.
    asking = null;
  }
}

/** Learn these names; true when one was new. Where they cannot be had, nothing is known of them. */
export async function learn(ids) {
  const missing = ids.filter((id) => id && !known.has(id));
  if (!missing.length) return false;
  for (const id of missing) wanted.add(id);
  asking ??= fetchAll();
  try {
    await asking;
  } catch {
    return false;
  }
  return true;
}

/** The accounts that a record names. */
export const inRecord = ({ assigned_to, resolved_by, answers, levels }) =>
  [assigned_to, resolved_by, ...(answers ?? []).flatMap((one) => [one.user_id, one.on_behalf_of]), ...(levels ?? []).map((one) => one.target_user)].filter(Boolean);
