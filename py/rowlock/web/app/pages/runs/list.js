// The runs that are shown: pages of the service's list, kept up to date, and what is new but not shown yet.

import { get, part } from "../../api.js";
import { PAGE, request } from "./query.js";

// A page may be short where what is asked for is rare: so many are read on before somebody has to press.
const TRIES = 6;
const MOST = 500;
// Of those that left the list so many are looked at alone.
const SINGLE = 20;

export class List {
  order = [];
  records = new Map();
  next = null;
  fresh = new Set();
  #asked = null;
  #turn = 0;

  shown() {
    return this.order.map((id) => this.records.get(id));
  }

  #take(runs) {
    for (const run of runs) {
      if (!this.records.has(run.id)) this.order.push(run.id);
      this.records.set(run.id, run);
    }
  }

  async #pages(after, signal, mine) {
    const found = [];
    let next = after;
    for (let i = 0; i < TRIES; i += 1) {
      const page = await get("/api/runs", { ...request(this.#asked), limit: PAGE, after: next }, signal);
      found.push(...page.runs);
      next = page.next;
      if (found.length >= PAGE / 2 || !next || mine !== this.#turn) break;
    }
    return { found, next };
  }

  /** Reads the first page anew; false when something else was asked for meanwhile. */
  async load(asked, signal) {
    const mine = ++this.#turn;
    this.#asked = asked;
    const { found, next } = await this.#pages(null, signal, mine);
    if (mine !== this.#turn) return false;
    this.order = [];
    this.records = new Map();
    this.fresh = new Set();
    this.#take(found);
    this.next = next;
    return true;
  }

  async more(signal) {
    const mine = this.#turn;
    const { found, next } = await this.#pages(this.next, signal, mine);
    if (mine !== this.#turn) return;
    this.#take(found);
    this.next = next;
  }

  /** Takes over what somebody comes back to. */
  restore(kept) {
    Object.assign(this, { order: kept.order, records: kept.records, next: kept.next, fresh: kept.fresh });
    this.#asked = kept.asked;
  }

  keep() {
    return { order: this.order, records: this.records, next: this.next, fresh: this.fresh, asked: this.#asked };
  }

  /** Reads what is shown once more; `ids`: those that changed, wherever they are by now. */
  async look(ids, signal) {
    const mine = this.#turn;
    const limit = Math.min(MOST, Math.max(PAGE, this.order.length + 10));
    const { runs } = await get("/api/runs", { ...request(this.#asked), limit }, signal);
    if (mine !== this.#turn) return;
    const last = this.records.get(this.order.at(-1));
    for (const run of runs) {
      if (this.records.has(run.id)) this.#put(run);
      // What is older than all that is shown comes when one asks for more.
      else if (!last || !this.next || run.created_at > last.created_at) this.fresh.add(run.id);
    }
    const there = new Set(runs.map(({ id }) => id));
    const left = [...ids].filter((id) => this.records.has(id) && !there.has(id)).slice(0, SINGLE);
    await Promise.all(left.map(async (id) => {
      try {
        this.#put(await get(`/api/runs/${part(id)}`, {}, signal));
      } catch (error) {
        if (error.status !== 404) throw error;
        this.#put({ ...this.records.get(id), gone: true, parked: false });
      }
    }));
  }

  #put(run) {
    const known = this.records.get(run.id);
    if (known && !(known.version > run.version)) this.records.set(run.id, run);
  }
}
