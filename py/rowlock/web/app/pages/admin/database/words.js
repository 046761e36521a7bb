// Intervals and subjects of retention in words.

import { number } from "../../../format.js";

const CLOCK = /^(\d+):(\d\d):(\d\d)(?:\.\d+)?$/;
const many = (count, unit) => (count ? `${count} ${unit}${count === 1 ? "" : "s"}` : "");

/** An interval as the service writes it (90 days, 01:00:00) in words; none of it is "". */
export function interval(given) {
  const words = given.split(/ (?=\d+:)/).map((piece) => {
    const clock = CLOCK.exec(piece);
    if (!clock) return piece.replace("mons", "months").replace("mon ", "month ");
    const [hours, minutes, seconds] = clock.slice(1).map(Number);
    return [many(hours, "hour"), many(minutes, "minute"), many(seconds, "second")].filter(Boolean).join(" ");
  });
  return words.filter(Boolean).join(" ");
}

const SUBJECTS = {
  escalation: "Escalations that have ended",
  event: "Events of the journal",
  credential: "Secrets that have expired",
  idempotency_key: "Request keys that have expired",
  signal: "Early answers whose time is over",
  run_ledger: "Signals of runs that have ended",
  delivery: "Deliveries of webhooks",
  dead_delivery: "Deliveries that were given up",
  retention_run: "Past runs of these rules",
};

export const subject = (given) => SUBJECTS[given] ?? given.replaceAll("_", " ");

// As the service says what an age counts from, said of many.
const START = {
  "the end of the row": "their end", "the end of it": "their end", "when it was journaled": "they were journaled", "when it expired": "they expired",
  "when it was delivered": "they were delivered", "when it was given up": "that",
};

/** What a rule does, in a sentence. */
export function ruleWords(rule) {
  const verb = rule.action === "archive" ? "archived" : "deleted";
  const age = interval(rule.older_than);
  const after = age ? `${age} after ${START[rule.counted_from] ?? rule.counted_from}` : "as soon as that is so";
  const every = interval(rule.every).replace(/^1 (?!\w+ )/, "");
  const past = rule.past_consumers ? " Does not wait for readers." : "";
  return `${subject(rule.subject)} are ${verb} ${after}. Looks every ${every}.${past}`;
}

/** What became of a rule in a run. */
export function outcomeWords({ outcome, action, row_count: rows, held_by: held, error, error_state: state }) {
  const verb = action === "archive" ? "archived" : "deleted";
  const waits = held ? ` Stopped at the reader ${held}, which has not read further.` : "";
  switch (outcome) {
    case "counted": return `${rows ? number(rows) : "Nothing"}${rows >= 100_000 ? " or more" : ""} would be ${verb}.${waits}`;
    case "done": return (rows ? `${number(rows)} ${verb}.` : "There was nothing to do.") + waits;
    case "more": return `${number(rows)} ${verb} so far; the timer goes on with it.`;
    case "busy": return "Another run is at it.";
    case "left": return "Not begun: the time was over. Run it again.";
    default: return `Failed: ${error} (${state}).`;
  }
}
