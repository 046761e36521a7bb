// One escalation: its record. (What is asked, the form and the history follow.)

import { get, part } from "../api.js";
import { fill, h } from "../dom.js";
import { refusal } from "../words.js";
import { setTitle } from "../router.js";

export async function open({ root, at, signal }) {
  setTitle("Escalation");
  let record;
  try {
    record = await get(`/api/escalations/${part(at.params.id)}`, {}, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    fill(root, h("p", { class: "fault panel", role: "alert" }, await refusal(error)));
    return;
  }
  const title = record.description || record.type;
  setTitle(title);
  const rows = Object.entries(record).filter(([, value]) => value !== null).map(([key, value]) =>
    h("div", {}, h("dt", {}, key), h("dd", {}, typeof value === "string" ? value : JSON.stringify(value))));
  fill(root, h("article", { class: "panel" }, h("h1", { tabindex: "-1", "data-first": true }, title),
    h("dl", { class: "record" }, rows)));
}
