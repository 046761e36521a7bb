// The backlog: what was open and held, and below it what came and what went.

import { cut, times } from "./asked.js";
import { get } from "../../api.js";
import { ordered } from "../../charts/csv.js";
import { stretchOf } from "../../charts/zone.js";
import { timeChart } from "../../charts/series.js";

const sum = (values) => values.reduce((all, value) => all + value, 0);

export function makeBacklog({ zoom, told }) {
  const chart = timeChart({
    title: "Backlog", name: "backlog", heights: [170, 110], zoom,
    about: "How many rows were open, and how many of them somebody held, at the end of each step; below, what came and what went. Drag over a stretch to zoom in.",
  });

  async function load(asked, signal) {
    const { columns } = await get("/api/analytics/backlog", cut(asked), signal);
    signal.throwIfAborted();
    const [since, until] = [times(columns.since), times(columns.until)];
    const last = (name) => () => String(columns[name].at(-1) ?? "");
    const all = (name) => () => sum(columns[name]).toLocaleString("en");
    const quiet = ["created", "resolved", "cancelled", "expired", "open"].every((name) => !columns[name].some(Boolean));
    chart.show({
      zone: asked.zone, since, until, rest: "At the end, and in all",
      columns: ordered(columns, ["since", "until", "open", "held", "created", "resolved", "cancelled", "expired"]),
      panels: [
        { unit: "rows", layers: [
          { name: "open", as: "area", tone: "main", fill: "light", values: columns.open, rest: last("open") },
          { name: "held", as: "area", tone: "main", values: columns.held, rest: last("held") },
        ] },
        { unit: "rows", layers: [
          { name: "created", as: "bars", tone: "ink", fill: "hollow", values: columns.created, rest: all("created") },
          { name: "resolved", as: "bars", side: -1, tone: "good", values: columns.resolved, rest: all("resolved") },
          { name: "cancelled", as: "bars", side: -1, tone: "soft", fill: "light", values: columns.cancelled, rest: all("cancelled") },
          { name: "expired", as: "bars", side: -1, tone: "bad", values: columns.expired, rest: all("expired") },
        ] },
      ],
      table: [
        { name: `Time (${asked.zone.replaceAll("_", " ")})`, head: true, cell: (i) => stretchOf(since[i], until[i], asked.zone) },
        ...["open", "held", "created", "resolved", "cancelled", "expired"].map((name) => (
          { name: name.charAt(0).toUpperCase() + name.slice(1), number: true, cell: (i) => columns[name][i].toLocaleString("en") })),
      ],
      rows: since.map((_, i) => i),
    }, quiet && "Nothing was open in this window, and nothing came or went.");
    told({
      created: sum(columns.created), resolved: sum(columns.resolved), cancelled: sum(columns.cancelled), expired: sum(columns.expired),
    });
  }
  return { el: chart.el, wait: chart.wait, fail: chart.fail, load };
}
