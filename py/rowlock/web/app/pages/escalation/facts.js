// The facts of the row: metadata, who asked, where it belongs, for those who have to look things up.

import { fill, h } from "../../dom.js";
import { shown } from "../../parts/json.js";

const RESERVED = ["form_schema", "schema_version"];
const FACTS = [
  ["id", "Id"], ["entity", "About"], ["origin_id", "Origin"], ["parent_id", "Caused by"], ["workflow_id", "Workflow"],
  ["workflow_type", "Kind of workflow"], ["task_queue", "Task queue"], ["signal_key", "Signal key"], ["task_id", "Task"],
  ["work_item_id", "Work item"], ["run_id", "Run"], ["trace_id", "Trace"], ["digest", "Digest"],
];
// Long: it is read by machines, and compared.
const FOLDED = ["digest"];

export function makeFacts() {
  const metadata = h("div", {});
  const facts = h("div", {});
  const el = h("section", { class: "facts", "aria-labelledby": "facts-title" },
    h("h2", { id: "facts-title" }, "Details"), metadata, h("details", {}, h("summary", {}, "Ids and origin"), facts));
  let drawn = null;
  function paint(record) {
    const keys = Object.keys(record.metadata ?? {}).filter((key) => !RESERVED.includes(key));
    const now = JSON.stringify([record.metadata, FACTS.map(([key]) => record[key])]);
    if (now === drawn) return;
    drawn = now;
    fill(metadata, keys.length ? shown(Object.fromEntries(keys.map((key) => [key, record.metadata[key]]))) : h("p", { class: "soft" }, "No metadata."));
    fill(facts, h("dl", { class: "record" }, FACTS.filter(([key]) => record[key] !== null && record[key] !== undefined).map(([key, label]) =>
      h("div", {}, h("dt", {}, label), h("dd", { class: FOLDED.includes(key) ? "mono folded" : "mono" }, record[key])))));
  }
  return { el, paint };
}
