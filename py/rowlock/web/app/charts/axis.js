// The axes of a chart: lines across at round values with their amounts, marks of time below.

import { amount, UNITS } from "./units.js";
import { linear, marks, orderMarks, orders } from "./scale.js";
import { s } from "./svg.js";
import { timeMarks } from "./zone.js";

export const BELOW = 24;
const LETTER = 7.2;

/** What a panel's values need: { ticks, at(value), low, high, words(tick) } between two heights. */
export function across({ unit, low, high, log, many = 4 }, top, bottom) {
  const ticks = log ? orderMarks(low, high) : marks(low, high, many, unit);
  const ends = [ticks[0], ticks.at(-1)];
  const at = log ? orders(ends, [bottom, top]) : linear(ends, [bottom, top]);
  return { ticks, at, low: ends[0], high: ends[1], words: (tick) => amount(Math.abs(tick), unit, true) };
}

/** So much room the amounts need at the left, in pixels. */
export const gutter = (axes) => Math.max(...axes.flatMap((axis) => axis.ticks.map((tick) => axis.words(tick).length))) * LETTER + 14;

/** Lines across, amounts at their left, the unit above. */
export function drawAcross(axis, { left, right, unit, top }) {
  const lines = axis.ticks.map((tick) => s("line", {
    x1: left, x2: right, y1: axis.at(tick), y2: axis.at(tick), class: tick === 0 ? "grid zero" : "grid",
  }));
  const words = axis.ticks.map((tick) => s("text", { x: left - 6, y: axis.at(tick) + 4, "text-anchor": "end", class: "tick" }, axis.words(tick)));
  return s("g", {}, lines, words, s("text", { x: 0, y: top, class: "unit" }, UNITS[unit] ?? unit));
}

/** Marks of time at the bottom, cut in the zone; those that would run into each other are left out. */
export function drawTime(scale, { from, until, zone, left, right, top, bottom, width }) {
  const found = timeMarks(from, until, zone, (right - left) / 64);
  let end = left - 30;
  const drawn = [];
  for (const mark of found) {
    const x = scale(mark.at);
    const half = (mark.words.length * LETTER) / 2;
    const shown = x - half > end + 8 && x + half < width;
    drawn.push(s("line", { x1: x, x2: x, y1: top, y2: bottom + (shown ? 4 : 0), class: mark.strong ? "grid strong" : "grid" }));
    if (!shown) continue;
    end = x + half;
    drawn.push(s("text", { x, y: bottom + 18, "text-anchor": "middle", class: mark.strong ? "tick strong" : "tick" }, mark.words));
  }
  return s("g", {}, drawn);
}
