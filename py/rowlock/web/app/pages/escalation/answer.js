// The answer: a form while the row can be answered, what was said when it has been.

import * as counts from "../../store/counts.js";
import * as drafts from "../../form/draft.js";
import * as session from "../../session.js";
import { announce, say } from "../../say.js";
import { attribute, fill, h } from "../../dom.js";
import { contextOf, makeForm } from "../../form/form.js";
import { go } from "../../router.js";
import { post } from "../../api.js";
import { refusal } from "../../words.js";
import { ending, opinions } from "./said.js";
import { stateOf } from "./claim.js";

export function makeAnswer(source, verbs) {
  const others = h("div", {});
  const body = h("div", {});
  const el = h("section", { class: "answer", "aria-labelledby": "answer-title" }, h("h2", { id: "answer-title" }, "Answer"), others, body);
  let form = null;
  let frame = null;
  let schema, timer;
  let open = null;
  // What was written here and is not kept yet; a form that nobody touched is no draft.
  let written = false;
  // The record as it is told below, once it has ended.
  let told = null;

  const record = () => source.record();
  const me = session.id();
  // Not on the way out: who signs out leaves nothing behind.
  function keep() {
    clearTimeout(timer);
    if (!form || !written || session.id() !== me) return;
    drafts.save(me, record().id, form.values());
    written = false;
  }

  function build() {
    schema = JSON.stringify(record().form_schema);
    written = false;
    const change = () => { written = true; clearTimeout(timer); timer = setTimeout(keep, 400); };
    form = makeForm(record().form_schema, { change, context: contextOf(record()), draft: drafts.load(me, record().id) });
    const fault = h("p", { class: "fault", role: "alert" });
    const send = h("button", { type: "submit", class: "primary" }, "Send the answer");
    const fields = h("fieldset", { class: "whole" }, form.el, fault, h("div", { class: "acts" }, send));
    const el = h("form", { novalidate: true, autocomplete: "off", onsubmit: (event) => { event.preventDefault(); submit(); } }, fields);
    frame = { el, fields, fault, send };
    fill(body, el);
  }

  const tell = (words) => fill(frame.fault, words);
  function faulty(faults) {
    const left = form.show(faults);
    const many = faults.length - left.length;
    const lead = many ? `${many === 1 ? "One field needs" : `${many} fields need`} another look.` : "";
    tell([lead, ...left.map(({ field, message }) => (field ? `${field}: ${message}` : message))].filter(Boolean).join(" "));
  }

  async function submit() {
    if (open !== "mine") {
      say("Claim it first: then it is yours to answer.");
      return;
    }
    let payload;
    keep();
    tell("");
    try {
      payload = form.read();
      form.show([]);
    } catch (error) {
      if (!error.faults) throw error;
      faulty(error.faults);
      return;
    }
    frame.send.disabled = true;
    try {
      const { claim_no, digest } = record();
      const { escalation, resolved, approvals, required } = await post(`${source.path}/resolve`, { resolver_payload: payload, expected_claim_no: claim_no, expected_digest: digest });
      clearTimeout(timer);
      form = null;
      drafts.drop(me, record().id);
      counts.touch();
      source.put(escalation);
      const words = resolved ? "Answered." : `Noted: ${approvals} of ${required} agree.`;
      announce(words);
      say(words, { action: ["Back to the inbox", () => go("/")] });
      source.renew().catch(() => {});
    } catch (error) {
      await failed(error);
    } finally {
      frame.send.disabled = false;
    }
  }

  async function failed(error) {
    if (!form || source.signal.aborted) {
      // It ended meanwhile, or the page was left: there is no form that could say it.
      if (error.status !== 401) say(await refusal(error), { fault: true });
      return;
    }
    if (error.violations?.length) {
      faulty(error.violations);
      return;
    }
    const field = /^resolver_payload\.(.+)$/.exec(error.detail?.field ?? "")?.[1];
    if (field) faulty([{ field, message: error.hint || error.message }]);
    else tell(await refusal(error));
    if ([404, 409].includes(error.status)) await source.renew().catch(() => {});
  }

  async function ended() {
    form = null;
    const now = told = record();
    const words = await ending(now);
    if (told === now) fill(body, words);
  }

  function paint() {
    const now = stateOf(record());
    fill(others, opinions(record()));
    if (now === "ended") {
      if (told !== record()) ended();
      open = now;
      return;
    }
    told = null;
    if (!form || JSON.stringify(record().form_schema) !== schema) {
      if (form) {
        keep();
        say("The form of this has changed meanwhile; what fits has been kept.");
      }
      build();
    }
    if (open === "mine" && now !== "mine") keep();
    attribute(frame.fields, "disabled", now !== "mine");
    open = now;
  }

  return {
    el, paint,
    tick: (given) => { if (stateOf(given) !== open) paint(); },
    leave: keep,
    focus() {
      if (open === "mine") form?.focus();
      else if (open === "free" || open === "lapsed") verbs.claim().then((done) => done && form?.focus());
      else el.scrollIntoView({ block: "start" });
    },
  };
}

