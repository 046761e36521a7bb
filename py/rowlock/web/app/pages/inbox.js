// The inbox: what is available, what is mine, or all; the address says which and how.

import * as counts from "../store/counts.js";
import * as keys from "../keys.js";
import * as session from "../session.js";
import { makeVerbs } from "./inbox/verbs.js";
import { emptyWords, skeleton } from "./inbox/blank.js";
import { follow } from "./inbox/feed.js";
import { List } from "./inbox/list.js";
import { makeBulk } from "./inbox/bulk.js";
import { makeFilters } from "./inbox/filters.js";
import { makeHead } from "./inbox/head.js";
import { makeRows } from "./inbox/rows.js";
import { button, fill, h, text } from "../dom.js";
import { go, setTitle, withQuery } from "../router.js";
import { read, request, unfiltered, VIEWS } from "./inbox/query.js";
import { refusal } from "../words.js";
import { announce } from "../say.js";
import { count } from "../format.js";

/** What was shown last: whoever comes back finds it where it was. */
let kept = null;

export function open({ root, at, back, signal }) {
  let asked = read(at);
  let { href } = at;
  const actor = session.id();
  const list = new List((what, ids) => changed(what, ids));
  const rows = makeRows(list, signal, {
    act: (verb, id) => verbs[verb](list.records.get(id)),
    picking: (ids) => { bulk.update(ids); head.picking(ids.length, list.order.length); },
    end: () => more(),
  });
  const verbs = makeVerbs(list, rows);
  const bulk = makeBulk(list, rows);
  const filters = makeFilters(signal);
  const head = makeHead(signal, {
    refresh: () => load({ deep: true, fresh: true }), pickAll: rows.pickAll, opener: filters.opener,
  });
  const blank = h("div", { class: "blank" });
  const foot = h("div", { class: "foot" });
  const further = button("Load more", () => more());
  const shown = h("span", { class: "soft" });

  const listing = h("section", { class: "listing", "aria-labelledby": "title" }, head.el, filters.el, rows.el, blank, foot);
  root.append(h("div", { class: "inbox" }, listing), bulk.el);
  signal.addEventListener("abort", () => {
    bulk.update([]);
    kept = { actor, href, list, at: rows.at()?.id, top: scrollY };
  });

  function changed(what, ids) {
    if (what === "row") rows.change(ids);
    if (what === "more") rows.append(ids);
    if (what === "fresh") head.fresh(list.fresh.size);
    if (what !== "row") paintFoot();
  }

  function paintFoot() {
    const { order, total, capped, next } = list;
    text(shown, !next || total === null ? "" : `${count(order.length, "row")} of ${counts.amount(Math.max(total, order.length), capped)}`);
    fill(foot, order.length ? [next ? further : null, shown] : null);
    fill(blank, list.order.length ? null : emptyWords(asked));
    head.count(total, capped);
    head.picking(rows.picked().length, order.length);
  }

  async function load({ deep = false, fresh = false } = {}) {
    const bones = setTimeout(() => { if (!list.order.length) fill(blank, skeleton()); }, 200);
    const wanted = new Set(list.fresh);
    rows.wait(true);
    try {
      const before = list.loading;
      await list.load(request(asked), { deep });
      if (list.loading && list.loading !== before) return;
      rows.draw({ fresh: fresh ? wanted : new Set() });
      head.fresh(0);
      paintFoot();
      performance.mark("rowlock-useful");
      counts.touch();
      announce(list.order.length ? `${count(list.total ?? list.order.length, "row")}` : "Nothing here");
    } catch (error) {
      if (error.name !== "AbortError") await fault(error);
    } finally {
      clearTimeout(bones);
      rows.wait(false);
    }
  }

  async function fault(error) {
    list.order = [];
    rows.draw();
    fill(foot);
    fill(blank, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)),
      button("Try again", () => load()), button("Clear filters", () => go(withQuery(unfiltered)))));
  }

  async function more() {
    try {
      further.disabled = true;
      const from = list.order.length;
      if (await list.more()) rows.moveTo(list.order[from]);
    } catch (error) {
      if (error.name !== "AbortError") await fault(error);
    } finally {
      further.disabled = false;
    }
  }

  function show(next, { again = false } = {}) {
    asked = next;
    const name = VIEWS.find(([view]) => view === asked.view)[1];
    setTitle(name);
    listing.dataset.view = asked.view;
    head.show(asked);
    filters.show(asked);
    if (!again) return load();
    Object.assign(list, { records: kept.list.records, order: kept.list.order, next: kept.list.next,
      total: kept.list.total, capped: kept.list.capped, request: kept.list.request });
    rows.draw();
    paintFoot();
    rows.moveTo(kept.at);
    scrollTo(0, kept.top);
    return list.look(list.order).then(() => list.recount({ peek: true }));
  }

  const on = (act) => () => { const record = rows.at(); return record ? void act(record) : false; };
  const group = "In the inbox";
  keys.bind(signal, [
    { key: "j", does: "Next row", run: () => rows.step(1), group },
    { key: "k", does: "Row before", run: () => rows.step(-1), group },
    { key: "Enter", does: "Open the row", run: (event) => (/^(A|BUTTON|SUMMARY)$/.test(event.target.tagName) ? false : on(verbs.open)()), group },
    { key: "c", does: "Claim, or extend a claim of yours", run: on((record) => verbs.claim(record)), group },
    { key: "r", does: "Resolve: open the form", run: on(verbs.answer), group },
    { key: "x", does: "Release", run: on((record) => verbs.release(record)), group },
    { key: "s", does: "Pick, or unpick", run: on(({ id }) => rows.pick([id], !rows.picked().includes(id))), group },
    { key: "Escape", does: "Unpick all", run: () => { if (!rows.picked().length) return false; return rows.pickAll(false); }, group, always: true },
    { key: "n", does: "Show what is new", run: () => { load({ deep: true, fresh: true }); }, group },
    { key: "/", does: "Look for an id", run: () => head.search(), group },
    ...VIEWS.map(([view, name], i) => ({ key: String(i + 1), does: name, run: () => { go(withQuery({ view: i ? view : null })); }, group })),
  ]);

  const again = back && kept?.href === href && kept.actor === actor;
  follow(list, signal);
  show(asked, { again }).then(() => { if (!signal.aborted) filters.load().catch(() => {}); });
  return { update: (to) => { ({ href } = to); return show(read(to)); } };
}
