// Analytics: the figures of a window as charts; the address says which window, which rows, and how they are cut.

import * as keys from "../keys.js";
import * as live from "../store/live.js";
import { announce } from "../say.js";
import { frame, read } from "./analytics/asked.js";
import { go, setTitle } from "../router.js";
import { h } from "../dom.js";
import { now } from "../api.js";
import { makeAgeing, makeHistogram } from "./analytics/bins.js";
import { makeBacklog } from "./analytics/backlog.js";
import { makeFlow } from "./analytics/flow.js";
import { makeGlance } from "./analytics/glance.js";
import { makeHead, stretch } from "./analytics/head.js";
import { makeLittle, makeWorkload } from "./analytics/workload.js";
import { makeMeasure } from "./analytics/measure.js";
import { makeRows } from "./analytics/rows.js";
import { refusal } from "../words.js";

const SOON = 1000;
const IDLE = 60_000;
// Long windows cost more, and a minute is little in them: hours, and how long one waits at least.
const PACE = [[2, 2000], [48, 5000], [200, 30_000], [Infinity, 60_000]];
const HOUR = 3_600_000;
const PICKING = ".picked[visibility=visible], .drawn:not([hidden])";

export function open({ root, at, signal }) {
  setTitle("Analytics");
  let asked = null;
  let loading = null;
  let readAt = 0;
  // Up to the end of a window that ends now: so does the new one.
  const zoom = (since, until) => go(stretch(since, asked.frame.ends || until < asked.frame.until - 2000 ? until : now()));
  const glance = makeGlance();
  const head = makeHead();
  const choose = makeMeasure();
  const parts = [
    makeBacklog({ zoom, told: glance.told }), makeFlow({ zoom, tools: choose.el }), makeHistogram(),
    makeAgeing({ told: glance.told }), makeLittle(), makeWorkload(), makeRows({ zoom }),
  ];
  root.append(h("article", { class: "analytics", "aria-labelledby": "title" }, head.el, glance.el, h("div", { class: "charts" }, parts.map(({ el }) => el))));

  async function one(part, mine, quiet) {
    if (!quiet) part.wait();
    try {
      await part.load(asked, mine);
    } catch (error) {
      if (error.name === "AbortError" || mine.aborted) return;
      // The service is away for now: what stands there is better than nothing.
      if (quiet && (error.status === 0 || error.status >= 500)) return;
      const words = await refusal(error);
      const field = error.status === 400 && error.detail?.field;
      if (field) head.tell(field, words);
      part.fail(field ? "Not shown: what is asked for above needs another look." : words, field ? null : () => one(part, mine));
    }
  }

  async function load({ quiet = false } = {}) {
    loading?.abort();
    const mine = loading = new AbortController();
    readAt = Date.now();
    asked = { ...asked, frame: frame(asked) };
    if (!quiet) head.show(asked);
    await Promise.all([glance, ...parts].map((part) => one(part, mine.signal, quiet)));
    if (mine !== loading || mine.signal.aborted) return;
    loading = null;
    performance.mark("rowlock-useful");
    if (!quiet) announce("The charts are there");
  }
  function show(next) {
    asked = next;
    choose.show(asked);
    return load();
  }

  // What ended stays as it was; a window that ends now moves on, and what happens is in it.
  let timer = null;
  function later(wait = SOON) {
    if (asked.until !== null || signal.aborted) return;
    const hours = (asked.frame.until - asked.frame.since) / HOUR;
    timer ??= setTimeout(() => {
      timer = null;
      if (loading || root.querySelector(PICKING)) later();
      else if (!document.hidden) load({ quiet: true });
    }, Math.max(wait, readAt + PACE.find(([most]) => hours <= most)[1] - Date.now()));
  }
  const idle = setInterval(() => later(), IDLE);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    clearInterval(idle);
    loading?.abort();
  });
  keys.bind(signal, [
    { key: "ArrowRight", does: "In a chart: the next value; with Shift a stretch, then Enter zooms", group: "Analytics", run: () => false },
    { key: "[", does: "Earlier", group: "Analytics", run: () => { go(head.move(-1)); } },
    { key: "]", does: "Later", group: "Analytics", run: () => (asked.frame.ends ? void go(head.move(1)) : false) },
    { key: "z", does: "Zoom out", group: "Analytics", run: () => { go(head.move("out")); } },
  ]);
  live.listen(signal, { event: () => later(), gap: () => later() });
  show(read(at)).then(() => { if (!signal.aborted) head.load().catch(() => {}); });
  return { update: (to) => show(read(to)) };
}
