// The head of the page: which run it is, how it stands in words, what can be done with it.

import { attribute, button, fill, h, text } from "../../dom.js";
import { called } from "../../store/names.js";
import { bytes, clock, exact, number, since } from "../../format.js";
import { showTag } from "../runs/shared.js";
import { duration, failure, tagTone, tagWord } from "../runs/words.js";

const when = (iso) => h("time", { datetime: iso, title: exact(iso) }, clock(iso));
const pending = (asks) => asks.filter(({ escalation }) => escalation.status === "pending");

/** Since when it waits for an answer, if one may know. */
function waiting(asks) {
  const oldest = pending(asks).map(({ escalation }) => escalation.created_at).sort()[0];
  return oldest ? ["Waiting for an answer since ", when(oldest), "."] : ["Waiting for an answer from a role that you don’t see into."];
}

/** How the run stands, as one or two sentences. */
export function standing({ run, attempts, asks }) {
  const host = run.host_name ?? "a host";
  const took = duration(run.started_at, run.finished_at);
  const after = took ? ` after ${took}` : "";
  const now = attempts.find(({ attempt }) => attempt === run.attempt) ?? {};
  const why = failure({ failure_reason: run.failure_reason, exit_code: run.exit_code });
  switch (run.status) {
    case "pending": return ["Queued since ", when(run.pending_since), ` (${since(run.pending_since)}), until a host takes it.`];
    case "spawning": return [`${host} has taken it and is starting it`, now.taken_at ? [", since ", when(now.taken_at)] : "", "."];
    case "running": return [run.parked ? [waiting(asks), ` At work on ${host} for ${took}.`] : `Running on ${host} for ${took}.`];
    case "exited": return [`Finished on ${host}${after}, with exit code ${run.exit_code ?? 0}.`];
    case "failed": return [`Failed${after}${why ? `: ${why}` : ""}.`];
    case "stopped": return [`Stopped${now.stopped_by ? ` by ${called(now.stopped_by)}` : ""}${after}${now.stop_reason ? `: ${now.stop_reason}` : ""}.`];
    default: return [run.status];
  }
}

function written(attempt) {
  const { progress } = attempt ?? {};
  if (!progress?.at) return "";
  return `It wrote ${number(progress.lines)} lines (${bytes(progress.bytes)}), last ${since(progress.at)} ago.`;
}

export function makeTop(verbs) {
  const title = h("h1", { tabindex: "-1", "data-first": true });
  const tag = h("span", {});
  const project = h("span", {});
  const attempt = h("span", {});
  const says = h("p", { class: "says" });
  const wrote = h("p", { class: "soft" });
  const all = verbs.all.map(({ name, act, danger, offered }) => ({ el: button(name, act, { class: danger ? "risky" : null }), offered }));
  const el = h("header", { class: "run-top" },
    h("p", { class: "way" }, h("a", { href: "/runs" }, "Runs")),
    h("div", { class: "line" }, title, h("span", { class: "acts" }, all.map((one) => one.el))),
    h("p", { class: "marks" }, tag, project, attempt), says, wrote);
  let said = "";

  function tick(state) {
    const words = standing(state);
    const flat = h("p", {}, words).textContent;
    if (flat !== said) fill(says, words);
    said = flat;
    text(wrote, written(state.attempts.find((one) => one.attempt === state.run.attempt)));
  }
  function paint(state) {
    const { run } = state;
    text(title, run.item_title);
    showTag(tag, tagWord(run), tagTone(run));
    text(project, run.project_name);
    text(attempt, `Attempt ${run.attempt}`);
    for (const one of all) attribute(one.el, "hidden", !one.offered(state));
    tick(state);
  }
  return { el, paint, tick, words: () => said };
}
