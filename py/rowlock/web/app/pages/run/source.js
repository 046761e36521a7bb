// All that the page of a run tells: read, renewed, put by a verb's answer. One place, so all parts agree.

import { get, part } from "../../api.js";

// What it writes is told by the attempts, in sums.
const TOPICS = ["created", "spawning", "started", "finished", "failed", "stopped", "signal_received", "lease_acquired", "lease_released"]
  .map((verb) => `run.${verb}`);
const MANY = 50;

export function makeSource(id, signal) {
  const path = `/api/runs/${part(id)}`;
  const listeners = [];
  const state = { run: null, attempts: [], asks: [], asksNext: null, events: [], eventsNext: null, edges: [] };

  const tell = () => { for (const then of listeners) then(); };

  async function readEvents() {
    const after = state.events.at(-1)?.id ?? 0;
    const page = await get(`${path}/events`, { after, topics: TOPICS, limit: 500 }, signal);
    // Two may have read at once.
    const known = state.events.at(-1)?.id ?? 0;
    state.events.push(...page.events.filter((event) => event.id > known));
    state.eventsNext = page.next;
  }

  const before = (one, last) => one.created_at < last.created_at || (one.created_at === last.created_at && one.id < last.id);

  /** The newest questions; older ones that somebody asked to see stay. */
  async function readAsks() {
    const { asks, next } = await get(`${path}/asks`, { limit: MANY }, signal);
    const last = asks.at(-1)?.escalation;
    const older = next ? state.asks.filter(({ escalation }) => before(escalation, last)) : [];
    if (!older.length) state.asksNext = next;
    state.asks = [...asks, ...older];
  }

  function take(run) {
    // Answers overtake each other.
    if (!(state.run?.version > run.version)) state.run = run;
  }

  async function renew() {
    const [run, { attempts }] = await Promise.all([get(path, {}, signal), get(`${path}/attempts`, {}, signal), readAsks(), readEvents()]);
    take(run);
    state.attempts = attempts;
    tell();
  }

  return {
    path, signal, renew,
    state: () => state,
    /** Which status may follow which, as the service has it. */
    async readEdges() {
      state.edges = (await get("/api/transitions", { machine: "run" }, signal)).transitions;
      tell();
    },
    async olderAsks() {
      const { asks, next } = await get(`${path}/asks`, { limit: MANY, after: state.asksNext }, signal);
      state.asks = [...state.asks, ...asks];
      state.asksNext = next;
      tell();
    },
    async moreEvents() { await readEvents(); tell(); },
    onChange: (then) => { listeners.push(then); },
  };
}
