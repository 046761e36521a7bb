// Small things that the pages of runs and hosts share.

import { attribute, text } from "../../dom.js";
import { sections } from "../../parts/sections.js";

export const runSections = (path) => sections("Runs and hosts", [{ href: "/runs", name: "Runs" }, { href: "/hosts", name: "Hosts" }], path);

// A little more than the time between two looks for runs to start again.
const RESTART = 7000;

/** Makes a span a tag of these words, or nothing. */
export function showTag(el, words, tone = "") {
  text(el, words ?? "");
  el.className = words ? `tag ${tone}`.trim() : "";
}

/** A link to where something is, or its name alone while that is not known. */
export function showLink(el, name, href) {
  text(el, name ?? "");
  attribute(el, "href", href);
}

/** Calls `act` soon after the first call, and at most so often. */
export function paced(signal, act, { soon = 150, pace = 800 } = {}) {
  let timer = null;
  let at = 0;
  signal.addEventListener("abort", () => clearTimeout(timer));
  return () => {
    if (signal.aborted) return;
    timer ??= setTimeout(() => {
      timer = null;
      at = Date.now();
      act();
    }, Math.max(soon, at + pace - Date.now()));
  };
}

/** Calls `act` each so many milliseconds while somebody looks. */
export function each(signal, wait, act) {
  const timer = setInterval(() => { if (!document.hidden) act(); }, wait);
  signal.addEventListener("abort", () => clearInterval(timer));
}

/** Of what failed, `act` once more: it is queued again some seconds later, and no event tells of that. */
export function afterFailure(signal, act) {
  let timer;
  signal.addEventListener("abort", () => clearTimeout(timer));
  return ({ topic, data }) => {
    if (!topic.startsWith("run.") || data.status !== "failed") return;
    clearTimeout(timer);
    timer = setTimeout(act, RESTART);
  };
}
