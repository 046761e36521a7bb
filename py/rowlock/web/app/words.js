// Refusals and reasons as one says them to a colleague: who has it, until when, what to do.

import { called, calledFirst, learn } from "./store/names.js";
import { capital, clock, left } from "./format.js";

const ENDS = { resolved: "was resolved", cancelled: "was cancelled", expired: "has expired" };

const sentence = (words) => (/[.!?]$/.test(words) ? words : `${words}.`);

/** Who holds a row and until when: "Ada holds it until 10:42 (12 min from now)". */
export async function holder(detail) {
  await learn([detail.assigned_to]);
  const who = detail.assigned_to ? calledFirst(detail.assigned_to) : "Somebody else";
  const verb = who === "You" ? "hold" : "holds";
  if (!detail.until) return `${who} ${verb} it`;
  return `${who} ${verb} it until ${clock(detail.until)} (${left(detail.until)} from now)`;
}

async function ended(detail, how) {
  await learn([detail.resolved_by]);
  const by = detail.resolved_by ? ` by ${called(detail.resolved_by)}` : "";
  return `It ${ENDS[how]}${by}${detail.ended_at ? ` at ${clock(detail.ended_at)}` : ""}`;
}

/** Why a row was left as it is; `detail` has what the service said, or the record itself. */
export async function reason(why, detail = {}) {
  switch (why) {
    case "held": return holder(detail);
    case "resolved": case "cancelled": case "expired": return ended(detail, why);
    case "not_found": return "It is not there any more, or moved where you cannot see it";
    case "not_held": return "You don't hold it, so there is nothing to give back";
    case "claim_lapsed": return "Your claim has lapsed; claim it again first";
    case "stale_claim": return "Your claim of before is over; look at the row again";
    case "moved": return `It was moved to ${detail.role} meanwhile`;
    case "question_changed": return "The question has changed meanwhile; read it again";
    case "level_changed": return `It is at ${detail.level ? `level ${detail.level}` : "no level"} by now; look at it again`;
    case "last_level": return "There is no further level";
    case "contended": return "Others are changing it right now; try again";
    case "same_role": return "It is in that role already";
    case "unchanged": return "It had that priority already";
    case "write_scope": return "You may look at it, but not act on it";
    default: return `The service said: ${why.replaceAll("_", " ")}`;
  }
}

const CODES = {
  login_valid: "Name or password is wrong. Check both and try again.",
  login_rate: "There were too many attempts. Wait a few minutes, then try again.",
  escalation_bulk: "That needs admin type on the role of every selected row.",
  escalation_write: "You may look at this, but not act on it: that needs write scope on its role.",
  user_owner: "You may not change this account: that needs an admin of all its roles; of a superadmin, a superadmin.",
  user_last_superadmin: "This is the last active superadmin. Make another one first.",
  membership_grantable: "You may not give or take this: an admin of the role gives it as member or admin, and all else needs a superadmin.",
  persona_grantable: "You may not give or take this: that needs an admin of each of its roles, and where a superadmin has it, a superadmin.",
  actor_planner: "Only planners and admins may change the plan.",
  project_active: "This project is archived: nothing in it is made, moved, run or deleted until it is active again.",
  project_exists: "This project is not there.",
  project_slug_taken: "Another project has this name in its address.",
  work_item_cycle: "An item cannot go inside itself, or inside what is below it.",
  work_item_project: "That is in another project, and items stay in theirs.",
  work_item_depth: "That would be too deep: a plan has at most 100 levels.",
  work_item_kind: "Only tasks and subtasks have runs; an item that has some stays one of these.",
  work_item_sibling: "What it was to stand before was moved or deleted meanwhile; look where it goes now.",
  transition_legal: ({ from, allowed }) => `It is ${from} by now, and ${allowed.length ? `goes from there to ${allowed.join(" or ")}` : "stays so"}.`,
  work_item_exists: "It is not there any more: somebody deleted it.",
  run_exists: "This run is not there: its work item may have been deleted.",
  run_running: "It is not running any more, so there is no session to reach.",
  run_target: "It is meant for another host, which can take it.",
  run_session_taken: "That host has had a session of this name before. Choose another host.",
  run_lease_not_held: "Nobody is attached by that name any more.",
  host_exists: "This host is not there any more.",
  host_eligible: "That host takes no runs right now: it is away, disabled or suspect.",
  host_name_taken: "Another host has this name.",
  retention_rule_exists: "This rule is not there any more.",
  event_consumer_exists: "This reader is not there any more.",
  unreachable: "The service cannot be reached. Try again in a moment.",
};

/** A refusal in words, as a sentence or two. */
export async function refusal(error) {
  if (error.status === undefined) return sentence(capital(error.message));
  const known = CODES[error.code];
  if (known) return typeof known === "function" ? known(error.detail) : known;
  const why = error.detail?.reason;
  if (error.status === 409 && why && error.code.startsWith("escalation_")) return sentence(await reason(why, error.detail));
  if (error.status === 404 && error.code === "escalation_exists") return sentence(await reason("not_found"));
  if (error.status === 400 && error.hint) return sentence(capital(error.hint));
  if (error.status >= 500) return `The service failed. Try again; if it stays, tell whoever runs it this number: ${error.requestId}`;
  return sentence(capital(error.message)) + (error.hint ? ` ${sentence(error.hint)}` : "");
}
