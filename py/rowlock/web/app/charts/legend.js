// What the marks of a chart mean, and beside each its value where one points: names and patterns, not colours alone.

import { fill, h, text } from "../dom.js";
import { s } from "./svg.js";

/** The mark of a layer as it looks in the chart. */
function swatch({ as, tone, fill: look = "solid", dash }) {
  const inner = as === "line"
    ? s("line", { x1: 0, x2: 22, y1: 6, y2: 6, class: `stroke ${dash ?? ""}` })
    : s("rect", { x: 1, y: 1, width: 12, height: 10, class: `mark ${look}` });
  const size = as === "line" ? 22 : 14;
  return s("svg", { class: `swatch tone-${tone}`, width: size, height: 12, viewBox: `0 0 ${size} 12`, "aria-hidden": "true" }, inner);
}

/**
 * `show(layers, said, index, words)`: the values there; null: nobody points, and `rest` of a layer says something;
 * undefined: none.
 */
export function makeLegend() {
  const when = h("li", { class: "when" });
  const el = h("ul", { class: "legend" });
  let drawn = "";
  let values = [];

  function draw(layers, said) {
    values = layers.map(() => h("b", {}));
    const size = (i) => Math.max(...layers[i].values.map((value) => said(i, value).length), 2);
    fill(el, when, layers.map((layer, i) => {
      values[i].style.setProperty("min-width", `${Math.min(size(i), 10)}ch`);
      return h("li", { title: layer.about ?? null }, swatch(layer), h("span", {}, layer.name), values[i]);
    }));
  }

  function show(layers, said, index, words) {
    const key = JSON.stringify([layers.map(({ name, tone, dash }) => [name, tone, dash]), layers.map((l) => l.values)]);
    if (key !== drawn) draw(layers, said);
    drawn = key;
    text(when, words);
    layers.forEach((layer, i) => text(values[i], index === null ? layer.rest?.() ?? "" : index === undefined ? "" : said(i, layer.values[index])));
  }
  return { el, show };
}
