// The tab's one stream of events, resumed by its cursor. What was missed for good is told as a gap:
// whoever shows something then reads it anew.

import { events as signals, get } from "../api.js";

const VERBS = [
  "created", "claimed", "extended", "released", "reassigned", "prioritized", "approved", "resolved", "cancelled",
  "expired",
];
// A browser opens six connections to a host; a tab that nobody looks at gives its own back.
const HIDDEN = 20_000;
// What piled up for longer is not replayed, but read anew.
const STALE = 600_000;
const RETRIES = [1000, 2000, 4000, 8000, 15_000];

const bus = new EventTarget();
let cursor = null;
let epoch = null;
let stream = null;
let timer;
let failures = 0;
let hiddenAt = 0;
let state = "off";

/** live, waiting (it is being opened again), paused (nobody looks) or off. */
export const status = () => state;

/** `event(e)` for each change of a row, `gap()` when some were lost, `status()` when that changes. */
export function listen(signal, { event, gap, status: changed }) {
  if (event) bus.addEventListener("event", (e) => event(e.detail), { signal });
  if (gap) bus.addEventListener("gap", () => gap(), { signal });
  if (changed) bus.addEventListener("status", () => changed(state), { signal });
}

const tell = (name, detail) => bus.dispatchEvent(new CustomEvent(name, { detail }));

function become(next) {
  if (state === next) return;
  state = next;
  tell("status");
}

async function takeCursor() {
  const page = await get("/api/events", { limit: 1 });
  ({ next: cursor, epoch } = page);
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
  stream?.close();
  stream = null;
}

function open() {
  close();
  const query = new URLSearchParams({ topic: "escalation.*", after: cursor, epoch });
  stream = new EventSource(`/api/events/stream?${query}`);
  const on = (name, then) => stream.addEventListener(name, (frame) => {
    if (frame.lastEventId) cursor = frame.lastEventId;
    then(JSON.parse(frame.data));
  });
  stream.onopen = () => { failures = 0; become("live"); };
  for (const verb of VERBS) on(`escalation.${verb}`, (event) => tell("event", event));
  on("purged", ({ to }) => { cursor = Math.max(Number(cursor), to); tell("gap"); });
  on("reset", (told) => { ({ epoch, after: cursor } = told); tell("gap"); });
  on("lagged", ({ after }) => { cursor = after; again(); });
  stream.onerror = again;
}

// By hand: a browser would come back with the epoch of before, and not at all after a refusal.
function again() {
  close();
  if (state === "off" || state === "paused") return;
  become("waiting");
  timer = setTimeout(reopen, RETRIES[Math.min(failures++, RETRIES.length - 1)]);
}

async function reopen() {
  try {
    // Asked before, because a stream does not say why it was refused.
    await get("/api/events", { limit: 1 });
    if (state === "waiting") open();
  } catch {
    again();
  }
}

async function resume() {
  if (Date.now() - hiddenAt < STALE) {
    open();
    return;
  }
  try {
    await takeCursor();
    if (state !== "paused") return;
    open();
    tell("gap");
  } catch {
    become("waiting");
    again();
  }
}

signals.addEventListener("signed-out", stop);
document.addEventListener("visibilitychange", () => {
  if (state === "off") return;
  if (document.hidden) {
    hiddenAt = Date.now();
    setTimeout(() => {
      if (!document.hidden || Date.now() - hiddenAt < HIDDEN || state === "off") return;
      close();
      become("paused");
    }, HIDDEN);
  } else if (state === "paused") {
    resume();
  }
});
