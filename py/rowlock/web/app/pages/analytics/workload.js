// Who did how much, person by person; and how Little's law holds, as a sentence.

import { bullet } from "../../charts/spark.js";
import { calledFirst, learn, nameOf } from "../../store/names.js";
import { csvButton } from "../../charts/csv.js";
import { attribute, button, fill, h } from "../../dom.js";
import { get } from "../../api.js";
import { lasting } from "../../charts/units.js";
import { over } from "./asked.js";
import { refill } from "../../charts/refill.js";
import { table } from "../../parts/table.js";

const number = (value) => value.toLocaleString("en", { maximumFractionDigits: 1 });
const percent = (share) => `${number(share * 100)} %`;

/** A section that reads: what stands in it stays until it is read anew. */
function section(title, name, about, tools = []) {
  const body = h("div", { class: "body" }, h("p", { class: "soft" }, "Reading…"));
  const note = h("p", { class: "about soft" }, about);
  const el = h("section", { class: "chart", "aria-labelledby": `chart-${name}`, "data-chart": name },
    h("div", { class: "chart-head" }, h("h2", { id: `chart-${name}` }, title), tools), note, body);
  return {
    el, body, note,
    wait: () => attribute(el, "aria-busy", "true"),
    done: (...children) => { attribute(el, "aria-busy", null); refill(body, children); },
    fail(words, again) {
      attribute(el, "aria-busy", null);
      fill(body, h("p", { class: again ? "fault" : "soft" }, words, again ? [" ", button("Try again", again)] : null));
    },
  };
}

const COLUMNS = [
  { name: "Person", head: true, cell: ({ user_id: id }) => calledFirst(id) },
  { name: "Utilization", cell: ({ utilization: share }) => h("span", { class: "share" },
    bullet(share, 1, `${percent(share)} of the window`), h("span", { class: "number" }, percent(share))) },
  { name: "Claims", number: true, cell: ({ claims }) => number(claims) },
  { name: "Answers", number: true, cell: ({ resolves }) => number(resolves) },
  { name: "Given back", number: true, cell: ({ releases }) => number(releases) },
  { name: "Lapsed", number: true, cell: ({ lapses }) => number(lapses) },
  { name: "Median work", number: true, cell: ({ median_work_minutes: work }) => lasting(work) },
  { name: "Held for", number: true, cell: ({ held_minutes: held }) => lasting(held) },
];

export function makeWorkload() {
  let people = [];
  const file = csvButton("rowlock-workload", "Workload", () => {
    const names = ["user_id", "claims", "resolves", "releases", "lapses", "median_work_minutes", "held_minutes", "utilization"];
    return { person: people.map(({ user_id: id }) => nameOf(id) ?? ""),
      ...Object.fromEntries(names.map((name) => [name, people.map((person) => person[name])])) };
  });
  const part = section("Workload", "workload", "", file);

  async function load(asked, signal) {
    const { query: _, ...window } = over(asked);
    const { columns } = await get("/api/analytics/workload", { ...window, role: asked.role }, signal);
    await learn(columns.user_id);
    signal.throwIfAborted();
    people = columns.user_id.map((_id, i) => Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]])));
    file.disabled = !people.length;
    fill(part.note, "By person. Utilization is the share of the window in which somebody held something; two rows at once count once.",
      asked.type || asked.query ? ` Of ${asked.role ? `all rows of ${asked.role}` : "all rows"}, of every type.` : null);
    part.done(people.length ? table("Workload by person", COLUMNS, people) : h("p", { class: "soft" }, "Nobody held or answered anything in this window."));
  }
  return { el: part.el, wait: part.wait, fail: part.fail, load };
}

const steady = ({ gap, mean_open: open }) => Math.abs(gap) <= Math.max(open * 0.1, 0.5);

function verdict({ gap, mean_open: open }) {
  const stable = "In a queue that is stable the first is the product of the other two";
  if (gap === null) return "Nothing ended in this window, so there is nothing to compare.";
  const by = `the two differ by ${number(Math.abs(gap))} rows`;
  if (steady({ gap, mean_open: open })) return Math.abs(gap) < 0.05 ? `${stable}, and so it is here.` : `${stable}, and so it is here, nearly: ${by}.`;
  return gap > 0
    ? `${stable}. Here there is more: ${by}. Work is piling up that has not ended yet, so the mean age you see is better than what new work will get.`
    : `${stable}. Here there is less: ${by}. Old work is ending, so the mean age you see is worse than what new work will get.`;
}

export function makeLittle() {
  const part = section("Little's law", "little", "Mean open = arrivals × mean age, in a queue that neither grows nor shrinks.");
  async function load(asked, signal) {
    const { shape: _, ...window } = over(asked);
    const told = await get("/api/analytics/little", window, signal);
    signal.throwIfAborted();
    const term = (value, words) => h("span", { class: "term" }, h("b", {}, value), h("span", { class: "soft" }, ` ${words} `));
    const sign = (words) => h("span", { class: "sign" }, words);
    const none = told.mean_minutes === null;
    part.done(
      h("p", { class: "law" }, term(number(told.mean_open), "rows open on average"), none ? null : sign(steady(told) ? "≈" : "≠"),
        term(number(told.arrivals_per_hour), "arrivals an hour"),
        none ? null : [sign("×"), term(lasting(told.mean_minutes), "open on average, of what ended")]),
      h("p", { class: "sentence" }, verdict(told)));
  }
  return { el: part.el, wait: part.wait, fail: part.fail, load };
}
