// What rules did lately, and the programs that retention waits for.

import { called, learn } from "../../../store/names.js";
import { button, fill, h } from "../../../dom.js";
import { exact, number, since, stretch, timeOf } from "../../../format.js";
import { confirm } from "../ask.js";
import { interval } from "./words.js";
import { part, remove } from "../../../api.js";
import { say } from "../../../say.js";
import { table } from "../../../parts/table.js";
import { withQuery } from "../../../router.js";

function took({ started_at: from, finished_at: to }) {
  if (!to) return "goes on";
  const ms = Date.parse(to) - Date.parse(from);
  return ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : stretch(ms);
}

function outcome({ error, error_state: state, held_by: held, finished_at: end }) {
  if (error) return h("span", { class: "outcome fault" }, `Failed: ${error} (${state})`);
  return h("span", { class: "outcome" }, held ? `Stopped at the reader ${held}` : end ? "Done" : "There is more to do");
}

const COLUMNS = [
  { name: "When", cell: (run) => timeOf(run.started_at) },
  { name: "Rule", head: true, cell: ({ rule }) => rule },
  { name: "Rows", number: true, cell: ({ row_count: rows, action }) => `${number(rows)} ${action === "archive" ? "archived" : "deleted"}` },
  { name: "Batches", number: true, cell: ({ batches }) => number(batches) },
  { name: "Took", number: true, cell: took },
  { name: "By", cell: ({ actor }) => (actor ? called(actor) : "timer") },
  { name: "Outcome", cell: outcome },
];

export function makeRuns() {
  const listing = h("div", {});
  const el = h("section", { "aria-labelledby": "runs-title" },
    h("div", { class: "titled" }, h("h2", { id: "runs-title", tabindex: "-1" }, "Past runs")), listing);
  async function paint({ runs, next }, at) {
    await learn(runs.map(({ actor }) => actor).filter(Boolean));
    const before = at.query.get("runs");
    fill(listing, runs.length ? table("Past runs", COLUMNS, runs) : h("p", { class: "soft" }, "No rule has had anything to do yet."),
      before || next ? h("p", { class: "pager" },
        before ? h("a", { href: withQuery({ runs: null }, at) }, "Latest") : null,
        next ? h("a", { href: withQuery({ runs: next }, at) }, "Older") : null) : null);
  }
  return { el, paint };
}

export function makeReaders(renew) {
  const listing = h("div", {});
  const el = h("section", { "aria-labelledby": "readers-title" },
    h("div", { class: "titled" }, h("h2", { id: "readers-title", tabindex: "-1" }, "Readers of the journal")), listing);

  async function askEnd({ name }) {
    const done = await confirm({
      title: `Forget the reader ${name}?`, act: "Forget it",
      body: h("p", {}, "Events are no longer kept for it. If it reads on, it may miss some, and is told so."),
      send: () => remove(`/api/events/consumers/${part(name)}`),
    });
    if (!done) return;
    say(`The reader ${name} was forgotten.`);
    await renew();
  }

  const state = ({ holds, missed }) => (missed ? h("span", { class: "tag bad" }, "missed events")
    : holds ? h("span", { class: "tag good" }, "waited for") : h("span", { class: "tag warn" }, "not heard of for too long"));
  const columns = [
    { name: "Reader", head: true, cell: ({ name }) => name },
    { name: "Events to go", number: true, cell: ({ behind }) => `up to ${number(behind)}` },
    { name: "Heard of", cell: ({ heard_at: at }) => h("time", { datetime: at, title: exact(at) }, `${since(at)} ago`) },
    { name: "Waited for", cell: ({ max_lag: lag }) => (lag ? `${interval(lag)} of silence` : "for ever") },
    { name: "State", cell: state },
    { name: h("span", { class: "unseen" }, "Actions"), cell: (one) => button("Forget…", () => askEnd(one), { class: "plain", "aria-label": `Forget ${one.name}` }) },
  ];
  const paint = ({ consumers }) => fill(listing, consumers.length ? table("Readers of the journal", columns, consumers)
    : h("p", { class: "soft" }, "No program has declared that it reads the journal, so events go by their age alone."));
  return { el, paint };
}
