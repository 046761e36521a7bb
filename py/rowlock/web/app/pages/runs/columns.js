// What the list tells of a run, cell by cell.

import { clock, showTime } from "../../format.js";
import { h, text } from "../../dom.js";
import { part } from "../../api.js";
import { tag, words } from "./keyed.js";
import { duration, failure, statusWord, tagTone, tagWord } from "./words.js";

/** The item by its title, which leads to the run; where there is little room, the rest stands below it. */
function item() {
  const link = h("a", {});
  const project = h("span", { class: "soft" });
  const rest = h("span", { class: "soft rest" });
  const el = h("div", { class: "what" }, link, " ", project, rest);
  return { el, paint(run) {
    text(link, run.item_title);
    link.setAttribute("href", `/runs/${part(run.id)}`);
    text(project, run.project_name);
    text(rest, [run.host_name, `attempt ${run.attempt}`, duration(run.started_at, run.finished_at)].filter(Boolean).join(" · "));
  } };
}

/** Its status, and beside it what more there is to say. */
function status() {
  const { el: mark, paint } = tag((run) => (run.gone ? ["Deleted", ""] : [tagWord(run), tagTone(run)]))();
  const why = h("span", { class: "soft why" });
  const el = h("div", { class: "status" }, mark, why);
  return { el, paint(run) {
    paint(run);
    el.setAttribute("title", run.gone ? "Its work item was deleted" : statusWord(run.status));
    text(why, run.status === "failed" ? failure(run) ?? "" : "");
  } };
}

function begun() {
  const el = h("time", {});
  return { el, paint: (run) => showTime(el, run.started_at ?? run.pending_since,
    (iso) => (run.started_at ? clock(iso) : `queued ${clock(iso)}`)) };
}

export const COLUMNS = [
  { name: "Item", make: item, head: true },
  { name: "Status", make: status },
  { name: "Host", make: words((run) => run.host_name ?? "–"), class: "roomy" },
  { name: "Attempt", make: words((run) => run.attempt), number: true, class: "roomy" },
  { name: "Started", make: begun, class: "roomy" },
  { name: "Took", make: words((run) => duration(run.started_at, run.finished_at) || "–"), number: true, class: "roomy" },
];
