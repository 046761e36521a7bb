// How long answers took, by the time of the answer: what is usual, and what people complain about.

import { cut, times } from "./asked.js";
import { get } from "../../api.js";
import { lasting } from "../../charts/units.js";
import { ordered } from "../../charts/csv.js";
import { stretchOf } from "../../charts/zone.js";
import { timeChart } from "../../charts/series.js";

const LINES = [
  ["p50", "half", { tone: "main" }], ["p90", "9 of 10", { tone: "main", dash: "dashed" }],
  ["p99", "99 of 100", { tone: "warn", dash: "dotted" }],
];

export function makeFlow({ zoom, tools }) {
  const chart = timeChart({
    title: "Flow", name: "flow", heights: [220], zoom, tools,
    about: "How long answers took, by when they came. Half of them took no longer than p50, what is usual; p99 is what people complain about.",
  });

  async function load(asked, signal) {
    const { columns } = await get("/api/analytics/flow", cut(asked), signal);
    signal.throwIfAborted();
    const [since, until] = [times(columns.since), times(columns.until)];
    const of = (name) => columns[`${asked.measure}_${name}`];
    const answers = columns.resolved.reduce((all, one) => all + one, 0);
    const timed = of("p50").some((value) => value !== null);
    chart.show({
      zone: asked.zone, since, until, columns: ordered(columns, ["since", "until", "resolved"]), rest: `${answers.toLocaleString("en")} ${answers === 1 ? "answer" : "answers"}`,
      panels: [{ unit: "minutes", log: asked.scale === "orders", layers: LINES.map(([name, words, look]) => (
        { name: `${name} (${words})`, end: name, as: "line", ...look, values: of(name), rest: () => "" })) }],
      table: [
        { name: `Time (${asked.zone.replaceAll("_", " ")})`, head: true, cell: (i) => stretchOf(since[i], until[i], asked.zone) },
        { name: "Answers", number: true, cell: (i) => columns.resolved[i].toLocaleString("en") },
        ...LINES.map(([name]) => ({ name, number: true, cell: (i) => lasting(of(name)[i]) })),
      ],
      rows: since.map((_, i) => i),
    }, !timed && (answers ? "Nothing that was answered in this window had been claimed." : "Nothing was answered in this window."));
  }
  return { el: chart.el, wait: chart.wait, fail: chart.fail, load };
}
