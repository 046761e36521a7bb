// Moving by hand: onto a row puts an item inside it, between two rows beside them. A mark shows where; Escape leaves it.

import { attribute, h, text } from "../../dom.js";
import { makePull } from "./pull.js";
import { TOP } from "./tree_store.js";

// Who stays above something shut for so long wants to look into it.
const PEEK = 700;

/** `active()`: whether anything may be moved now. */
export function makeDrag(tree, grid, { put, fold, active, signal }) {
  const mark = h("div", { class: "mark", hidden: true, "aria-hidden": "true" });
  let onto = null;
  let peek;
  let over = null;

  function clear() {
    mark.hidden = true;
    onto?.classList.remove("onto");
    onto = null;
    clearTimeout(peek);
    over = null;
  }

  function line(y, level) {
    const frame = mark.parentElement.getBoundingClientRect();
    mark.hidden = false;
    mark.style.setProperty("top", `${y - frame.top}px`);
    mark.style.setProperty("--level", level);
  }

  /** Where it would go, from where the pointer is; null: nowhere. */
  function aim(id, x, y) {
    onto?.classList.remove("onto");
    mark.hidden = true;
    const row = document.elementFromPoint(x, y)?.closest(".plan .node[data-id]");
    if (!row) {
      const last = grid.el.lastElementChild.lastElementChild?.getBoundingClientRect();
      if (!last || y < last.bottom) return null;
      line(last.bottom, 0);
      return { words: "to the end, at the top level", parent: TOP, before: null };
    }
    const target = row.dataset.id;
    if (target === id) return null;
    const { title, children } = tree.items.get(target);
    const { top, bottom, height } = row.getBoundingClientRect();
    const part = (y - top) / height;
    const level = Number(row.getAttribute("aria-level")) - 1;
    const open = tree.open.has(target) && children > 0;
    if (part < .28) {
      line(top, level);
      return { words: `before “${title}”`, parent: tree.parentOf(target), before: target };
    }
    if (part > .72) {
      line(bottom, open ? level + 1 : level);
      if (open) return { words: `into “${title}”, first`, parent: target, before: tree.below.get(target)?.ids.find((one) => one !== id) ?? null };
      return { words: `after “${title}”`, parent: tree.parentOf(target), after: target };
    }
    onto = row;
    row.classList.add("onto");
    if (over !== target) {
      clearTimeout(peek);
      over = target;
      if (children && !open) peek = setTimeout(() => fold(target, true), PEEK);
    }
    return { words: `into “${title}”`, parent: target, before: null };
  }

  makePull(grid.el, signal, {
    from: (target) => (active() ? target.closest(".node[data-id]")?.dataset.id : null),
    begin(id, words) {
      attribute(grid.node(id), "data-pulled", true);
      text(words, tree.items.get(id).title);
    },
    move(id, x, y, words) {
      const to = aim(id, x, y);
      if (!to) { clearTimeout(peek); over = null; }
      text(words, `${tree.items.get(id).title} ${to ? `→ ${to.words}` : ""}`);
      return to;
    },
    async drop(id, to) {
      if (to) await put(id, to.parent, to.after ? await tree.after(to.after, id) : to.before);
    },
    end(id) {
      clear();
      if (grid.node(id)) attribute(grid.node(id), "data-pulled", false);
    },
  });
  return { mark };
}
