// How a row stands for me: who has it, for how long yet, what I could do with it.

import * as live from "../../store/live.js";
import * as session from "../../session.js";
import { called, calledFirst } from "../../store/names.js";
import { isPast, left } from "../../format.js";

const ENDED = { resolved: "Resolved", cancelled: "Cancelled", expired: "Expired" };

export const isHeld = (record) => Boolean(record.assigned_to && record.assigned_until && !isPast(record.assigned_until));
export const isMine = (record) => isHeld(record) && record.assigned_to === session.id();

/** Whether one stands in for this account in a role, and may answer its rows. */
export const actsFor = (account, role) => session.actor().delegations.some((one) =>
  one.from_user === account && one.role === role && one.write_scope !== "none");

/** What one may do is another when a delegation to one begins or ends: `then()`. */
export const followAccess = (signal, then) => live.listen(signal, {
  topics: ["delegation.*"],
  event: ({ data }) => { if (data.to_user === session.id()) session.load().then(then, () => {}); },
});

/** Whether the service would let me act on it, as far as one can tell from here. */
export function mayWrite(record) {
  const all = session.writable();
  if (!all || all.includes(record.role)) return true;
  if (actsFor(record.assigned_to, record.role)) return true;
  return record.assigned_to === session.id() && session.actor().write_self.includes(record.role);
}

/** { is, words, offers }: offers is claim, release or nothing. */
export function standing(record) {
  if (record.gone) return { is: "ended", words: "Out of your sight", offers: null };
  if (record.status !== "pending") {
    const by = record.status === "resolved" && record.resolved_by ? ` by ${called(record.resolved_by)}` : "";
    return { is: "ended", words: ENDED[record.status] + by, offers: null };
  }
  if (record.expires_at && isPast(record.expires_at)) return { is: "ended", words: ENDED.expired, offers: null };
  const offers = mayWrite(record) ? "claim" : null;
  if (isMine(record)) return { is: "mine", words: `Yours, ${left(record.assigned_until)} left`, offers: "release" };
  if (isHeld(record)) {
    return { is: "held", words: `${calledFirst(record.assigned_to)}, ${left(record.assigned_until)} left`, offers: null };
  }
  if (record.assigned_to === session.id()) {
    return { is: "for-me", words: record.assigned_until ? "Your claim lapsed" : "For you", offers };
  }
  if (record.assigned_to && !record.assigned_until) return { is: "reserved", words: `For ${called(record.assigned_to)}`, offers };
  return { is: "free", words: "Free", offers };
}
