// The answer: a form while the row can be answered, what was said when it has been.

import * as counts from "../../store/counts.js";
import * as drafts from "../../form/draft.js";
import * as session from "../../session.js";
import { announce, say } from "../../say.js";
import { attribute, fill, h } from "../../dom.js";
import { called, learn } from "../../store/names.js";
import { clock } from "../../format.js";
import { contextOf, makeForm } from "../../form/form.js";
import { go } from "../../router.js";
import { post } from "../../api.js";
import { refusal } from "../../words.js";
import { shown } from "../../parts/json.js";
import { stateOf } from "./claim.js";

const parsed = (given) => JSON.parse(given ?? "null");

/** What everybody said so far, where several have to agree. */
const opinions = (answers) => h("ul", { class: "opinions" }, answers.map((one) => h("li", { class: one.counts ? null : "soft" },
  `${called(one.user_id)} at ${clock(one.answered_at)}${one.counts ? "" : " (does not count any more)"}: `, shown(parsed(one.resolver_payload)))));

export function makeAnswer(source, verbs) {
  const body = h("div", {});
  const el = h("section", { class: "answer", "aria-labelledby": "answer-title" }, h("h2", { id: "answer-title" }, "Answer"), body);
  let form = null;
  let frame = null;
  let schema;
  let timer;
  let open = null;

  const record = () => source.record();
  const me = session.id();
  // Not on the way out: who signs out leaves nothing behind.
  const keep = () => { if (form && session.id() === me) drafts.save(me, record().id, form.values()); };

  function build() {
    schema = JSON.stringify(record().form_schema);
    const change = () => { clearTimeout(timer); timer = setTimeout(keep, 400); };
    form = makeForm(record().form_schema, { change, context: contextOf(record()), draft: drafts.load(me, record().id) });
    const fault = h("p", { class: "fault", role: "alert" });
    const send = h("button", { type: "submit", class: "primary" }, "Send the answer");
    const fields = h("fieldset", { class: "whole" }, form.el, fault, h("div", { class: "acts" }, send));
    const el = h("form", { novalidate: true, autocomplete: "off", onsubmit: (event) => { event.preventDefault(); submit(); } }, fields);
    frame = { el, fields, fault, send };
    fill(body, several(), el);
  }

  const several = () => (record().answers?.length ? opinions(record().answers) : null);

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
      const told = await post(`${source.path}/resolve`, { resolver_payload: payload, expected_claim_no: claim_no, expected_digest: digest });
      clearTimeout(timer);
      form = null;
      drafts.drop(me, record().id);
      source.put(told.escalation);
      counts.touch();
      const words = told.resolved ? "Answered." : `Noted: ${told.approvals} of ${told.required} agree.`;
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
    if (error.violations?.length) {
      faulty(error.violations);
      return;
    }
    const field = /^resolver_payload\.(.+)$/.exec(error.detail?.field ?? "")?.[1];
    if (field) faulty([{ field, message: error.hint || error.message }]);
    else tell(await refusal(error));
    if ([404, 409].includes(error.status)) await source.renew().catch(() => {});
  }

  /** Ended: what was said, by whom, when. */
  async function ended() {
    form = null;
    const { status, resolver_payload, resolved_by, ended_at } = record();
    if (resolved_by) await learn([resolved_by]);
    const by = resolved_by ? ` by ${called(resolved_by)}` : "";
    const when = ended_at ? ` at ${clock(ended_at)}` : "";
    fill(body, several(), h("p", { class: "soft" }, {
      resolved: `Answered${by}${when}.`, cancelled: `Called off${when}.`, expired: `Nobody answered in time.`, pending: "Its time is over.",
    }[status]), resolver_payload === null ? null : shown(parsed(resolver_payload)));
  }

  function paint() {
    const now = stateOf(record());
    if (now === "ended") {
      if (open !== "ended" || form) ended();
      open = now;
      return;
    }
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
    leave: () => { clearTimeout(timer); keep(); },
    focus() {
      if (open === "mine") form?.focus();
      else if (open === "free" || open === "lapsed") verbs.claim().then((done) => done && form?.focus());
      else el.scrollIntoView({ block: "start" });
    },
  };
}

