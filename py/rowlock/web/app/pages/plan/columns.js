// The columns of the board: what stands in each status, as much of it as anybody looked at, drawn in place.

import { button, h, text } from "../../dom.js";
import { get } from "../../api.js";
import { makeCard } from "./card.js";
import { statusName } from "./labels.js";

const PAGE = 50;
const MOST = 500;

/** `asked()`: the filter, { kind, who }; `more(status)`: more of a column is wanted; `menu(id)`: of a card. */
export function makeColumns(project, statuses, signal, { may, asked, more: onmore, menu }) {
  const items = new Map();
  const cards = new Map();
  let counts = null;
  const columns = new Map(statuses.map((status) => {
    const list = h("ul", { class: "cards" });
    const number = h("span", { class: "number soft" });
    const more = button("Show more", () => onmore(status), { class: "plain", hidden: true });
    const none = h("p", { class: "soft none" }, "Nothing");
    const el = h("section", { class: "column", "data-status": status, "aria-labelledby": `column-${status}` },
      h("h2", { id: `column-${status}` }, statusName(status), " ", number), list, none, more);
    return [status, { el, list, number, more, none, ids: [], next: null, wanted: PAGE }];
  }));
  const el = h("div", { class: "columns", tabindex: "0", role: "region", "aria-label": "Board" }, [...columns.values()].map(({ el }) => el));

  async function read(status) {
    const column = columns.get(status);
    const ids = [];
    let next = null;
    do {
      const page = await get("/api/work-items", { project_id: project.id, status, kind: asked().kind, assignee: asked().who,
        limit: Math.min(MOST, column.wanted - ids.length), after: next }, signal);
      for (const item of page.work_items) {
        items.set(item.id, item);
        ids.push(item.id);
      }
      ({ next } = page);
    } while (next && ids.length < column.wanted);
    Object.assign(column, { ids, next });
  }

  /** Draws what is known; whoever is at a card stays at it, also in another column. */
  function paint() {
    const held = el.contains(document.activeElement) ? document.activeElement : null;
    const seen = new Set();
    for (const column of columns.values()) {
      let next = column.list.firstElementChild;
      for (const id of column.ids.filter((one) => !seen.has(one))) {
        seen.add(id);
        if (!cards.has(id)) cards.set(id, makeCard(items.get(id), may, () => menu(id)));
        const card = cards.get(id);
        card.paint(items.get(id));
        if (card.el === next) next = next.nextElementSibling;
        else column.list.insertBefore(card.el, next);
      }
      column.more.hidden = !column.next;
      column.none.hidden = column.ids.length > 0;
    }
    for (const [id, { el: gone }] of cards) {
      if (seen.has(id)) continue;
      gone.remove();
      cards.delete(id);
    }
    if (held && document.activeElement !== held && held.isConnected) held.focus({ preventScroll: true });
    paintCounts();
  }

  function paintCounts() {
    const some = asked().kind || asked().who;
    for (const [status, { number, ids, next }] of columns) {
      text(number, some ? `${ids.length.toLocaleString("en")}${next ? "+" : ""}` : (counts?.[status] ?? ids.length).toLocaleString("en"));
    }
  }

  return {
    el, columns, items, read, paint,
    card: (id) => cards.get(id)?.el,
    widen: (status) => { columns.get(status).wanted += PAGE; },
    reset: () => { for (const column of columns.values()) column.wanted = PAGE; },
    count(next) { counts = next; paintCounts(); },
  };
}
