// A chart over time: one panel above the other, all of one axis of time; areas, lines and bars.

import { across, BELOW, drawAcross, drawTime, gutter } from "./axis.js";
import { amount } from "./units.js";
import { linear } from "./scale.js";
import { makeCanvas } from "./canvas.js";
import { makeFigure } from "./figure.js";
import { makeReach } from "./reach.js";
import { areas, bars, extent, lines } from "./layers.js";
import { s } from "./svg.js";
import { stretchOf } from "./zone.js";

const ABOVE = 18;
const BETWEEN = 26;

/**
 * `panels`: the heights. `zoom(from, until)`: somebody picked a stretch. `show(data)`: { zone, since, until, panels, columns,
 * table, rows, rest }, where times are milliseconds and a panel is { unit, log?, layers: [{ name, as, tone, fill?, dash?,
 * side?, values, rest() }] }: `as` is area, line or bars, `side` -1 is below zero, `rest` what the legend says meanwhile.
 */
export function timeChart({ title, about, name, heights, zoom, tools }) {
  const height = heights.reduce((sum, one) => sum + one + BETWEEN, ABOVE + BELOW - BETWEEN);
  const figure = makeFigure({ title, about, name, height, tools });
  const cursor = s("rect", { class: "cursor", visibility: "hidden" });
  const picked = s("rect", { class: "picked", visibility: "hidden" });
  let data = null;
  let slots = [];
  let at = null;

  const layersOf = () => (data ? data.panels.flatMap((panel) => panel.layers.map((layer) => ({ ...layer, unit: panel.unit }))) : []);
  const said = (layers) => (i, value) => amount(value, layers[i].unit);
  const when = (i) => stretchOf(data.since[i], data.until[i], data.zone);

  function cover(node, from, to) {
    if (from === null || !slots[to]) {
      node.setAttribute("visibility", "hidden");
      return;
    }
    node.setAttribute("x", slots[from][0]);
    node.setAttribute("width", Math.max(slots[to][1] - slots[from][0], 1));
    node.setAttribute("visibility", "visible");
  }
  function tell(range = null) {
    const layers = layersOf();
    const words = range ?? (at === null ? data.rest ?? "" : when(at));
    figure.legend(layers, said(layers), range ? undefined : at, words);
  }

  function draw(width) {
    if (!data) return [];
    let top = ABOVE;
    const axes = data.panels.map((panel, n) => {
      const axis = across({ ...panel, ...extent(panel), many: heights[n] / 44 }, top, top + heights[n]);
      const placed = { panel, axis, top, bottom: top + heights[n] };
      top += heights[n] + BETWEEN;
      return placed;
    });
    const left = gutter(axes.map(({ axis }) => axis));
    const right = width - (axes.some(({ panel }) => panel.layers.some((layer) => layer.as === "line")) ? 34 : 12);
    const bottom = axes.at(-1).bottom;
    const x = linear([data.since[0], data.until.at(-1)], [left, right]);
    slots = data.since.map((since, i) => [x(since), x(data.until[i])]);
    for (const node of [cursor, picked]) {
      node.setAttribute("y", ABOVE);
      node.setAttribute("height", bottom - ABOVE);
    }
    cover(cursor, at, at);
    return [
      drawTime(x, { from: data.since[0], until: data.until.at(-1), zone: data.zone, left, right, top: ABOVE, bottom, width }),
      axes.map(({ panel, axis, top: up }) => [
        drawAcross(axis, { left, right, unit: panel.unit, top: up - 7 }),
        areas(panel, axis, slots), bars(panel, axis, slots), lines(panel, axis, slots),
      ]),
      cursor, picked,
    ];
  }

  const canvas = makeCanvas(figure.plot, height, draw);
  const reach = makeReach(figure.plot, {
    label: title,
    slots: () => slots,
    words: (i) => `${when(i)}: ${layersOf().map((layer) => `${layer.name} ${amount(layer.values[i], layer.unit)}`).join(", ")}`,
    moved(i) {
      at = i;
      cover(cursor, at, at);
      if (data) tell();
    },
    stretch(i, j) {
      cover(picked, i, j);
      if (i !== null) tell(stretchOf(data.since[i], data.until[j], data.zone));
    },
    zoom: zoom && ((i, j) => zoom(data.since[i], data.until[j])),
  });

  function show(given, empty) {
    const same = data && data.since.length === given.since.length;
    data = given;
    slots = same ? slots : given.since.map(() => [0, 0]);
    figure.ready(given);
    if (empty) figure.blank(empty);
    canvas.renew();
    reach.renew();
  }
  return { el: figure.el, show, wait: figure.wait, fail: figure.fail };
}
