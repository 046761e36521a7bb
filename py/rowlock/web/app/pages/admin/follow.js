// What happens to accounts, as far as it is told: who gets and loses roles is journaled, and the rest
// is looked at again by whoever comes back to the tab.

import * as live from "../../store/live.js";

/** Calls `again` some milliseconds after something happened that `concerns` the page, once for all of it. */
export function follow(signal, wait, again, concerns = () => true) {
  let timer = null;
  const soon = () => { timer ??= setTimeout(() => { timer = null; again(); }, wait); };
  live.listen(signal, { topics: ["membership.changed"], event: (event) => { if (concerns(event)) soon(); }, gap: soon });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) soon(); }, { signal });
  signal.addEventListener("abort", () => clearTimeout(timer));
}
