// The marks of one panel: areas of steps, bars up and down, lines with breaks.

import { band, line, runs, s, steps } from "./svg.js";

const of = (panel, as) => panel.layers.filter((layer) => layer.as === as);
const largest = (values) => values.reduce((most, value) => Math.max(most, value ?? 0), 0);
const sums = (layers) => (layers[0]?.values ?? []).map((_, i) => layers.reduce((sum, layer) => sum + (layer.values[i] ?? 0), 0));

/** From where to where a panel's values go. */
export function extent(panel) {
  const stacked = of(panel, "bars");
  const up = largest(sums(stacked.filter(({ side }) => side !== -1)));
  const down = largest(sums(stacked.filter(({ side }) => side === -1)));
  const rest = largest(panel.layers.filter(({ as }) => as !== "bars").flatMap(({ values }) => values));
  if (!panel.log) return { low: -down, high: Math.max(up, rest) || (down ? 0 : 1) };
  const found = panel.layers.flatMap(({ values }) => values).filter((value) => value > 0);
  return { low: found.reduce((least, value) => Math.min(least, value), Math.max(rest, 1)), high: Math.max(rest, 1) };
}

/** Layered, not stacked: each from zero, the later in front of the earlier. */
export function areas(panel, axis, slots) {
  const left = slots.map(([from]) => from);
  const right = slots.map(([, to]) => to);
  return of(panel, "area").map(({ values, tone, fill = "solid" }) => {
    const tops = values.map(axis.at);
    return s("g", { class: `tone-${tone}` },
      s("path", { d: band(left, right, tops, tops.map(() => axis.at(0))), class: `mark ${fill} bare` }),
      s("path", { d: steps(left, right, tops), class: "stroke thin" }));
  });
}

/** Stacked away from zero on either side. */
export function bars(panel, axis, slots) {
  const ends = new Map();
  return of(panel, "bars").map(({ values, tone, fill = "solid", side = 1 }) => s("g", { class: `tone-${tone}` }, values.map((value, i) => {
    if (!value) return null;
    const key = `${i} ${side}`;
    const from = ends.get(key) ?? 0;
    const to = from + side * value;
    ends.set(key, to);
    const [left, right] = slots[i];
    const gap = right - left > 5 ? 1 : right - left > 2 ? 0.5 : 0;
    const [top, bottom] = [axis.at(Math.max(from, to)), axis.at(Math.min(from, to))];
    return s("rect", {
      x: left + gap, width: Math.max(right - left - 2 * gap, 0.8), y: top, height: Math.max(bottom - top, 0.8),
      class: `mark ${fill} ${right - left > 5 ? "" : "bare"}`,
    });
  })));
}

/** Through the middle of each slot, named at its end; a value without neighbours is a dot. */
export function lines(panel, axis, slots) {
  const middle = slots.map(([from, to]) => (from + to) / 2);
  const taken = [];
  const dots = slots.length && slots.at(-1)[1] - slots[0][0] > slots.length * 8;
  // The first of them is drawn last: it lies on top where they are the same.
  return of(panel, "line").map(({ values, tone, dash, end }) => {
    const all = runs(middle, values.map((value) => (value === null ? null : axis.at(value))));
    const last = all.at(-1)?.at(-1);
    let y = last?.[1];
    while (last && taken.some((other) => Math.abs(other - y) < 12)) y -= 1;
    if (last) taken.push(y);
    return s("g", { class: `tone-${tone}` },
      all.map((run) => run.length > 1 && s("path", { d: line(run), class: `stroke ${dash ?? ""}` })),
      all.map((run) => (dots || run.length === 1) && run.map(([cx, cy]) => s("circle", { cx, cy, r: 2.5, class: "dot" }))),
      last && end && s("text", { x: last[0] + 6, y: y + 4, class: "end" }, end));
  }).reverse();
}
