// Lines of time below each other: when each thing waited and when it was worked on, and what happened to it.

import { h } from "../dom.js";
import { makeCanvas } from "./canvas.js";
import { makeDrag } from "./drag.js";
import { refill } from "./refill.js";
import { s } from "./svg.js";
import { timeMarks } from "./zone.js";

const LETTER = 7.2;
const MARKS = { wait: ["light", "soft"], work: ["solid", "main"], open: ["hollow", "soft"] };
const share = (value) => `${Math.round(value * 100_000) / 1000}%`;

/** What the marks of segments mean. */
export const meaning = (names) => h("ul", { class: "legend" }, Object.entries(names).map(([look, words]) => {
  const [pattern, tone] = MARKS[look];
  return h("li", {}, s("svg", { class: `swatch tone-${tone}`, width: 22, height: 12, "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 20, height: 10, class: `mark ${pattern}` })), h("span", {}, words));
}));

/**
 * `zoom(from, until)`: somebody drew over a stretch.
 * `show({ from, until, zone, lines })`, times in milliseconds; a line is { key, kind, name, href?, state, said, current?,
 * segments: [{ from, until, look, title }], ticks?: [{ at, title }] }: `look` is wait, work or open, `said` tells it in words.
 */
export function makeGantt(label, { zoom } = {}) {
  const list = h("ol", { class: "lines", "aria-label": label });
  const grid = h("div", { class: "gantt-grid" });
  const el = h("div", { class: "gantt" }, grid, list);
  let data = null;

  function bar({ segments, ticks = [] }) {
    const { from, until } = data;
    const place = (at) => Math.min(Math.max((at - from) / (until - from || 1), 0), 1);
    return s("svg", { class: "bar", "aria-hidden": "true" },
      segments.filter((one) => one.until >= from && one.from <= until).map((one) => {
        const [pattern, tone] = MARKS[one.look];
        return s("rect", {
          x: share(place(one.from)), width: share(place(one.until) - place(one.from)), y: 7, height: 12,
          class: `mark ${pattern} tone-${tone}`,
        }, s("title", {}, one.title));
      }),
      ticks.filter(({ at }) => at >= from && at <= until).map(({ at, title }) =>
        s("line", { x1: share(place(at)), x2: share(place(at)), y1: 3, y2: 23, class: "event" }, s("title", {}, title))));
  }

  function draw(width) {
    if (!data) return [];
    let end = -Infinity;
    return timeMarks(data.from, data.until, data.zone, width / 64).map(({ at, words, strong }) => {
      const x = ((at - data.from) / (data.until - data.from || 1)) * width;
      const half = (words.length * LETTER) / 2;
      const shown = x - half > Math.max(end + 8, 0) && x + half < width;
      if (shown) end = x + half;
      return [
        s("line", { x1: x, x2: x, y1: 22, y2: "100%", class: strong ? "grid strong" : "grid" }),
        shown && s("text", { x, y: 14, "text-anchor": "middle", class: strong ? "tick strong" : "tick" }, words),
      ];
    });
  }
  const canvas = makeCanvas(grid, null, draw);
  if (zoom) makeDrag(list, grid, (from, until) => {
    const size = data.until - data.from;
    zoom(data.from + from * size, data.from + until * size);
  });

  function row(line) {
    const name = line.href ? h("a", { href: line.href }, line.name) : h("span", {}, line.name);
    return h("li", { "data-key": line.key, "aria-current": line.current ? "true" : null },
      h("div", { class: "who" }, h("span", { class: "kind soft" }, line.kind), h("span", { class: "what" }, name),
        h("span", { class: "stands soft" }, line.state), h("span", { class: "unseen" }, line.said)),
      bar(line));
  }
  return {
    el,
    show(given) {
      data = given;
      refill(list, given.lines.map(row));
      canvas.renew();
    },
  };
}
