// Delegations as one says them: whose, since when, for how long yet.

import { called, calledFirst } from "../../store/names.js";
import { clock, exact, left } from "../../format.js";
import { h } from "../../dom.js";

export const STATES = { active: ["Now", "good"], planned: ["Planned", "warn"], over: ["Over", ""], revoked: ["Ended early", ""] };

export const isOpen = ({ state }) => state === "active" || state === "planned";

const moment = (iso) => h("time", { datetime: iso, title: exact(iso) }, clock(iso));

/** "Ada stands in for Grace", with who reads it as "you". */
export function whoWords(one, reader) {
  const verb = one.state === "active" ? ["stands", "stand"] : one.state === "planned" ? ["will stand", "will stand"] : ["stood", "stood"];
  const first = calledFirst(one.to_user);
  const other = called(one.from_user);
  return `${first} ${first === "You" ? verb[1] : verb[0]} in for ${one.from_user === reader && other !== "you" ? "them" : other}`;
}

/** From when to when, and how long that is yet. */
export function windowWords(one) {
  if (one.state === "revoked") {
    return ["Ended ", moment(one.revoked_at), one.revoked_by ? ` by ${called(one.revoked_by)}` : "", "; it was given until ", moment(one.until), "."];
  }
  if (one.state === "planned") return ["From ", moment(one.since), " until ", moment(one.until), "."];
  return one.state === "over" ? ["From ", moment(one.since), " to ", moment(one.until), "."]
    : ["Until ", moment(one.until), ` (${left(one.until)} left).`];
}

/** What one may do by it, from the entry of who one is. */
export function allowed({ read_scope: read, write_scope: write }) {
  if (write === "all") return "You may see and answer every row of the role.";
  if (write === "self") return read === "all" ? "You may see every row of the role, and answer those meant for them." : "You may see and answer the rows meant for them.";
  return read === "all" ? "You may see every row of the role, and answer none." : "You may see the rows meant for them, and answer none.";
}
