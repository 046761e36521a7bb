// The rows of the list and what is known to be new. Asks the service; draws nothing.

import { get } from "../../api.js";
import { PAGE } from "./query.js";

const SET = 100;

const chunks = (ids) => {
  const made = [];
  for (let i = 0; i < ids.length; i += SET) made.push(ids.slice(i, i + SET));
  return made;
};

export class List {
  /** `changed(what, ids)`: "rows" were replaced, "more" came, "row" changed in place, "fresh" are told. */
  constructor(changed) {
    this.changed = changed;
    this.records = new Map();
    this.order = [];
    this.fresh = new Set();
    this.next = null;
    this.total = null;
    this.capped = false;
    this.request = null;
    this.loading = null;
  }

  take(page) {
    for (const record of page.escalations) this.records.set(record.id, record);
    this.next = page.next;
    if (page.total !== null) this.tell(page);
    return page.escalations.map((record) => record.id);
  }

  tell({ total, total_capped: capped }) {
    this.total = total;
    this.capped = Boolean(capped);
  }

  /** Reads the list from its start: as far as it is shown now where the request is the same. */
  async load(request, { deep = false } = {}) {
    this.loading?.abort();
    const mine = this.loading = new AbortController();
    this.request = request;
    const limit = deep ? Math.min(Math.max(this.order.length, PAGE), 500) : PAGE;
    try {
      const page = await get(request.path, { ...request.query, limit }, mine.signal);
      if (mine !== this.loading) return;
      this.records = new Map();
      this.order = this.take(page);
      this.fresh.clear();
      this.changed("rows", this.order);
    } finally {
      if (mine === this.loading) this.loading = null;
    }
  }

  /** Reads the next page; false when there is none. */
  async more() {
    if (!this.next || this.loading) return false;
    const mine = this.loading = new AbortController();
    const { path, query } = this.request;
    try {
      const page = await get(path, { ...query, limit: PAGE, after: this.next, count: false }, mine.signal);
      if (mine !== this.loading) return false;
      const known = new Set(this.order);
      const ids = this.take(page).filter((id) => !known.has(id));
      this.order.push(...ids);
      for (const id of ids) this.fresh.delete(id);
      this.changed("more", ids);
      return true;
    } finally {
      if (mine === this.loading) this.loading = null;
    }
  }

  /** A record that an answer brought: shown in place, unless something newer is known. */
  put(record) {
    const known = this.records.get(record.id);
    if (!known || known.version > record.version) return;
    this.records.set(record.id, record);
    this.changed("row", [record.id]);
  }

  /** Looks at rows again: shown ones change in place, others that belong here are told as fresh. */
  async look(ids) {
    const { request } = this;
    if (!request) return;
    for (const some of chunks(ids.filter((id) => this.records.has(id)))) {
      const page = await get("/api/escalations", { ids: some, count: false, limit: SET });
      const found = new Map(page.escalations.map((record) => [record.id, record]));
      for (const id of some) {
        const record = found.get(id);
        const known = this.records.get(id);
        if (record) this.put(record);
        else if (known && !known.gone) this.put({ ...known, gone: true });
      }
    }
    const size = this.fresh.size;
    for (const some of chunks(ids.filter((id) => !this.records.has(id)))) {
      const page = await get(request.path, { ...request.query, order_by: null, ids: some, count: false, limit: SET });
      if (request !== this.request) return;
      const found = new Set(page.escalations.map((record) => record.id));
      for (const id of some) this.fresh[found.has(id) ? "add" : "delete"](id);
    }
    if (size !== this.fresh.size) this.changed("fresh", [...this.fresh]);
  }

  /** Counts again; `peek`: looks too for what came without an event, as claims lapse silently. */
  async recount({ peek = false } = {}) {
    const { request } = this;
    if (!request || this.loading) return;
    const page = await get(request.path, { ...request.query, limit: peek ? PAGE : 1 });
    if (request !== this.request || this.loading) return;
    const size = this.fresh.size;
    for (const { id } of peek ? page.escalations : []) if (!this.records.has(id)) this.fresh.add(id);
    this.tell(page);
    this.changed("total", []);
    if (size !== this.fresh.size) this.changed("fresh", [...this.fresh]);
  }
}
