// Brings the events of the stream to the list: in sets, and no faster than somebody reads.

import * as live from "../../store/live.js";

const SOON = 120;
const PACE = 800;
const COUNT = 3000;
const IDLE = 60_000;
// Of a flood of new rows so many are looked at; the count tells the rest.
const FLOOD = 400;

export function follow(list, signal) {
  const waiting = new Set();
  let timer = null;
  let counting = null;
  let flushedAt = 0;
  let stale = false;

  async function flush() {
    timer = null;
    flushedAt = Date.now();
    // What is being read may be of before the event: it is compared afterwards.
    if (list.loading) {
      plan();
      return;
    }
    const ids = [...waiting];
    waiting.clear();
    try {
      if (stale) {
        stale = false;
        await list.look(list.order);
        await list.recount({ peek: true });
      }
      await list.look(ids);
    } catch {
      // The service is away; the stream tells of a gap, or goes on, when it is back.
      if (!signal.aborted) stale = true;
    }
    if (waiting.size) plan();
  }

  function plan() {
    if (signal.aborted) return;
    timer ??= setTimeout(flush, Math.max(SOON, flushedAt + PACE - Date.now()));
    counting ??= setTimeout(() => {
      counting = null;
      list.recount().catch(() => {});
    }, COUNT);
  }

  const idle = setInterval(() => {
    if (document.hidden) return;
    stale = true;
    plan();
  }, IDLE);
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    clearTimeout(counting);
    clearInterval(idle);
  });

  live.listen(signal, {
    event: ({ escalation_id: id }) => {
      if (waiting.size < FLOOD || list.records.has(id)) waiting.add(id);
      plan();
    },
    gap: () => { stale = true; plan(); },
  });
}
