// How much is available to me, and how much is mine: for the badge and the title, kept up to date.

import { get } from "../api.js";
import * as live from "./live.js";
import * as session from "../session.js";

// At most so often while events come, and without events: claims lapse and rows come due silently.
const BUSY = 1500;
const IDLE = 30_000;
const FIRST = 1500;

const bus = new EventTarget();
let counts = { available: null, mine: null, capped: false };
let timer;
let readAt = -BUSY;
let due = Infinity;
let reading = false;
let again = false;
let stop = null;

export const current = () => counts;

export function listen(signal, changed) {
  bus.addEventListener("change", () => changed(counts), { signal });
  if (counts.available !== null) changed(counts);
}

/** Available, as people say it: 12, or 10,000+. */
export const available = () => (counts.available === null ? "" : amount(counts.available, counts.capped));
export const amount = (number, capped = false) => number.toLocaleString("en") + (capped ? "+" : "");

async function countAvailable() {
  const roles = session.writable();
  if (roles && !roles.length) return { total: 0, total_capped: false };
  return get("/api/escalations/available", { limit: 1, roles });
}

async function read() {
  if (reading) return;
  reading = true;
  again = false;
  due = Infinity;
  readAt = performance.now();
  try {
    const mine = { limit: 1, status: "pending", assigned_to: session.id() };
    const [free, own] = await Promise.all([countAvailable(), get("/api/escalations", mine)]);
    const next = { available: free.total, capped: Boolean(free.total_capped), mine: own.total };
    const changed = Object.keys(next).some((key) => next[key] !== counts[key]);
    counts = next;
    if (changed) bus.dispatchEvent(new Event("change"));
  } catch {
    // Figures of before stay; the stream's state says that the service is away.
  } finally {
    reading = false;
    plan(again ? soon() : IDLE);
  }
}

const soon = () => Math.max(50, readAt + BUSY - performance.now());

function plan(wait) {
  clearTimeout(timer);
  due = performance.now() + wait;
  if (stop && !stop.signal.aborted) timer = setTimeout(read, wait);
}

/** Something changed: count soon, and not put off by what comes next. */
export function touch() {
  again = true;
  if (!reading && performance.now() + soon() < due) plan(soon());
}

export function start() {
  stop?.abort();
  stop = new AbortController();
  live.listen(stop.signal, {
    event: touch,
    gap: touch,
    status: (state) => { if (state === "off") stop.abort(); },
  });
  // What the address asks for comes first; a page that is done with that says so by touch().
  plan(FIRST);
}
