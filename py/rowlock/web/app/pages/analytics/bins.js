// Two charts of bins: how many answers took how long, and how long what is open now has been open.

import { barChart } from "../../charts/bars.js";
import { get } from "../../api.js";
import { number } from "../../format.js";
import { amount, lasting } from "../../charts/units.js";
import { ordered } from "../../charts/csv.js";
import { MEASURES, over, query } from "./asked.js";

const edge = (minutes) => amount(minutes, "minutes", true);
const named = (low, high) => (high === null ? `${edge(low)} and more` : low ? `${edge(low)} to ${edge(high)}` : `under ${edge(high)}`);
const sum = (values) => values.reduce((all, value) => all + value, 0);

export function makeHistogram() {
  const chart = barChart({
    title: "Histogram", name: "histogram", height: 262,
    about: "How many answers took how long. Two humps are two kinds of work in one queue.",
  });
  async function load(asked, signal) {
    const { columns } = await get("/api/analytics/histogram", { ...over(asked), measure: asked.measure }, signal);
    signal.throwIfAborted();
    const names = columns.low.map((low, i) => named(low, columns.high[i]));
    const all = sum(columns.count);
    chart.show({
      unit: "rows", names, columns: ordered(columns, ["low", "high", "count"]), ends: columns.low.map((low) => (low ? lasting(low) : "0")),
      layers: [{ name: "answers", tone: "main", values: columns.count, rest: () => number(all) }], rest: `In all. ${MEASURES.find(([name]) => name === asked.measure)[1]}`,
      table: [
        { name: "Took", head: true, cell: (i) => names[i] },
        { name: "Answers", number: true, cell: (i) => number(columns.count[i]) },
      ],
      rows: names.map((_, i) => i),
    }, !all && "Nothing was answered in this window.");
  }
  return { el: chart.el, wait: chart.wait, fail: chart.fail, load };
}

export function makeAgeing({ told }) {
  const chart = barChart({
    title: "Ageing", name: "ageing", height: 262,
    about: "What is open now, by how long it has been. The last bin is what somebody forgot.",
  });
  async function load(asked, signal) {
    const { columns } = await get("/api/analytics/aging", { query: query(asked), shape: "columns" }, signal);
    signal.throwIfAborted();
    const names = columns.low.map((low, i) => named(low, columns.high[i]));
    const [open, held] = [sum(columns.open), sum(columns.held)];
    chart.show({
      unit: "rows", names, columns: ordered(columns, ["low", "high", "open", "held", "available"]), rest: "Now",
      below: columns.low.map((low, i) => (columns.high[i] === null ? `over ${edge(low)}` : low ? `${edge(low)} – ${edge(columns.high[i])}` : `under ${edge(columns.high[i])}`)),
      layers: [
        { name: "held", tone: "main", values: columns.held, rest: () => number(held) },
        { name: "available", tone: "main", fill: "light", values: columns.available, rest: () => number(open - held) },
      ],
      table: [
        { name: "Open for", head: true, cell: (i) => names[i] },
        ...["open", "held", "available"].map((name) => (
          { name: name.charAt(0).toUpperCase() + name.slice(1), number: true, cell: (i) => number(columns[name][i]) })),
      ],
      rows: names.map((_, i) => i),
    }, !open && "Nothing is open.");
    told({ open, held });
  }
  return { el: chart.el, wait: chart.wait, fail: chart.fail, load };
}
