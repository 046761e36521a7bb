// How the stations stand: read for a period, again when something happened, and now and then without.

import * as live from "../../store/live.js";
import { get } from "../../api.js";

// At most so often while events come. Rows get old without an event, and the period moves on.
const PACE = 2000;
const IDLE = 30_000;

/** The figures of a role with what is known of the role; it may be newer than what is known. */
const joined = (figures, role) => ({ parent_role: null, upstream_roles: [], ops_visible: true, ...role, ...figures });

/** `shown({ stations, roles, period })` when it was read, `failed(error)` when it could not be. */
export function makeStations(signal, { shown, failed }) {
  let period = null;
  let roles = null;
  let reading = null;
  let again = false;
  let readAt = -PACE;
  let changes = 0;
  let timer = null;

  async function read() {
    clearTimeout(timer);
    timer = null;
    reading?.abort();
    const mine = reading = new AbortController();
    const before = changes;
    again = false;
    readAt = performance.now();
    try {
      const [{ stations }, known] = await Promise.all([
        get("/api/escalations/station-metrics", { period }, mine.signal),
        roles ?? get("/api/roles/details", {}, mine.signal).then((told) => new Map(told.roles.map((role) => [role.role, role]))),
      ]);
      if (mine !== reading || signal.aborted) return;
      // A role that changed while it was read is read once more.
      roles = before === changes && stations.every(({ role }) => known.has(role)) ? known : null;
      shown({ stations: stations.map((station) => joined(station, known.get(station.role))), roles: known, period });
    } catch (error) {
      if (error.name !== "AbortError" && mine === reading && !signal.aborted) failed(error);
    } finally {
      if (mine === reading) {
        reading = null;
        if (again) touch();
      }
    }
  }

  function touch() {
    if (signal.aborted) return;
    if (reading) {
      again = true;
      return;
    }
    // Not put off by what comes next: events may come without a pause.
    timer ??= setTimeout(read, Math.max(100, readAt + PACE - performance.now()));
  }

  function anew() {
    changes += 1;
    roles = null;
    touch();
  }

  live.listen(signal, {
    topics: ["escalation.*", "role.*"],
    event: ({ topic }) => (topic.startsWith("role.") ? anew() : touch()),
    gap: anew,
  });
  const idle = setInterval(() => { if (!document.hidden) touch(); }, IDLE);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) touch(); }, { signal });
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    clearInterval(idle);
    reading?.abort();
  });

  return {
    again: read,
    show(next) {
      period = next;
      return read();
    },
  };
}
