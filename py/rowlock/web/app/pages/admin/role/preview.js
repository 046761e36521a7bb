// A form as people will see it, drawn from what is written; an answer can be tried, which is sent to nobody.

import { attribute, button, fill, h } from "../../../dom.js";
import { bindOf, followed, hasSecret, isObject, names, put } from "../../../form/rules.js";
import { makeForm } from "../../../form/form.js";
import { post } from "../../../api.js";
import { refusal } from "../../../words.js";
import { asStored } from "./json_format.js";
import { read } from "./json_text.js";

const ROW = '{\n  "metadata": {},\n  "payload": {},\n  "envelope": {},\n  "escalation": {}\n}';
const SECRET = "(a secret)";
const LENIENT = "This answer breaks the form. The service would take it all the same, because this role does not enforce its form.";

/** An answer to be shown: what is secret in it is not. */
function discreet(schema, payload) {
  const shown = structuredClone({ ...payload });
  for (const name of names(schema)) {
    const field = followed(schema.properties[name], schema);
    if (isObject(field) && hasSecret(field, schema)) put(shown, bindOf(name, field), SECRET);
  }
  return JSON.stringify(shown, null, 2);
}

/** `refused(error)`: the service could not use the schema itself; `settle()`: what is written is to
    be painted now; `enforced()`: whether answers are held against the form; `may`: whether one may try answers. */
export function makePreview(signal, { refused, settle, enforced, may }) {
  const place = h("div", {});
  const verdict = h("div", { class: "verdict", role: "status" });
  const row = h("textarea", { class: "mono", rows: "6", spellcheck: "false", autocapitalize: "none", id: "tried-row", "aria-describedby": "tried-hint", oninput: () => later() });
  const rowFault = h("p", { class: "fault", role: "alert" });
  const send = h("button", { type: "submit", hidden: !may }, "Try this answer");
  const clear = button("Start over", () => { typed = false; draw(); }, { class: "plain" });
  const el = h("section", { class: "preview panel", "aria-labelledby": "preview-title" },
    h("h2", { id: "preview-title" }, "Preview"),
    h("p", { class: "soft" }, "What people will see. Nothing that you fill in here is kept."),
    h("form", { novalidate: true, autocomplete: "off", onsubmit: (event) => { event.preventDefault(); attempt(); } },
      place, h("details", {}, h("summary", {}, "The row that is answered"),
        h("div", { class: "field" }, h("label", { for: "tried-row" }, "As JSON"),
          h("p", { class: "hint", id: "tried-hint" }, "What conditions, bounds and checklists refer to."), row, rowFault)),
      h("div", { class: "acts" }, send, clear)), verdict);
  const older = h("p", { class: "soft", hidden: true }, "What is written is no JSON right now; this is the form as it was before.");
  place.before(older);
  row.value = ROW;
  let schema;
  let form = null;
  let timer = null;
  let turn = 0;
  // What nobody has typed is no answer to be kept: a default may be another by now.
  let typed = false;
  place.addEventListener("input", () => { typed = true; });

  function context() {
    const { value, fault } = read(row.value || "{}");
    const words = fault ? `Line ${fault.line}: ${fault.message}.` : isObject(value) ? null : "This has to be an object.";
    fill(rowFault, words);
    attribute(row, "aria-invalid", words ? "true" : null);
    return words ? null : value;
  }
  function later() {
    clearTimeout(timer);
    timer = setTimeout(draw, 300);
  }
  signal.addEventListener("abort", () => clearTimeout(timer));

  function draw() {
    clearTimeout(timer);
    timer = null;
    const given = context();
    if (!given) return;
    turn += 1;
    fill(verdict);
    try {
      form = makeForm(asStored(schema), { change: () => fill(verdict), context: given, draft: typed ? form?.values() : null });
      fill(place, form.el);
    } catch (error) {
      form = null;
      fill(place, h("p", { class: "fault" }, `It cannot be drawn: ${error.message}.`));
    }
    send.disabled = !form;
  }

  function tell(lead, faults) {
    const left = form.show(faults);
    fill(verdict, h("p", { class: "fault" }, lead,
      left.map(({ field, message }) => ` ${field ? `${field}: ` : ""}${message}.`)));
  }

  async function attempt() {
    if (!may) return;
    // Not to wait any longer: what is tried is what is written.
    settle();
    if (timer) draw();
    const given = context();
    if (!form || !given) return;
    const mine = ++turn;
    try {
      const payload = form.read();
      send.disabled = true;
      const { valid, violations } = await post("/api/forms/check", { form_schema: schema, payload, context: given });
      if (mine !== turn || signal.aborted) return;
      if (!valid) tell(enforced() ? "The service would not take this answer." : LENIENT, violations);
      else {
        form.show([]);
        const shown = isObject(schema) ? discreet(schema, payload) : JSON.stringify(payload, null, 2);
        fill(verdict, h("p", { class: "good" }, "The service would take this answer:"), h("pre", { class: "mono", tabindex: "0" }, shown));
      }
    } catch (error) {
      if (error.faults) tell("It cannot be sent like this.", error.faults);
      else if (mine === turn && !signal.aborted && !refused(error)) fill(verdict, h("p", { class: "fault" }, await refusal(error)));
    } finally {
      send.disabled = !form;
    }
  }

  return {
    el,
    /** Draws it: at once when there is nothing yet, else when nobody has typed for a moment. */
    paint(next) {
      const same = schema !== undefined && JSON.stringify(next) === JSON.stringify(schema);
      schema = next;
      if (!form) draw();
      else if (!same) later();
    },
    /** Whether what is drawn is what is written. */
    stale(old) { older.hidden = !old; },
  };
}
