// How runs are told: their status, why they failed, how long they took.

import { now } from "../../api.js";
import { stretch } from "../../format.js";

const STATUSES = {
  pending: "Queued", spawning: "Starting", running: "Running", exited: "Finished", failed: "Failed", stopped: "Stopped",
};
const TONES = { running: "good", failed: "bad" };
const FAILURES = {
  host_lost: "its host was lost", session_lost: "its session was lost", spawn_failed: "it could not begin",
  restart_exhausted: "it has had all its attempts", dispatch_timeout: "no host took it in time",
  no_eligible_host: "there was no host that could take it",
};

export const statusWord = (status) => STATUSES[status] ?? status;

/** The tag of a run: "Waiting" while it waits for an answer. */
export const tagWord = ({ status, parked }) => (parked ? "Waits for an answer" : statusWord(status));
export const tagTone = ({ status, parked }) => (parked ? "warn" : TONES[status] ?? "");

/** Why it failed, as the end of a sentence; null where nothing is known. */
export function failure({ failure_reason: reason, exit_code: code }) {
  if (reason) return FAILURES[reason] ?? reason.replaceAll("_", " ");
  return code === null || code === undefined ? null : `its command left exit code ${code}`;
}

/** How long it has worked, or did; nothing before it began. */
export function duration(began, ended) {
  if (!began) return "";
  return stretch((ended ? Date.parse(ended) : now()) - Date.parse(began));
}
