// How a row stands for me: who has it, for how long yet, what I could do with it.

import * as session from "../../session.js";
import { called, calledFirst } from "../../store/names.js";
import { isPast, left } from "../../format.js";

const ENDED = { resolved: "Resolved", cancelled: "Cancelled", expired: "Expired" };

export const isHeld = (record) => Boolean(record.assigned_to && record.assigned_until && !isPast(record.assigned_until));
export const isMine = (record) => isHeld(record) && record.assigned_to === session.id();

/** Whether the service would let me act on it, as far as one can tell from here. */
export function mayWrite(record) {
  const all = session.writable();
  if (!all || all.includes(record.role)) return true;
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
