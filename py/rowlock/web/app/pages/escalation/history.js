// What happened to the row, from the journal, latest last.

import { button, fill, h } from "../../dom.js";
import { called, calledFirst, learn } from "../../store/names.js";
import { clock, timeOf } from "../../format.js";
import { get } from "../../api.js";
import { refusal } from "../../words.js";

const until = (data) => (data.assigned_until ? ` until ${clock(data.assigned_until)}` : "");
function levelWords(data, event) {
  if (data.repeat) return `is still waiting: level ${data.level}, reminder ${data.repeat}`;
  const to = { reassign: data.to_role, assign: data.assigned_to ? called(data.assigned_to) : "a deleted account" }[data.action];
  const goes = !to ? "" : data.applied === false ? `; it could not go to ${to}` : `; it goes to ${to}`;
  return `${event.actor ? "took it to" : "reached"} level ${data.level}${goes}`;
}
const WORDS = {
  created: () => "asked this",
  claimed: (data) => `claimed it${until(data)}`,
  extended: (data) => `held it longer${until(data)}`,
  released: () => "gave it back",
  reassigned: (data, event) => (data.assigned_to ? `assigned it to ${called(data.assigned_to)}` : `passed it on to ${event.role}`),
  level_reached: levelWords,
  prioritized: (data) => `made it priority ${data.to_priority}`,
  approved: (data) => `agreed${data.approvals ? ` (${data.approvals} of ${data.required ?? "several"})` : ""}`,
  resolved: () => "answered it",
  cancelled: (data) => `called it off${data.reason ? `: ${data.reason}` : ""}`,
  expired: () => "was not answered in time",
};

export function makeHistory(source) {
  const list = h("ol", { class: "history" });
  const fault = h("p", { class: "soft" });
  const more = button("Show more", () => read(), { class: "plain", hidden: true });
  const el = h("section", { "aria-labelledby": "history-title" }, h("h2", { id: "history-title" }, "History"), list, more, fault);
  const events = [];
  let version = null;
  let reading = false;
  let again = false;

  function line(event) {
    const verb = event.topic.split(".")[1];
    const other = event.data.on_behalf_of ? ` (for ${called(event.data.on_behalf_of)})` : "";
    const said = event.data.reason === "lapsed" ? "The claim lapsed"
      : `${event.actor ? calledFirst(event.actor) + other : ["expired", "level_reached"].includes(verb) ? "It" : "The service"} ${(WORDS[verb] ?? (() => verb))(event.data, event)}`;
    const at = timeOf(event.timestamp);
    return h("li", { "data-is": verb }, h("span", { class: "said" }, said), at);
  }
  const draw = () => fill(list, events.map(line));

  async function read() {
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    again = false;
    try {
      const page = await get(`${source.path}/events`, { after: events.at(-1)?.id ?? 0, limit: 200 }, source.signal);
      events.push(...page.events);
      more.hidden = page.next === null;
      fill(fault, events.length ? null : "Nothing is kept of it in the journal.");
      draw();
      if (await learn(events.flatMap(({ actor, data }) => [actor, data.assigned_to, data.on_behalf_of]).filter(Boolean))) draw();
    } catch (error) {
      if (error.name !== "AbortError") fill(fault, await refusal(error));
    } finally {
      reading = false;
    }
    // What happened meanwhile may not be in what was read.
    if (again) read();
  }
  return { el, paint(record) { if (record.version !== version) { version = record.version; read(); } } };
}
