// Charts as small as a word, for tables and tiles: a line of values, a share of a whole, a value against its target.

import { line, runs, s, short } from "./svg.js";

const framed = (label, width, height, tone, inner) => s("svg", {
  class: `spark tone-${tone}`, width, height, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label,
}, s("title", {}, label), inner);

/** Values from left to right, from zero up; the last one has a dot. `label` says it in words. */
export function spark(values, label, { width = 96, height = 24, tone = "main" } = {}) {
  const most = values.reduce((found, value) => Math.max(found, value ?? 0), 0) || 1;
  const x = (i) => 2 + (i * (width - 5)) / Math.max(values.length - 1, 1);
  const y = (value) => height - 3 - (value / most) * (height - 6);
  const all = runs(values.map((_, i) => x(i)), values.map((value) => (value === null ? null : y(value))));
  const last = all.at(-1)?.at(-1);
  return framed(label, width, height, tone, [
    all.map((run) => s("path", { d: line(run), class: "stroke thin" })),
    last && s("circle", { cx: last[0], cy: last[1], r: 2.5, class: "dot" }),
  ]);
}

/** How much of `most` a value is; `target` has a mark of its own. */
export function bullet(value, most, label, { target = null, width = 96, tone = "main" } = {}) {
  const at = (amount) => short((Math.min(Math.max(amount / (most || 1), 0), 1)) * (width - 2));
  return framed(label, width, 14, tone, [
    s("rect", { x: 0.5, y: 2.5, width: width - 1, height: 9, class: "track" }),
    value ? s("rect", { x: 1, y: 3, width: at(value), height: 8, class: "mark solid bare" }) : null,
    target === null ? null : s("line", { x1: at(target), x2: at(target), y1: 0, y2: 14, class: "target" }),
  ]);
}
