// A menu that opens at a button: what can be done with one thing. Escape, Tab or a click elsewhere leaves it.

import { h } from "../../dom.js";

const MARGIN = 8;

function place(sheet, anchor) {
  const at = anchor.getBoundingClientRect();
  const { width, height } = sheet.getBoundingClientRect();
  const left = Math.max(MARGIN, Math.min(at.right - width, innerWidth - width - MARGIN));
  const below = at.bottom + height + MARGIN < innerHeight;
  sheet.style.setProperty("left", `${left}px`);
  sheet.style.setProperty("top", `${below ? at.bottom + 2 : Math.max(MARGIN, at.top - height - 2)}px`);
}

/** `entries`: [{ name, key?, danger?, run }], false ones left out; `back`: what has the focus afterwards. */
export function openMenu(label, anchor, entries, back = anchor) {
  const known = entries.filter(Boolean);
  const items = known.map(({ name, key, danger, run }) => h("button", {
    type: "button", role: "menuitem", tabindex: "-1", class: danger ? "danger" : null,
    onclick: () => { sheet.hidePopover(); back.focus(); run(); },
  }, h("span", {}, name), key ? h("kbd", { "aria-hidden": "true" }, key) : null));
  const sheet = h("div", { class: "plan-menu", popover: "auto", role: "menu", "aria-label": label }, items);

  sheet.addEventListener("keydown", (event) => {
    const at = items.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === "Tab") sheet.hidePopover();
    if (to === undefined) return;
    event.preventDefault();
    items.at(to % items.length).focus();
  });
  const closed = new AbortController();
  for (const name of ["resize", "scroll"]) addEventListener(name, () => place(sheet, anchor), { signal: closed.signal, capture: true });
  sheet.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    closed.abort();
    anchor.setAttribute("aria-expanded", "false");
    const held = sheet.contains(document.activeElement) || document.activeElement === document.body;
    sheet.remove();
    if (held) back.focus();
  });
  document.body.append(sheet);
  sheet.showPopover();
  place(sheet, anchor);
  anchor.setAttribute("aria-expanded", "true");
  items[0]?.focus();
}

/** The button of a menu, which is made when it is opened. */
export const menuButton = (label, entries, given = {}) => h("button", {
  type: "button", class: "plain more", "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": label, title: label,
  onclick: ({ currentTarget }) => openMenu(label, currentTarget, entries()), ...given,
}, "⋯");
