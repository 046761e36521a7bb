// What is known of a tree: items, and which stand below which, as far as anybody looked. Read level by level.

import { get, part } from "../../api.js";
import { Later } from "./later.js";

const PAGE = 100;
const MOST = 500;
/** Above all: the parent of what has none. */
export const TOP = "";

export class Tree {
  items = new Map();

  below = new Map();

  open = new Set();

  #turn = Promise.resolve();

  #later;

  /** `changed()`: something was read anew. */
  constructor(project, signal, changed) {
    Object.assign(this, { project, signal });
    this.#later = new Later((parent) => this.read(parent), signal, changed);
  }

  parentOf(id) { return this.items.get(id)?.parent_id ?? TOP; }

  #page(parent, after, limit) {
    const whose = parent ? { parent_id: parent } : { project_id: this.project, roots: true };
    return get("/api/work-items", { ...whose, limit, after }, this.signal);
  }

  /** One after the other: what is asked for later knows more. */
  #queue(does) {
    const turn = this.#turn.then(does);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  #put(parent, ids, next) {
    this.below.set(parent, { ids, next });
    const own = this.items.get(parent);
    if (own && !next) own.children = ids.length;
  }

  #take(items) {
    for (const item of items) this.items.set(item.id, item);
    return items.map(({ id }) => id);
  }

  /** Reads what stands below, as much of it as was known, or a first page. */
  read(parent) {
    return this.#queue(async () => {
      const wanted = Math.max(PAGE, this.below.get(parent)?.ids.length ?? 0);
      const ids = [];
      let next = null;
      do {
        const page = await this.#page(parent, next, Math.min(MOST, wanted - ids.length));
        ids.push(...this.#take(page.work_items));
        ({ next } = page);
      } while (next && ids.length < wanted);
      this.#put(parent, ids, next);
    });
  }

  more(parent, limit = PAGE) {
    return this.#queue(async () => {
      const { ids, next } = this.below.get(parent);
      if (!next) return;
      const page = await this.#page(parent, next, limit);
      const known = new Set(ids);
      this.#put(parent, [...ids, ...this.#take(page.work_items).filter((id) => !known.has(id))], page.next);
    });
  }

  /** Opens all above an item, so that it is seen; false when it is not in this project. */
  async reveal(id) {
    const chain = [];
    for (let at = id; at;) {
      const item = this.items.get(at) ?? await get(`/api/work-items/${part(at)}`, {}, this.signal);
      if (item.project_id !== this.project) return false;
      chain.unshift(item);
      at = item.parent_id;
    }
    for (const item of chain) {
      const parent = item.parent_id ?? TOP;
      if (!this.below.has(parent)) await this.read(parent);
      while (!this.below.get(parent).ids.includes(item.id) && this.below.get(parent).next) await this.more(parent, MOST);
      if (parent) this.open.add(parent);
    }
    return this.items.has(id);
  }

  /** Reads the top, and what is below all that is open. */
  async load() {
    const known = new Set();
    for (const parent of this.#walk(known)) await this.read(parent);
    for (const id of this.open) if (!known.has(id)) this.open.delete(id);
    // What is shut is read again when it is opened.
    for (const parent of this.below.keys()) if (parent && !known.has(parent)) this.below.delete(parent);
  }

  * #walk(known, parent = TOP) {
    yield parent;
    for (const id of this.below.get(parent).ids.filter((one) => this.open.has(one))) {
      known.add(id);
      yield* this.#walk(known, id);
    }
  }

  /** The item after this one, as far as its parent goes; null: it is the last. */
  async after(id, without = null) {
    const parent = this.parentOf(id);
    for (;;) {
      const { ids, next } = this.below.get(parent);
      const found = ids.slice(ids.indexOf(id) + 1).find((one) => one !== without);
      if (found || !next) return found ?? null;
      await this.more(parent);
    }
  }

  /** All that is to be seen, in order: items, and lines that stand for what is not read yet. */
  * rows(parent = TOP, level = 1) {
    const list = this.below.get(parent);
    if (!list) {
      yield { key: `wait ${parent}`, wait: parent, level };
      return;
    }
    for (const [i, id] of list.ids.entries()) {
      yield { key: id, id, parent, level, place: i + 1, size: list.next ? -1 : list.ids.length };
      if (this.open.has(id) && this.items.get(id).children) yield* this.rows(id, level + 1);
    }
    if (list.next) yield { key: `more ${parent}`, more: parent, level, shown: list.ids.length };
  }

  /** What stands below this is to be read anew, and how much that is. */
  touch(parent) { this.#later.touch(...(parent ? [parent, this.parentOf(parent)] : [TOP]).filter((list) => this.below.has(list))); }

  touchAll() { this.#later.touch(...this.below.keys()); }

  /** Reads what was touched, now. */
  look() { return this.#later.look(); }
}
