// What stands around every chart: its name and what it tells, the legend with values, the way to its data.

import { attribute, button, fill, h, hidden, text } from "../dom.js";
import { csvButton } from "./csv.js";
import { makeLegend } from "./legend.js";
import { refill } from "./refill.js";
import { table } from "../parts/table.js";

const MANY = 500;

/**
 * `name` is the file's, `height` in pixels. Answers { el, plot, legend, ready(data), wait(), fail(words, again), blank(words) };
 * `data`: { columns: of the file, table: columns as parts/table.js takes them, rows }.
 */
export function makeFigure({ title, about, name, height, tools = [] }) {
  const id = `chart-${name}`;
  const legend = makeLegend();
  const plot = h("div", { class: "plot" });
  const room = h("div", { class: "room" }, plot);
  room.style.setProperty("min-height", `${height}px`);
  const note = h("p", { class: "note-over", role: "status" });
  const behind = h("details", { class: "behind" }, h("summary", {}, "As a table", hidden(`: ${title}`)));
  const inside = h("div", {});
  behind.append(inside);
  let data = null;
  const file = csvButton(`rowlock-${name}`, title, () => data.columns);
  file.disabled = true;
  const el = h("section", { class: "chart", "aria-labelledby": id, "data-chart": name },
    h("div", { class: "chart-head" }, h("h2", { id }, title), tools, file),
    h("p", { class: "about soft" }, about), legend.el, h("div", { class: "over" }, room, note), behind);

  function list() {
    if (!behind.open || !data) return;
    const rest = data.rows.length - MANY;
    refill(inside, table(title, data.table, data.rows.slice(0, MANY)),
      rest > 0 ? h("p", { class: "soft" }, `And ${rest} more: the file has them all.`) : null);
  }
  behind.addEventListener("toggle", list);

  function blank(words = "") {
    text(note, words);
    attribute(el, "data-blank", words ? "true" : null);
  }
  return {
    el, plot, legend: legend.show,
    ready(given) {
      data = given;
      file.disabled = false;
      attribute(el, "aria-busy", null);
      attribute(el, "data-failed", null);
      blank();
      list();
    },
    /** It is being read; what stands there stays until it is. */
    wait() {
      attribute(el, "aria-busy", "true");
      if (!data) blank("Reading…");
    },
    fail(words, again) {
      attribute(el, "aria-busy", null);
      attribute(el, "data-failed", again ? "true" : "told");
      attribute(el, "data-blank", "true");
      fill(note, words, again ? [" ", button("Try again", again)] : null);
    },
    blank,
  };
}
