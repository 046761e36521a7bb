// What happened to the item, from the journal, latest first.

import { button, fill, h } from "../../dom.js";
import { calledFirst, learn } from "../../store/names.js";
import { kindName, statusName } from "../plan/labels.js";
import { count, timeOf } from "../../format.js";
import { get } from "../../api.js";
import { refusal } from "../../words.js";

const FIELDS = { title: "the title", description: "the description", assignee: "who does it", kind: "the kind", sort_order: "its place" };
const listed = (changed) => changed.map((name) => FIELDS[name] ?? name).join(", ");
const WORDS = {
  created: (data) => `made this ${kindName(data.kind).toLowerCase()}`,
  updated: (data) => `changed ${listed(data.changed ?? [])}`,
  status_changed: (data, own) => `set it to ${statusName(data.to).toLowerCase()}${data.cascade_root && data.cascade_root !== own ? ", with what it is part of" : ""}`,
  reparented: (data) => `moved it ${data.to_parent ? "into another item" : "to the top level"}${data.descendants ? `, with ${count(data.descendants, "item")} below` : ""}`,
  deleted: () => "deleted it",
};

export function makeHistory(path, own, signal) {
  const list = h("ol", { class: "history" });
  const fault = h("p", { class: "soft" });
  const more = button("Show more", () => read(), { class: "plain", hidden: true });
  const el = h("section", { "aria-labelledby": "history-title" }, h("h2", { id: "history-title" }, "History"), list, more, fault);
  const events = [];
  let turn = Promise.resolve();

  function line({ topic, actor, data, timestamp }) {
    const verb = topic.split(".")[1];
    const at = timeOf(timestamp);
    return h("li", {}, h("span", { class: "said" }, `${actor ? calledFirst(actor) : "The service"} ${(WORDS[verb] ?? (() => verb))(data, own)}`), at);
  }
  const draw = () => fill(list, [...events].reverse().map(line));

  async function page() {
    try {
      const { events: told, next } = await get(`${path}/events`, { after: events.at(-1)?.id ?? 0, limit: 200 }, signal);
      events.push(...told);
      more.hidden = next === null;
      fill(fault, events.length ? null : "The journal keeps nothing of it any more.");
      draw();
      if (await learn(told.map(({ actor }) => actor))) draw();
    } catch (error) {
      if (error.name !== "AbortError") fill(fault, await refusal(error));
    }
  }
  /** Reads what is new. */
  const read = () => { turn = turn.then(page); return turn; };
  return { el, read };
}
