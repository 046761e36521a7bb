// What is asked: the question, and what the asker gave with it.

import { fill, h } from "../../dom.js";
import { shown } from "../../parts/json.js";

const parsed = (given) => {
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
};

export function makeAsked() {
  const body = h("div", {});
  const el = h("section", { class: "asked", "aria-labelledby": "asked-title" }, h("h2", { id: "asked-title" }, "What is asked"), body);
  let drawn;
  function paint(record) {
    const given = `${record.escalation_payload}\n${record.envelope}`;
    if (drawn === given) return;
    drawn = given;
    const payload = record.escalation_payload === null ? null : parsed(record.escalation_payload);
    const envelope = record.envelope === null ? null : parsed(record.envelope);
    const none = payload === null && envelope === null;
    fill(body,
      none ? h("p", { class: "soft" }, "Nothing beyond the title.") : null,
      payload === null ? null : shown(payload),
      envelope === null ? null : h("details", {}, h("summary", {}, "Context of the asker"), shown(envelope)));
  }
  return { el, paint };
}
