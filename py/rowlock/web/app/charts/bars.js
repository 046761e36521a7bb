// A chart of bins: bars side by side, layers upon each other, what a bin is below it or at its ends.

import { across, BELOW, drawAcross, gutter } from "./axis.js";
import { amount } from "./units.js";
import { bars, extent } from "./layers.js";
import { makeCanvas } from "./canvas.js";
import { makeFigure } from "./figure.js";
import { makeReach } from "./reach.js";
import { s } from "./svg.js";

const ABOVE = 18;
const LETTER = 7.2;

/** Words at places, as many as have room. */
function wordsBelow(places, y) {
  let end = -Infinity;
  return places.map(([x, words]) => {
    const half = (words.length * LETTER) / 2;
    if (x - half < end + 6) return null;
    end = x + half;
    return s("text", { x, y, "text-anchor": "middle", class: "tick" }, words);
  });
}

/**
 * `show(data)`: { unit, names: what each bin is, below?: shorter names, ends?: words at the ends of the bins instead,
 * layers: as of series.js, columns, table, rows, rest }.
 */
export function barChart({ title, about, name, height, tools }) {
  const figure = makeFigure({ title, about, name, height, tools });
  const cursor = s("rect", { class: "cursor", visibility: "hidden" });
  let data = null;
  let slots = [];
  let at = null;
  const said = (i, value) => amount(value, data.unit);
  const tell = () => figure.legend(data.layers, said, at, at === null ? data.rest ?? "" : data.names[at]);

  function point() {
    if (at !== null && slots[at]) {
      cursor.setAttribute("x", slots[at][0]);
      cursor.setAttribute("width", slots[at][1] - slots[at][0]);
    }
    cursor.setAttribute("visibility", at === null ? "hidden" : "visible");
  }

  function draw(width) {
    if (!data) return [];
    const panel = { unit: data.unit, layers: data.layers.map((layer) => ({ ...layer, as: "bars" })) };
    const bottom = height - BELOW;
    const axis = across({ ...panel, ...extent(panel), many: (bottom - ABOVE) / 44 }, ABOVE, bottom);
    const left = gutter([axis]);
    const size = (width - 12 - left) / data.names.length;
    slots = data.names.map((_, i) => [left + i * size, left + (i + 1) * size]);
    const inner = slots.map(([from, to]) => [from + size * 0.08, to - size * 0.08]);
    const totals = data.names.map((_, i) => data.layers.reduce((sum, layer) => sum + layer.values[i], 0));
    cursor.setAttribute("y", ABOVE);
    cursor.setAttribute("height", bottom - ABOVE);
    point();
    return [
      drawAcross(axis, { left, right: width - 12, unit: data.unit, top: ABOVE - 7 }),
      bars(panel, axis, inner),
      totals.map((total, i) => (total && size > 20 ? s("text", {
        x: (slots[i][0] + slots[i][1]) / 2, y: axis.at(total) - 4, "text-anchor": "middle", class: "total",
      }, amount(total, data.unit)) : null)),
      data.ends
        ? wordsBelow(data.ends.map((words, i) => [left + i * size, words]).filter(([, words]) => words), bottom + 17)
        : wordsBelow((data.below ?? data.names).map((words, i) => [left + (i + 0.5) * size, words]), bottom + 17),
      cursor,
    ];
  }

  const canvas = makeCanvas(figure.plot, height, draw);
  const reach = makeReach(figure.plot, {
    label: title,
    slots: () => slots,
    words: (i) => `${data.names[i]}: ${data.layers.map((layer) => `${layer.name} ${said(i, layer.values[i])}`).join(", ")}`,
    moved(i) {
      at = i;
      point();
      if (data) tell();
    },
    stretch() {},
  });

  function show(given, empty) {
    if (given.names.length !== slots.length) slots = given.names.map(() => [0, 0]);
    data = { ...given, layers: given.layers.map((layer) => ({ as: "bars", ...layer })) };
    figure.ready(given);
    if (empty) figure.blank(empty);
    canvas.renew();
    reach.renew();
  }
  return { el: figure.el, show, wait: figure.wait, fail: figure.fail };
}
