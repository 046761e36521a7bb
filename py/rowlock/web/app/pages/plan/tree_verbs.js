// What one does in the tree: put items elsewhere, add, delete, change their status. Then what is seen is read anew.

import { announce, say } from "../../say.js";
import { arrange, transition } from "./verbs.js";
import { askDelete, askItem } from "./questions.js";
import { go } from "../../router.js";
import { nextOf, statusName } from "./labels.js";
import { part } from "../../api.js";
import { TOP } from "./tree_store.js";

/** `parts`: { grid, carry }, which are made after this; `reading(read)`: reads, draws, and tells a failure. */
export function makeTreeVerbs(tree, parts, { project, machine, reading, touched }) {
  const siblings = (id) => tree.below.get(tree.parentOf(id)).ids;
  const above = (id) => siblings(id)[siblings(id).indexOf(id) - 1];
  const path = (id) => `/work-items/${part(id)}`;

  /** Puts an item somewhere; refused, it stays where it was. */
  async function put(id, parent, before) {
    const { grid } = parts;
    const item = tree.items.get(id);
    const from = tree.parentOf(id);
    grid.moveTo(id);
    grid.busy(id, true);
    const moved = await arrange(item, parent, before);
    grid.busy(id, false);
    tree.touch(from);
    tree.touch(parent);
    if (moved) {
      item.parent_id = moved.parent_id;
      if (parent) tree.open.add(parent);
      if (parent && !tree.below.has(parent)) await tree.read(parent).catch(() => tree.open.delete(parent));
    }
    await tree.look();
    // Who went on to another row meanwhile stays there.
    if (grid.at() === id) grid.moveTo(id);
    if (moved) announce(`${item.title} is ${parent ? `in ${tree.items.get(parent).title}` : "at the top level"} now`);
  }

  /** By keys: a step up or down among its siblings, into the item above it, out beside its parent. */
  const steps = {
    ArrowUp: async (id) => (above(id) ? put(id, tree.parentOf(id), above(id)) : say("It is the first there already.")),
    async ArrowDown(id) {
      const next = await tree.after(id);
      return next ? put(id, tree.parentOf(id), await tree.after(next)) : say("It is the last there already.");
    },
    ArrowRight: async (id) => (above(id) ? put(id, above(id), null) : say("There is no item above it to go into.")),
    async ArrowLeft(id) {
      const parent = tree.parentOf(id);
      return parent ? put(id, tree.parentOf(parent), await tree.after(parent)) : say("It is at the top level already.");
    },
  };

  async function add(parent = null) {
    const made = await askItem(project.id, parent);
    if (!made) return;
    touched();
    tree.touch(parent?.id ?? TOP);
    await tree.look();
    await reading(() => tree.reveal(made.id));
    parts.grid.moveTo(made.id);
  }

  async function drop(item) {
    const next = siblings(item.id)[siblings(item.id).indexOf(item.id) + 1] ?? above(item.id) ?? tree.parentOf(item.id);
    if (!await askDelete(item)) return;
    touched();
    tree.touch(tree.parentOf(item.id));
    await tree.look();
    if (next) parts.grid.moveTo(next);
  }

  async function change(item, to) {
    await transition(item, to);
    touched();
    // Cancelling changes what is below, too.
    tree.touchAll();
    await tree.look();
  }

  const active = () => project.status === "active";
  return {
    put, steps, add,
    menu(id) {
      const item = tree.items.get(id);
      return [
        { name: "Open", key: "Enter", run: () => go(path(id)) },
        ...nextOf(machine, item.status).map(({ to_status: to }) => (
          { name: `${statusName(to)}${to === "cancelled" ? "…" : ""}`, run: () => change(item, to) })),
        active() && { name: "Add an item in it…", key: "a", run: () => add(item) },
        active() && { name: "Move…", key: "m", run: () => parts.carry.take(id) },
        active() && { name: "Delete…", danger: true, run: () => drop(item) },
      ];
    },
  };
}
