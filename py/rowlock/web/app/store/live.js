// The tab's one stream of events, resumed by its cursor. What was missed for good is told as a gap:
// whoever shows something then reads it anew.

import { events as signals, get, request } from "../api.js";
import { watch } from "./attention.js";
import { readFrames } from "./frames.js";
import { follow, followed, matches } from "./topics.js";

// A browser opens six connections to a host; a tab that nobody looks at gives its own back.
const HIDDEN = 20_000;
// What piled up for longer is not replayed, but read anew.
const STALE = 600_000;
// Pings come every 15 seconds.
const SILENT = 45_000;
const RETRIES = [1000, 2000, 4000, 8000, 15_000];
// Always followed: the badge counts rows.
const RECORDS = "escalation.*";

const bus = new EventTarget();
let cursor = null;
let epoch = null;
let movedAt = 0;
let stream = null;
let asked = [];
let timer;
let watchdog;
let failures = 0;
let state = "off";

/** live, waiting (it is being opened again), paused (nobody looks) or off. */
export const status = () => state;

/**
 * `event(e)` for each event of these topics, some of them perhaps older than the call; `gap()` when some
 * were lost, `status()` when that changes.
 */
export function listen(signal, { topics = [RECORDS], event, gap, status: changed }) {
  if (signal.aborted) return;
  if (event) {
    bus.addEventListener("event", ({ detail }) => {
      if (topics.some((pattern) => matches(pattern, detail.topic))) event(detail);
    }, { signal });
    follow(topics, signal, () => { if (stream && asked.some((pattern) => !wanted().includes(pattern))) resume(); });
    if (stream && topics.some((pattern) => !asked.includes(pattern))) resume();
  }
  if (gap) bus.addEventListener("gap", () => gap(), { signal });
  if (changed) bus.addEventListener("status", () => changed(state), { signal });
}

const wanted = () => [...new Set([RECORDS, ...followed()])];
const tell = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));

function become(next) {
  if (state === next) return;
  state = next;
  tell("status");
}

function move(to) {
  cursor = Number(to);
  movedAt = Date.now();
}

async function takeCursor() {
  const page = await get("/api/events", { limit: 1 });
  epoch = page.epoch;
  move(page.next);
}

/** Remember where the journal stands, and follow it from there. */
export async function start() {
  if (state !== "off") return;
  await takeCursor();
  become("waiting");
  open();
}

export function stop() {
  close();
  become("off");
}

function close() {
  clearTimeout(timer);
  clearTimeout(watchdog);
  stream?.abort();
  stream = null;
}

const FRAMES = {
  purged: ({ to }) => { move(Math.max(cursor, to)); tell("gap"); },
  reset: (told) => { epoch = told.epoch; move(told.after); tell("gap"); },
  lagged: ({ after }) => { move(after); },
};

async function open() {
  close();
  const mine = stream = new AbortController();
  asked = wanted();
  const sign = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => { if (stream === mine) again(); }, SILENT);
  };
  try {
    const query = { topic: asked.join(), after: cursor, epoch };
    const answer = await request("GET", "/api/events/stream", { query, signal: mine.signal });
    if (stream !== mine) return;
    failures = 0;
    become("live");
    sign();
    await readFrames(answer, ({ event, id, data }) => {
      if (stream !== mine) return;
      if (id) move(id);
      if (FRAMES[event]) FRAMES[event](data);
      else tell("event", data);
    }, sign);
  } catch {
    // Whatever ended it, it is opened again.
  }
  if (stream === mine) again();
}

function again() {
  close();
  if (state === "off" || state === "paused") return;
  become("waiting");
  timer = setTimeout(() => { if (state === "waiting") open(); }, RETRIES[Math.min(failures++, RETRIES.length - 1)]);
}

async function resume() {
  const was = state;
  if (Date.now() - movedAt < STALE) return void open();
  try {
    await takeCursor();
    if (state !== was) return;
    open();
    tell("gap");
  } catch {
    become("waiting");
    again();
  }
}

signals.addEventListener("signed-out", stop);
watch(HIDDEN, {
  left: () => { if (state !== "off") { close(); become("paused"); } },
  back: () => { if (state === "paused") { become("waiting"); resume(); } },
});
