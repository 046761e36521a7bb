// The columns of the board: what stands in each status, as much of it as anybody looked at, drawn in place.

import { button, h, text } from "../../dom.js";
import { get, part } from "../../api.js";
import { makeCard } from "./card.js";
import { statusName } from "./labels.js";

const PAGE = 50;
const MOST = 500;

/** `asked()`: the filter, { kind, who }; `more()`: more of each column is wanted; `menu(id)`: of a card. */
export function makeColumns(project, statuses, signal, { may, asked, more: onmore, menu }) {
  const items = new Map();
  const cards = new Map();
  let wanted = PAGE;
  const columns = new Map(statuses.map((status) => {
    const list = h("ul", { class: "cards" });
    const number = h("span", { class: "number soft" });
    const more = button("Show more", () => onmore(), { class: "plain", hidden: true });
    const rest = h("p", { class: "soft none" });
    const none = h("p", { class: "soft none" }, "Nothing");
    const el = h("section", { class: "column", "data-status": status, "aria-labelledby": `column-${status}` },
      h("h2", { id: `column-${status}` }, statusName(status), " ", number), list, none, more, rest);
    return [status, { el, list, number, more, none, rest, ids: [], total: 0 }];
  }));
  const el = h("div", { class: "columns", tabindex: "0", role: "region", "aria-label": "Board" }, [...columns.values()].map(({ el }) => el));

  /** All columns in one look, so that they agree. */
  async function read() {
    const { kind, who } = asked();
    const board = await get(`/api/projects/${part(project.id)}/board`, { kind, assignee: who, limit: wanted }, signal);
    for (const { status, total, work_items: told } of board.columns) {
      for (const item of told) items.set(item.id, item);
      Object.assign(columns.get(status), { ids: told.map(({ id }) => id), total });
    }
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
      const rest = column.total - column.ids.length;
      text(column.number, column.total.toLocaleString("en"));
      column.more.hidden = rest <= 0 || wanted >= MOST;
      text(column.rest, rest > 0 && wanted >= MOST ? `The first ${MOST} of them: narrow it down to see others.` : "");
      column.none.hidden = column.ids.length > 0;
    }
    for (const [id, { el: gone }] of cards) {
      if (seen.has(id)) continue;
      gone.remove();
      cards.delete(id);
    }
    if (held && document.activeElement !== held && held.isConnected) held.focus({ preventScroll: true });
  }

  return {
    el, columns, items, read, paint,
    card: (id) => cards.get(id)?.el,
    widen: () => { wanted = Math.min(MOST, wanted * 2); },
    reset: () => { wanted = PAGE; },
  };
}
