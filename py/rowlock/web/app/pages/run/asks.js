// What the run asked, how these questions stand, and what was answered.

import { button, fill, h } from "../../dom.js";
import { timeOf } from "../../format.js";
import { inRecord, learn } from "../../store/names.js";
import { part } from "../../api.js";
import { refusal } from "../../words.js";
import { say } from "../../say.js";
import { shown } from "../../parts/json.js";
import { standing } from "../inbox/standing.js";

const answerOf = ({ resolver_payload: given }) => (given === null ? null : JSON.parse(given));

function line({ wait_key: key, attempt, escalation: row }) {
  const asked = timeOf(row.created_at);
  const ended = timeOf(row.ended_at);
  const open = row.status === "pending";
  const answer = answerOf(row);
  return h("li", { "data-is": row.status },
    h("p", { class: "line" }, h("a", { href: `/escalations/${part(row.id)}` }, row.description || row.type),
      h("span", { class: `tag${open ? " warn" : row.status === "resolved" ? " good" : ""}` }, open ? "Open" : standing(row).words)),
    h("p", { class: "soft marks" }, h("span", {}, "asked ", asked), h("span", {}, `of ${row.role}`),
      key ? h("span", {}, `step ${key}`) : null, attempt ? h("span", {}, `attempt ${attempt}`) : null,
      open ? h("span", {}, standing(row).words) : h("span", {}, "ended ", ended)),
    answer === null ? null : h("div", { class: "answered" }, shown(answer)));
}

export function makeAsks(source) {
  const list = h("ul", { class: "asks" });
  const note = h("p", { class: "soft" });
  const older = button("Show older questions", async () => {
    try {
      await source.olderAsks();
    } catch (error) {
      if (error.name !== "AbortError") say(await refusal(error), { fault: true });
    }
  });
  const el = h("section", { "aria-labelledby": "asks-title" }, h("h2", { id: "asks-title" }, "Questions"), note, list, older);
  let drawn = null;
  async function paint({ run, asks, asksNext }) {
    older.hidden = !asksNext;
    const now = JSON.stringify([run.parked, asks.map(({ escalation: e }) => [e.id, e.version])]);
    if (now === drawn) return;
    drawn = now;
    const open = asks.some(({ escalation }) => escalation.status === "pending");
    fill(note, run.parked && !open ? "It has an open question in a role that you don’t see into."
      : asks.length ? null : "It has asked nothing that you may see.");
    note.hidden = !note.textContent;
    const draw = () => fill(list, asks.map(line));
    draw();
    if (await learn(asks.flatMap(({ escalation }) => inRecord(escalation))) && drawn === now) draw();
  }
  return { el, paint };
}
