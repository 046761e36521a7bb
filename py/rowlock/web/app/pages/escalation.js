// One escalation: what is asked, its form, who holds it, and all that happened to it.

import * as counts from "../store/counts.js";
import * as keys from "../keys.js";
import * as live from "../store/live.js";
import { announce, say } from "../say.js";
import { fill, h } from "../dom.js";
import { followAccess } from "./inbox/standing.js";
import { go, setTitle, withQuery } from "../router.js";
import { inRecord, learn } from "../store/names.js";
import { makeAnswer } from "./escalation/answer.js";
import { makeAsked } from "./escalation/asked.js";
import { makeClaim } from "./escalation/claim.js";
import { makeFacts } from "./escalation/facts.js";
import { makeLevel } from "./escalation/level.js";
import { makeHistory } from "./escalation/history.js";
import { makeLineage } from "./escalation/lineage.js";
import { makeSource } from "./escalation/source.js";
import { makeTop } from "./escalation/top.js";
import { makeVerbs } from "./escalation/verbs.js";
import { refusal } from "../words.js";

export async function open({ root, at, signal }) {
  setTitle("Escalation");
  const source = makeSource(at.params.id, signal);
  const record = () => source.record();
  let missed = false;
  // Before it is read, so that no change is missed.
  live.listen(signal, {
    event: ({ escalation_id: id, version }) => { if (id === at.params.id && !(version <= record()?.version)) renew(); },
    gap: () => renew(),
  });
  try {
    await source.renew();
    signal.throwIfAborted();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    fill(root, h("p", { class: "fault panel", role: "alert" }, await refusal(error)), h("p", {}, h("a", { href: "/" }, "Back to the inbox")));
    return;
  }
  const verbs = makeVerbs(source);
  const parts = [makeTop(verbs), makeClaim(verbs), makeAsked(), makeAnswer(source, verbs), makeFacts(), makeHistory(source), makeLineage(), makeLevel(source, verbs)];
  const [top, claim, asked, answer, facts, history, lineage, level] = parts;
  live.listen(signal, { topics: ["role.>"], event: ({ role }) => { if (role === record()?.role) renew(); } });

  async function paint() {
    setTitle(record().description || record().type);
    for (const part of parts) part.paint(record());
    if (await learn(inRecord(record())) && !signal.aborted) for (const part of parts) part.paint(record());
  }
  fill(root, h("article", { class: "one" },
    top.el,
    h("div", { class: "work" }, claim.el, asked.el, answer.el),
    h("div", { class: "beside-work" }, level.el, facts.el, lineage.el, history.el)));
  keys.bind(signal, [
    { key: "c", does: "Claim it, or hold it longer", group: "One escalation", run: () => { verbs.claim(); } },
    { key: "r", does: "Go to the answer", group: "One escalation", run: () => { answer.focus(); } },
    { key: "x", does: "Give it back", group: "One escalation", run: () => { verbs.release(); } },
    { key: "u", does: "Back to the inbox", group: "One escalation", run: () => { go("/"); } },
  ]);
  source.onChange(paint);
  followAccess(signal, paint);
  paint();

  async function renew() {
    const before = record();
    if (!before) {
      missed = true;
      return;
    }
    try {
      await source.renew();
    } catch (error) {
      if (error.name !== "AbortError") say(await refusal(error), { fault: true });
      return;
    }
    if (record().status !== before.status) announce(top.words());
  }
  if (missed) renew();
  // A claim runs out, a deadline passes: nothing is journaled then.
  const clock = setInterval(() => { for (const part of [top, claim, answer]) part.tick?.(record()); }, 1000);
  signal.addEventListener("abort", () => { clearInterval(clock); answer.leave(); });
  addEventListener("pagehide", answer.leave, { signal });

  if (at.query.get("answer")) {
    // Asked for once: who comes back or reloads does not claim it again.
    window.history.replaceState({}, "", withQuery({ answer: null }, at));
    setTimeout(answer.focus);
  }
  counts.touch();
}
