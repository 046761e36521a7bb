// One row of the tree: an item as it stands, its fold, what can be done with it.

import { attribute, h, text } from "../../dom.js";
import { kindName, statusName } from "./labels.js";
import { menuButton } from "./menu.js";
import { part } from "../../api.js";

const cell = (name, ...children) => h("span", { role: "gridcell", class: name }, children);

/** `acts`: whether there is a menu; `on`: { fold(id), menu(id) } */
export function makeNode(id, may, on) {
  const fold = h("button", { type: "button", class: "fold", tabindex: "-1", onclick: () => on.fold(id) });
  const title = h("a", { class: "title", href: `/work-items/${part(id)}`, tabindex: "-1", draggable: "false" });
  const kind = h("span", {});
  const many = h("span", { class: "many soft" });
  const status = h("span", { class: "tag" });
  const who = h("span", { class: "soft" });
  const more = may ? menuButton("What to do with it", () => on.menu(id), { tabindex: "-1" }) : null;
  const el = h("div", { role: "row", class: "node", "data-id": id, tabindex: "-1" },
    cell("what", may ? h("span", { class: "grip", "aria-hidden": "true" }, "⠿") : null, fold, title, many),
    cell("kind soft", kind), cell("standing", status), cell("who", who), may ? cell("acts", more) : null);
  const inner = [title, more].filter(Boolean);

  return {
    el,
    /** Draws the item as it is; what is the same is left alone. */
    paint(item, { level, place, size }, open) {
      text(title, item.title);
      text(kind, kindName(item.kind));
      text(status, statusName(item.status));
      text(who, item.assignee ?? "");
      attribute(who, "title", item.assignee);
      text(many, item.children && !open ? item.children.toLocaleString("en") : "");
      attribute(many, "title", item.children && !open ? `${item.children.toLocaleString("en")} directly below it` : null);
      attribute(status, "data-status", item.status);
      attribute(el, "data-status", item.status);
      attribute(el, "aria-level", level);
      attribute(el, "aria-posinset", place);
      attribute(el, "aria-setsize", size);
      attribute(el, "aria-expanded", item.children ? String(open) : null);
      text(fold, open ? "▾" : "▸");
      attribute(fold, "aria-label", open ? "Close" : "Open");
      fold.classList.toggle("none", !item.children);
      if (more) attribute(more, "aria-label", `What to do with ${item.title}`);
      el.style.setProperty("--level", level - 1);
    },
    /** The one row that Tab leads to. */
    current(on_) {
      attribute(el, "tabindex", on_ ? "0" : "-1");
      attribute(el, "aria-selected", on_ ? "true" : "false");
      for (const one of inner) attribute(one, "tabindex", on_ ? "0" : "-1");
    },
  };
}

/** A line that is no item: more to read, or being read. */
export function makeLine(row, onmore) {
  const said = row.more === undefined ? "Reading…" : "Show more";
  const act = row.more === undefined ? h("span", { class: "soft" }, said)
    : h("button", { type: "button", class: "plain", onclick: () => onmore(row.more) }, said);
  const el = h("div", { role: "row", class: "node line", tabindex: "-1", "data-key": row.key, "aria-level": row.level },
    cell("what", act));
  el.style.setProperty("--level", row.level - 1);
  return { el, paint: () => {}, current: (on) => attribute(el, "tabindex", on ? "0" : "-1"), act };
}
