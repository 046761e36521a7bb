// Everything that shares the row's origin: what caused it, and what came of it.

import { attribute, fill, h, text } from "../../dom.js";
import { get, part } from "../../api.js";
import { inRecord, learn } from "../../store/names.js";
import { place } from "../../router.js";
import { timeOf } from "../../format.js";
import { stateOf } from "../origin/state.js";

const PAGES = { escalation: "/escalations/", run: "/runs/", work_item: "/work-items/" };
const KINDS = { escalation: "Escalation", task: "Task", run: "Run", work_item: "Work item" };
const MANY = 200;

function line(entry, own) {
  const { at, kind, id, record } = entry;
  const time = timeOf(at);
  const title = record.description || record.title || record.workflow_id || record.session_name || record.type || id;
  const href = PAGES[kind] && id !== own ? `${PAGES[kind]}${part(id)}` : null;
  const name = href && place(href) ? h("a", { href }, title) : h("span", {}, title);
  return h("li", { "aria-current": id === own ? "true" : null },
    h("span", { class: "kind soft" }, KINDS[kind] ?? kind), h("span", { class: "what" }, name, h("span", { class: "soft" }, ` ${stateOf(entry)}`)), time);
}

export function makeLineage() {
  const list = h("ol", { class: "lineage" });
  const note = h("span", { class: "soft" });
  const all = h("a", {}, "All of it, in time");
  const el = h("section", { "aria-labelledby": "lineage-title", hidden: true }, h("h2", { id: "lineage-title" }, "Same origin"), list, h("p", {}, all, note));
  let read = null;
  async function paint(record) {
    const wanted = `${record.origin_id} ${record.version}`;
    if (!record.origin_id || wanted === read) return;
    read = wanted;
    try {
      const { entries } = await get(`/api/origins/${part(record.origin_id)}`, { limit: 1000 });
      if (wanted !== read) return;
      const things = entries.filter(({ kind }) => kind !== "event");
      el.hidden = things.length < 2;
      attribute(all, "href", `/origins/${part(record.origin_id)}`);
      const shown = things.slice(0, MANY);
      await learn(shown.flatMap(({ kind, record: one }) => (kind === "escalation" ? inRecord(one) : [])));
      fill(list, shown.map((entry) => line(entry, record.id)));
      text(note, things.length > MANY || entries.length === 1000 ? " The first of many." : "");
    } catch {
      if (wanted !== read) return;
      // Of an origin nothing but the row may be seen: there is nothing to add.
      el.hidden = true;
    }
  }
  return { el, paint };
}
