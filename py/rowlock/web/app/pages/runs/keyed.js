// A table whose rows stay where they are while what they say changes: focus and selection survive.

import { fill, h, text } from "../../dom.js";
import { showTag } from "./shared.js";

/** A cell of plain words. */
export const words = (say) => () => {
  const el = h("span", {});
  return { el, paint: (record) => text(el, say(record)) };
};

/** A cell of one tag; `say(record)` gives its words and its tone. */
export const tag = (say) => () => {
  const el = h("span", {});
  return { el, paint: (record) => showTag(el, ...say(record)) };
};

/**
 * `columns`: [{ name, make(), number?, head?, class? }]; `make` gives `{ el, paint(record) }` of a new row's cell.
 * `draw(records)` shows these, in this order; `tick()` paints what is shown once more.
 */
export function keyed(caption, columns) {
  const rows = new Map();
  const body = h("tbody", {});
  const el = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    h("table", {}, h("caption", { class: "unseen" }, caption),
      h("thead", {}, h("tr", {}, columns.map(({ name, number, class: own }) =>
        h("th", { scope: "col", class: [number && "number", own].filter(Boolean).join(" ") || null }, name)))), body));

  function add(id) {
    const cells = columns.map(({ make }) => make());
    const tr = h("tr", { "data-id": id }, columns.map(({ number, head, class: own }, i) =>
      h(head ? "th" : "td", { scope: head ? "row" : null, class: [number && "number", own].filter(Boolean).join(" ") || null }, cells[i].el)));
    const row = { el: tr, record: null, paint: (record) => {
      row.record = record;
      for (const cell of cells) cell.paint(record);
    } };
    rows.set(id, row);
    return row;
  }

  return {
    el,
    draw(records, { fresh = new Set() } = {}) {
      const wanted = new Set(records.map(({ id }) => id));
      for (const [id, row] of rows) if (!wanted.has(id)) { row.el.remove(); rows.delete(id); }
      records.forEach((record, i) => {
        const row = rows.get(record.id) ?? add(record.id);
        row.paint(record);
        if (fresh.has(record.id)) row.el.classList.add("fresh");
        if (body.children[i] !== row.el) body.insertBefore(row.el, body.children[i] ?? null);
      });
    },
    tick: () => { for (const row of rows.values()) row.paint(row.record); },
    clear: () => { rows.clear(); fill(body); },
  };
}
