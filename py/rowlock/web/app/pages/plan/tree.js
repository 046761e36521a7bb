// The tree of a project: open and shut, walked by keys, moved by hand or by keys, kept in step with what others do.

import { fill, h } from "../../dom.js";
import { go, here, withQuery } from "../../router.js";
import { makeCarry } from "./carry.js";
import { makeDrag } from "./drag.js";
import { makeGrid } from "./grid.js";
import { makeTreeVerbs } from "./tree_verbs.js";
import { part } from "../../api.js";
import { refusal } from "../../words.js";
import { say } from "../../say.js";
import { TOP, Tree } from "./tree_store.js";

/** What was open, by project: whoever comes back finds it so. */
const kept = new Map();

/** `project`: its record, kept up to date; `may`: whether the plan may be written; `touched()`: something was changed. */
export function makeTree(project, machine, signal, { may, touched }) {
  const tree = new Tree(project.id, signal, () => draw());
  tree.open = kept.get(project.id) ?? new Set();
  kept.set(project.id, tree.open);
  const parts = {};
  let turn = Promise.resolve();
  const verbs = makeTreeVerbs(tree, parts, { project, machine, reading, touched });
  const grid = parts.grid = makeGrid(tree, may, signal, {
    fold,
    more,
    menu: verbs.menu,
    open: (id) => go(`/work-items/${part(id)}`),
    // Where one is, in the address; a step back leads out of the tree, not through it.
    at: (id) => { if (id !== here().query.get("item")) window.history.replaceState({}, "", withQuery({ item: id })); },
    keys: keyed,
  });
  const carry = parts.carry = makeCarry(tree, grid, verbs.put);
  const drag = may ? makeDrag(tree, grid, { put: verbs.put, fold, signal, active: () => project.status === "active" }) : null;
  const note = h("div", { class: "blank" });
  const frame = h("div", { class: "frame" }, grid.el, drag?.mark);
  const el = h("section", { class: "tree", "aria-label": "Tree" }, carry.el, frame, note);

  function draw() {
    grid.draw();
    const list = tree.below.get(TOP);
    frame.hidden = !list?.ids.length;
    fill(note, list && !list.ids.length
      ? h("p", { class: "empty soft" }, `Nothing is planned here yet.${may ? " Add the first item, and then what belongs to it." : ""}`) : null);
  }

  async function reading(read) {
    try {
      await read();
      draw();
      return true;
    } catch (error) {
      if (error.name !== "AbortError") say(await refusal(error), { fault: true });
      return false;
    }
  }

  async function more(parent) {
    const { length } = tree.below.get(parent).ids;
    // On to what is new.
    if (await reading(() => tree.more(parent))) grid.moveTo(tree.below.get(parent).ids[length]);
  }

  async function fold(id, open = !tree.open.has(id)) {
    if (!tree.items.get(id)?.children || open === tree.open.has(id)) return;
    if (open) tree.open.add(id);
    else tree.open.delete(id);
    draw();
    if (open && !tree.below.has(id) && !(await reading(() => tree.read(id)))) {
      tree.open.delete(id);
      draw();
    }
  }

  function keyed(event, id) {
    if (carry.keyed(event)) return true;
    const step = event.altKey && may && id && verbs.steps[event.key];
    // One after the other: each step begins where the one before has led.
    if (step) turn = turn.then(() => reading(() => step(id)));
    return Boolean(step);
  }

  return {
    el,
    async load(to) {
      const item = to.query.get("item");
      await tree.load();
      if (item && !tree.items.has(item) && !(await tree.reveal(item).catch(() => false))) say("The item of this address is not here any more.");
      draw();
    },
    placed: (to) => { if (to.query.get("item")) grid.moveTo(to.query.get("item"), { focus: false }); },
    add: () => verbs.add(),
    keys: !may ? [] : [
      { key: "a", does: "Add an item in the one I am at", run: () => { if (grid.at()) verbs.add(tree.items.get(grid.at())); } },
      { key: "m", does: "Move the item I am at", run: () => carry.take(grid.at()) },
      { key: ".", does: "What can be done with it", run: () => grid.openMenu() },
      // The tree hears these itself; here they are listed.
      { key: "Alt ↑ ↓", does: "Move it up, down", run: () => false },
      { key: "Alt → ←", does: "Move it into the item above, out again", run: () => false },
    ],
    /** Something of this project happened. */
    heard({ topic, subject_id: id, data }) {
      if (topic === "work_item.created") tree.touch(data.parent_id ?? TOP);
      else if (topic === "work_item.reparented") {
        tree.touch(data.from_parent ?? TOP);
        tree.touch(data.to_parent ?? TOP);
      } else if (tree.items.has(id)) tree.touch(tree.parentOf(id));
    },
    gap: () => tree.touchAll(),
  };
}
