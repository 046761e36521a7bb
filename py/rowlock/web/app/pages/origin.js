// Everything that shares an origin, in order of time: what waited for what, and what happened.

import * as live from "../store/live.js";
import { attribute, button, fill, h, text } from "../dom.js";
import { called, learn } from "../store/names.js";
import { count } from "../format.js";
import { get, now, part } from "../api.js";
import { go, setTitle, withQuery } from "../router.js";
import { happened, hrefOf, KINDS, lineOf, peopleOf, titleOf } from "./origin/lines.js";
import { makeGantt, meaning } from "../charts/gantt.js";
import { own, stamp, stretchOf } from "../charts/zone.js";
import { refill } from "../charts/refill.js";
import { refusal } from "../words.js";
import { table } from "../parts/table.js";

const PAGE = 1000;
const PACE = 1500;
const iso = (at) => new Date(at).toISOString();

export async function open({ root, at: first, signal }) {
  const id = first.params.origin_id;
  const path = `/api/origins/${part(id)}`;
  const zone = own();
  setTitle(`Origin ${id}`);
  let at = first;
  let entries = [];
  let intervals = new Map();
  let pages = 1;
  const zoom = (since, until) => go(withQuery({ since: iso(since), until: iso(until) }));
  const gantt = makeGantt("Everything of this origin, in order of time", { zoom });
  const span = h("p", { class: "soft span" });
  const note = h("p", { class: "soft" });
  const fault = h("p", { class: "fault", role: "alert" });
  const events = h("div", {});
  const title = h("h1", { id: "title", "data-first": true, tabindex: "-1" }, "Origin ", h("span", { class: "mono" }, id));
  const more = button("Show more", () => { pages += 1; load(); });
  const middle = (share) => () => {
    const { from, until } = windowOf();
    zoom(from + (until - from) * share, until - (until - from) * share);
  };
  const aside = (share) => () => {
    const { from, until } = windowOf();
    zoom(from + (until - from) * share, until + (until - from) * share);
  };
  const closer = button("Zoom in", middle(0.25));
  const moves = [button("‹ Earlier", aside(-0.5)), button("Later ›", aside(0.5))];
  const whole = button("Show all", () => go(withQuery({ since: null, until: null })));
  const shown = h("div", { class: "shown" },
    h("section", { class: "chart", "aria-label": "Times" },
      h("div", { class: "chart-head" }, meaning({ wait: "waited", work: "worked on", open: "not done yet" }), h("span", { class: "gap" }), closer, moves, whole),
      gantt.el, note, more),
    h("section", { "aria-labelledby": "happened" }, h("h2", { id: "happened" }, "What happened"), events));
  shown.hidden = true;
  fill(root, h("article", { class: "origin", "aria-labelledby": "title" }, title, span, fault, shown));

  /** All of it, with a little room, or what the address asks for. */
  function windowOf() {
    const [since, until] = ["since", "until"].map((name) => Date.parse(at.query.get(name) ?? ""));
    if (since < until) return { from: since, until };
    const times = lines().flatMap(({ segments, ticks }) => [...segments.flatMap((one) => [one.from, one.until]), ...ticks.map((tick) => tick.at)]);
    const [low, high] = times.length ? [Math.min(...times), Math.max(...times)] : [now() - 60_000, now()];
    const room = Math.max((high - low) * 0.02, 1000);
    return { from: low - room, until: high + room };
  }
  function lines() {
    const ticks = new Map();
    for (const { at: when, kind, record } of entries) {
      if (kind !== "event") continue;
      const known = ticks.get(record.subject_id) ?? [];
      known.push({ at: Date.parse(when), title: `${happened(record, called)}, ${stamp(Date.parse(when), zone)}` });
      ticks.set(record.subject_id, known);
    }
    return entries.filter(({ kind }) => kind !== "event").map((entry) => lineOf(entry, { intervals, ticks, zone, now: now() }));
  }
  const subject = ({ subject_type: kind, subject_id: key }) => {
    const thing = entries.find((entry) => entry.id === key && entry.kind === kind);
    const name = thing ? titleOf(thing) : key;
    const href = hrefOf(kind, key);
    return [h("span", { class: "soft" }, `${KINDS[kind] ?? kind} `), href ? h("a", { href }, name) : name];
  };
  const COLUMNS = [
    { name: "When", cell: ({ at: when }) => h("time", { datetime: when, title: when }, stamp(Date.parse(when), zone)) },
    { name: "What", cell: ({ record }) => happened(record, called) },
    { name: "Of what", cell: ({ record }) => subject(record) },
  ];
  function paint() {
    const { from, until } = windowOf();
    gantt.show({ from, until, zone, lines: lines() });
    const told = entries.filter(({ kind }) => kind === "event");
    refill(events, told.length ? table("What happened, in order of time", COLUMNS, told) : h("p", { class: "soft" }, "The journal keeps nothing of it."));
    const full = entries.length === PAGE * pages;
    more.hidden = !full;
    text(note, full ? `The first ${entries.length} entries; there may be more.` : "");
    for (const one of [...moves, whole]) attribute(one, "hidden", !at.query.get("since"));
    text(span, `${count(entries.length - told.length, "thing")}, ${count(told.length, "event")}; ${stretchOf(from, until, zone)}, ${zone}`);
    shown.hidden = false;
  }
  let reading = null;
  let again = false;
  /** Never twice at once: an older answer would come after a newer one. */
  function load() {
    again = Boolean(reading);
    reading ??= read().finally(() => {
      reading = null;
      if (again && !signal.aborted) load();
    });
    return reading;
  }
  async function read() {
    try {
      const found = [];
      for (let n = 0; n < pages; n += 1) {
        const page = await get(path, { limit: PAGE, offset: n * PAGE }, signal);
        found.push(...page.entries);
        if (page.entries.length < PAGE) break;
      }
      const rows = found.filter(({ kind }) => kind === "escalation");
      const { intervals: spans } = rows.length
        ? await get("/api/analytics/intervals", { since: rows[0].at, query: { origin_id: id }, limit: PAGE }, signal) : { intervals: [] };
      intervals = new Map(spans.map((one) => [one.id, one]));
      entries = found;
      await learn(peopleOf(entries));
      signal.throwIfAborted();
      fill(fault);
      paint();
    } catch (error) {
      if (error.name === "AbortError") return;
      fill(fault, await refusal(error), " ", error.status === 404 ? h("a", { href: "/" }, "To the inbox") : button("Try again", load));
    }
  }

  let timer = null;
  const later = () => { timer ??= setTimeout(() => { timer = null; load(); }, PACE); };
  signal.addEventListener("abort", () => clearTimeout(timer));
  live.listen(signal, {
    topics: ["escalation.*", "task.*", "run.*", "work_item.*"], gap: later,
    event: ({ origin_id: origin, subject_id: key }) => { if (origin === id || entries.some((entry) => entry.id === key)) later(); },
  });
  await load();
  return { update: (to) => { at = to; paint(); } };
}
