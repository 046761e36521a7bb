// The rows of the tree on the page, and the keys that walk them: a treegrid, of which one row has the focus.

import { attribute, h } from "../../dom.js";
import { makeLine, makeNode } from "./node.js";
import { openMenu } from "./menu.js";
import { here } from "../../router.js";

const HEADS = [["what", "Item"], ["kind", "Kind"], ["standing", "Status"], ["who", "Who"], ["acts", "Actions"]];

/** `on`: { fold(id, open), more(parent), menu(id), open(id), at(id), keys(event, id) } */
export function makeGrid(tree, may, signal, on) {
  const nodes = new Map();
  let shown = [];
  let at = null;
  let lost = null;
  let told;
  const heads = HEADS.slice(0, may ? 5 : 4).map(([name, words]) => h("span", { role: "columnheader", class: name },
    h("span", { class: name === "acts" ? "unseen" : null }, words)));
  const body = h("div", { role: "rowgroup" });
  const el = h("div", { role: "treegrid", class: may ? "grid may" : "grid", "aria-label": "Items of the plan" },
    h("div", { role: "rowgroup" }, h("div", { role: "row", class: "heads soft" }, heads)), body);
  const place = (key) => shown.findIndex((row) => row.key === key);
  const row = () => shown[place(at)];

  function make({ key, id, ...line }) {
    const node = id ? makeNode(id, may, on) : makeLine({ key, ...line }, on.more);
    nodes.set(key, node);
    return node;
  }

  /** `quiet`: nobody went there. */
  function current(key, quiet = false) {
    if (key === at && nodes.get(key)?.el.tabIndex === 0) return;
    nodes.get(at)?.current(false);
    at = key;
    nodes.get(key)?.current(true);
    clearTimeout(told);
    if (quiet) return;
    lost = null;
    told = setTimeout(() => { if (!signal.aborted && here()?.query.get("view") !== "board") on.at(row()?.id ?? null); }, 300);
  }

  /** Draws what there is to see. Whoever is somewhere stays there, near it while it is gone, and there when it is back. */
  function draw() {
    const held = el.contains(document.activeElement) ? document.activeElement : null;
    const was = place(at);
    shown = [...tree.rows()];
    const keys = new Set(shown.map(({ key }) => key));
    for (const [key, node] of nodes) {
      if (keys.has(key)) continue;
      node.el.remove();
      nodes.delete(key);
    }
    let next = body.firstElementChild;
    for (const line of shown) {
      const node = nodes.get(line.key) ?? make(line);
      if (line.id) node.paint(tree.items.get(line.id), line, tree.open.has(line.id));
      if (node.el === next) next = next.nextElementSibling;
      else body.insertBefore(node.el, next);
    }
    if (!keys.has(at)) {
      lost ??= at;
      current(shown[Math.min(Math.max(was, 0), shown.length - 1)]?.key ?? null, true);
    }
    if (keys.has(lost)) {
      current(lost, true);
      if (held) nodes.get(lost).el.focus({ preventScroll: true });
      lost = null;
    } else if (held && document.activeElement !== held) (held.isConnected ? held : nodes.get(at)?.el ?? body).focus({ preventScroll: true });
  }

  function moveTo(key, { focus = true } = {}) {
    const node = nodes.get(key);
    if (!node) return;
    current(key);
    if (focus) node.el.focus({ preventScroll: true });
    node.el.scrollIntoView({ block: "nearest" });
  }

  const step = (by) => { const to = shown[place(at) + by]; if (to) moveTo(to.key); };
  const KEYS = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Home: () => { if (shown.length) moveTo(shown[0].key); },
    End: () => { if (shown.length) moveTo(shown.at(-1).key); },
    ArrowRight() {
      const { id } = row();
      if (!id || !tree.items.get(id).children) return;
      if (tree.open.has(id)) step(1);
      else on.fold(id, true);
    },
    ArrowLeft() {
      const { id, parent = row().more ?? row().wait } = row();
      if (id && tree.open.has(id) && tree.items.get(id).children) on.fold(id, false);
      else if (parent) moveTo(parent);
    },
  };

  el.addEventListener("keydown", (event) => {
    if (!row() || event.isComposing) return;
    if (on.keys(event, row().id)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const does = KEYS[event.key];
    if (does) does();
    else if (event.key === "Enter" && event.target.getAttribute("role") === "row") {
      if (row().id) on.open(row().id);
      else nodes.get(at).act.click();
    } else return;
    event.preventDefault();
  });
  const keyOf = (target) => target.closest(".node")?.dataset.id ?? target.closest(".node")?.dataset.key;
  el.addEventListener("focusin", ({ target }) => { if (keyOf(target)) current(keyOf(target)); });
  el.addEventListener("click", ({ target }) => {
    if (keyOf(target) && !target.closest("a, button") && getSelection().isCollapsed) moveTo(keyOf(target));
  });

  return {
    el, draw, moveTo,
    /** The item one is at, or null. */
    at: () => row()?.id ?? null,
    node: (id) => nodes.get(id)?.el,
    busy: (id, is) => { const node = nodes.get(id); if (node) attribute(node.el, "aria-busy", is && "true"); },
    openMenu: () => {
      const node = nodes.get(at)?.el;
      if (row()?.id && may) openMenu(`What to do with ${tree.items.get(at).title}`, node.querySelector(".more"), on.menu(at), node);
    },
  };
}
