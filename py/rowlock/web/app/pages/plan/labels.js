// What kinds and statuses of items are called, and which status may follow which: the service says so.

import { capital } from "../../format.js";
import { get } from "../../api.js";
import { h } from "../../dom.js";

const STATUSES = { todo: "To do", doing: "Doing", done: "Done", cancelled: "Cancelled" };
export const KINDS = [["milestone", "Milestone"], ["epic", "Epic"], ["task", "Task"], ["subtask", "Subtask"]];
/** Kinds that have runs. */
export const hasRuns = ({ kind }) => kind === "task" || kind === "subtask";

export const statusName = (status) => STATUSES[status] ?? capital(status);
export const kindName = (kind) => KINDS.find(([known]) => known === kind)?.[1] ?? capital(kind);

export const statusTag = (status) => h("span", { class: "tag", "data-status": status }, statusName(status));

let asked = null;

/** The machine of items: { statuses, transitions }, asked for once. */
export async function machine() {
  asked ??= get("/api/transitions", { machine: "work_item" });
  try {
    return await asked;
  } catch (error) {
    asked = null;
    throw error;
  }
}

/** Where a status may go, in the order of the machine. */
export const nextOf = ({ transitions }, status) => transitions.filter((one) => one.from_status === status);
