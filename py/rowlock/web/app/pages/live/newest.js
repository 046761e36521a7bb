// The newest events of the journal. It is read forwards only, so one begins a span before where one stopped.

import { get } from "../../api.js";

export const WANTED = 100;
// How far one goes back until there are enough; the last span is as much as the service walks in one step.
const SPANS = [150, 1000, 10_000];
const PAGE = 1000;

/** All that fits between two numbers, newest first; `purged`: there is nothing before. */
async function between(from, to, query, signal) {
  const found = [];
  let purged = false;
  for (let after = from; after < to;) {
    const page = await get("/api/events", { ...query, after, limit: PAGE }, signal);
    found.push(...page.events.filter(({ id }) => id <= to));
    purged ||= page.purged !== null;
    if (page.next <= after) break;
    after = page.next;
  }
  return { found: found.reverse(), purged };
}

/** Where the journal ends; a pattern that can fit nothing is refused here. */
export const end = async (query, signal) => (await get("/api/events", { ...query, limit: 1 }, signal)).next;

/** Events up to a number, newest first: { events, from, all }. `from`: there one goes on; `all`: nothing is before. */
export async function back(to, query, signal) {
  const events = [];
  let from = to;
  let all = from <= 0;
  for (const span of SPANS) {
    if (all || events.length >= WANTED) break;
    const begin = Math.max(0, to - span);
    const { found, purged } = await between(begin, from, query, signal);
    events.push(...found);
    from = begin;
    all = begin === 0 || purged;
  }
  if (events.length <= WANTED) return { events, from, all };
  return { events: events.slice(0, WANTED), from: events[WANTED - 1].id - 1, all: false };
}
