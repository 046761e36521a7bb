// The runs: all of them, newest first, or those that the address asks for.

import * as counts from "../store/counts.js";
import * as live from "../store/live.js";
import * as session from "../session.js";
import { announce } from "../say.js";
import { button, fill, h, text } from "../dom.js";
import { COLUMNS } from "./runs/columns.js";
import { count } from "../format.js";
import { afterFailure, each, paced, runSections } from "./runs/shared.js";
import { go, setTitle, withQuery } from "../router.js";
import { keyed } from "./runs/keyed.js";
import { List } from "./runs/list.js";
import { makeFilters } from "./runs/filters.js";
import { narrowed, read, unfiltered } from "./runs/query.js";
import { refusal } from "../words.js";

const TICK = 10_000;
const IDLE = 60_000;
// What a run writes changes nothing in a list.
const QUIET = ["run.output_appended", "run.signal_received", "run.lease_acquired", "run.lease_released"];

/** What was shown last: whoever comes back finds it where it was. */
let kept = null;

export function open({ root, at, back, signal }) {
  setTitle("Runs");
  let asked = read(at);
  let { href } = at;
  const actor = session.id();
  const list = new List();
  const changed = new Set();
  const filters = makeFilters(signal);
  const table = keyed("Runs", COLUMNS);
  const news = button("", () => load({ fresh: new Set(list.fresh) }), { class: "news" });
  const blank = h("div", { class: "blank" });
  const further = button("Load more", more);
  const foot = h("div", { class: "foot" });
  root.append(h("div", { class: "runs" }, runSections(at.path),
    h("div", { class: "titled" }, h("h1", { tabindex: "-1", "data-first": true }, "Runs"), news),
    filters.el, table.el, blank, foot));

  const empty = () => (narrowed(asked)
    ? [h("p", {}, "No run is like that."), button("Clear filters", () => go(withQuery(unfiltered)))]
    : [h("p", {}, "There are no runs yet."), h("p", { class: "soft" }, "A run is started from a work item of the plan.")]);

  function paint(fresh) {
    const runs = list.shown();
    table.el.hidden = !runs.length;
    table.draw(runs, { fresh });
    text(news, list.fresh.size ? `Show ${count(list.fresh.size, "new run")}` : "");
    news.hidden = !list.fresh.size;
    fill(blank, runs.length || list.next ? null : h("div", { class: "empty" }, empty()));
    fill(foot, list.next ? [further, h("span", { class: "soft" }, `${count(runs.length, "run")} so far`)] : null);
  }

  async function fault(error) {
    table.el.hidden = true;
    fill(foot);
    fill(blank, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)),
      button("Try again", () => load()), button("Clear filters", () => go(withQuery(unfiltered)))));
  }

  async function load({ fresh } = {}) {
    const wait = setTimeout(() => { if (!list.order.length) fill(blank, h("p", { class: "soft empty", role: "status" }, "Looking for runs…")); }, 200);
    table.el.setAttribute("aria-busy", "true");
    try {
      if (!await list.load(asked, signal)) return;
      paint(fresh);
      announce(list.order.length ? count(list.order.length, "run") : "No runs");
    } catch (error) {
      if (error.name !== "AbortError") await fault(error);
    } finally {
      clearTimeout(wait);
      table.el.removeAttribute("aria-busy");
    }
  }

  async function more() {
    further.disabled = true;
    try {
      const from = list.order.length;
      await list.more(signal);
      paint();
      if (list.order[from]) table.el.querySelector(`[data-id="${list.order[from]}"] a`).focus();
    } catch (error) {
      if (error.name !== "AbortError") await fault(error);
    } finally {
      further.disabled = false;
    }
  }

  const look = paced(signal, async () => {
    const ids = [...changed];
    changed.clear();
    try {
      if (!list.order.length) await load();
      else { await list.look(ids, signal); paint(); }
    } catch {
      // The service is away: the stream tells of a gap when it is back, and the state says so meanwhile.
      for (const id of ids) changed.add(id);
    }
  });

  const failed = afterFailure(signal, look);
  live.listen(signal, {
    topics: ["run.>", "escalation.*"],
    event: (event) => {
      const { topic, subject_type: kind, subject_id: subject, data } = event;
      failed(event);
      const id = kind === "run" ? subject : data.run_id;
      if (!id || QUIET.includes(topic)) return;
      changed.add(id);
      look();
    },
    gap: look,
  });
  each(signal, TICK, table.tick);
  each(signal, IDLE, look);
  signal.addEventListener("abort", () => { kept = { actor, href, list: list.keep(), top: scrollY }; });

  async function show() {
    filters.show(asked);
    if (!back || kept?.href !== href || kept.actor !== actor) return load();
    list.restore(kept.list);
    paint();
    scrollTo(0, kept.top);
    return look();
  }
  show().then(() => {
    if (signal.aborted) return;
    filters.load().catch(() => {});
    counts.touch();
  });
  return { update(to) { ({ href } = to); asked = read(to); filters.show(asked); return load(); } };
}
