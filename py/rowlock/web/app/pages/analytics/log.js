// The event log of the window as a file: the service writes it, page by page.

import { attribute, h } from "../../dom.js";
import { over } from "./asked.js";

export function makeLog() {
  const el = h("a", { class: "button", download: true, title: "Case, activity, timestamp, resource, lifecycle: what process-mining tools read" }, "Event log (CSV)");
  function show(asked) {
    const { shape: _, ...given } = over(asked);
    const query = new URLSearchParams({ format: "csv" });
    for (const [name, value] of Object.entries(given)) {
      if (value) query.set(name, typeof value === "object" ? JSON.stringify(value) : value);
    }
    attribute(el, "href", `/api/analytics/event-log?${query}`);
  }
  return { el, show };
}
