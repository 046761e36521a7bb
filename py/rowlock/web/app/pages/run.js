// One run: how it stands, its attempts and signals, what it asks, and all that happened to it.

import * as counts from "../store/counts.js";
import * as keys from "../keys.js";
import * as live from "../store/live.js";
import { announce } from "../say.js";
import { button, fill, h } from "../dom.js";
import { afterFailure, each, paced, runSections } from "./runs/shared.js";
import { learn } from "../store/names.js";
import { makeAsks } from "./run/asks.js";
import { makeAttempts } from "./run/attempts.js";
import { makeFacts } from "./run/facts.js";
import { makeHistory } from "./run/history.js";
import { makeSource } from "./run/source.js";
import { makeTop } from "./run/top.js";
import { makeVerbs } from "./run/verbs.js";
import { refusal } from "../words.js";
import { go, setTitle } from "../router.js";

const TICK = 5000;
const IDLE = 60_000;

export async function open({ root, at, signal }) {
  setTitle("Run");
  const source = makeSource(at.params.id, signal);
  const state = source.state();
  let missed = false;

  async function fault(error) {
    fill(root, runSections("/runs"), h("div", { class: "fault panel", role: "alert" }, h("p", {}, await refusal(error)),
      button("Try again", () => location.reload())), h("p", {}, h("a", { href: "/runs" }, "All runs")));
  }

  const renew = paced(signal, async () => {
    if (!state.run) {
      missed = true;
      return;
    }
    const before = state.run.status;
    try {
      await source.renew();
      if (state.run.status !== before) announce(top.words());
    } catch (error) {
      if (error.status === 404) await fault(error);
      // Else the service is away: the stream tells of a gap when it is back.
    }
  }, { soon: 100, pace: 1000 });

  // Before it is read, so that no change is missed.
  const failed = afterFailure(signal, renew);
  live.listen(signal, {
    topics: ["run.>", "escalation.*"],
    event: (event) => {
      if (event.subject_id !== at.params.id && event.data.run_id !== at.params.id) return;
      renew();
      failed(event);
    },
    gap: renew,
  });
  const wait = setTimeout(() => fill(root, h("p", { class: "soft empty", role: "status" }, "Looking for the run…")), 300);
  try {
    await source.renew();
    signal.throwIfAborted();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    await fault(error);
    return;
  } finally {
    clearTimeout(wait);
  }

  const verbs = makeVerbs(source);
  const parts = [makeTop(verbs), makeAsks(source), makeAttempts(), makeHistory(source), makeFacts()];
  const [top, asks, attempts, history, facts] = parts;
  async function paint() {
    setTitle(state.run.item_title);
    for (const part of parts) part.paint(state);
    if (await learn(state.attempts.map((one) => one.stopped_by)) && !signal.aborted) top.paint(state);
  }
  fill(root, h("article", { class: "run" }, top.el,
    h("div", { class: "run-work" }, asks.el, attempts.el), h("div", { class: "run-beside" }, facts.el, history.el)));
  keys.bind(signal, [{ key: "u", does: "Back to the runs", group: "One run", run: () => { go("/runs"); } }]);
  source.onChange(paint);
  paint();
  source.readEdges().catch(() => {});
  if (missed) renew();
  each(signal, TICK, () => { for (const part of parts) part.tick?.(state); });
  // A lease runs out in silence, and a failed run is queued again without a word.
  each(signal, IDLE, renew);
  counts.touch();
}
