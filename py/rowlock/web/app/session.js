// Who is signed in and what they may do. The service decides; this only says what is worth offering.

import { ask, events, get, post } from "./api.js";
import { sweep } from "./form/draft.js";
import { go, here } from "./router.js";

let me = null;

export const actor = () => me;
export const id = () => me?.actor ?? null;
export const name = () => me?.account.display_name || me?.account.external_id || "";

/** Reads who is signed in; throws Refused, of 401 when nobody is. */
export async function load() {
  me = await get("/api/me");
  sweep();
  return me;
}

export async function signIn(externalId, password) {
  await ask("POST", "/api/auth/login", { body: { external_id: externalId, password } });
  return load();
}

export async function signOut() {
  await post("/api/auth/logout");
  me = null;
  // Everything that the page remembers goes with it; others may sit here next.
  sweep(true);
  location.assign("/sign-in");
}

/** Roles of which all rows are to be seen; null: of every role. */
export const readable = () => (me.is_global ? null : [...new Set([...me.read_all, ...me.read_self])].sort());

/** Roles of which any row may be worked on; null: every role. */
export const writable = () => (me.is_global ? null : me.write_all);

/** Whether verbs on many rows may be had for rows of these roles. */
export const isAdminOf = (roles) => me.is_global || roles.every((role) => me.admin_of.includes(role));

/** Whether there is anything to administer: whoever has admin type on some role sees accounts and roles. */
export const isAdmin = () => me.is_global || me.admin_of.length > 0;

/** Whether the plan may be written: by admins, and by planners who may write. */
export const isPlanner = () => isAdmin() || [...me.write_all, ...me.write_self].includes("planner");

/** Whether the whole of it may be administered. */
export const isGlobal = () => me.is_global;

/** Where to go after signing in: an address of this page, or the inbox. */
export function wanted() {
  const next = here()?.query.get("next") ?? "/";
  return /^\/(?![/\\])/.test(next) ? next : "/";
}

events.addEventListener("signed-out", () => {
  const at = here();
  if (at?.route.open) return;
  me = null;
  const from = at && at.href !== "/" ? `?next=${encodeURIComponent(at.href)}` : "";
  go(`/sign-in${from}`, { replace: true });
});
