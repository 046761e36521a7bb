// Fields named as the service names its arguments: what it refuses is told at the field.

import { attribute, fill, h, text } from "../../dom.js";
import { refusal } from "../../words.js";

/** `entries`: [{ name, label, input, hint? }]; `whose(error)`: a field that a refusal belongs to without naming it. */
export function makeFields(entries, whose = () => null) {
  const made = entries.map(({ name, label, input, hint }) => {
    input.id = `plan-${name}`;
    const fault = h("span", { class: "fault", id: `${input.id}-fault` });
    const told = hint ? h("span", { class: "hint", id: `${input.id}-hint` }, hint) : null;
    attribute(input, "aria-describedby", [told?.id, fault.id].filter(Boolean).join(" "));
    return { name, input, fault, el: h("div", { class: "field" }, h("label", { for: input.id }, label), input, told, fault) };
  });

  function clear() {
    for (const { input, fault } of made) {
      attribute(input, "aria-invalid", null);
      text(fault, "");
    }
  }

  async function tell(error) {
    if (error.status === undefined) return error;
    const named = error.detail?.field ?? whose(error);
    const at = made.find(({ name }) => name === named);
    const words = await refusal(error);
    if (!at) return new Error(words);
    attribute(at.input, "aria-invalid", "true");
    text(at.fault, at.input.value.trim() === "" && error.detail?.reason === "missing" ? "This is needed." : words);
    return new Error("One field needs another look.");
  }

  return {
    el: made.map(({ el }) => el),
    input: (name) => made.find((one) => one.name === name).input,
    /** What stands in them. */
    read: () => Object.fromEntries(made.map(({ name, input }) => [name, input.value.trim()])),
    /** Sends what stands in them; throws words. */
    sending: (send) => async () => {
      clear();
      try {
        return await send();
      } catch (error) {
        throw await tell(error);
      }
    },
  };
}

/** A form in the page, in place of what it changes; resolves to what was sent, and null when it was left. */
export function inPlace(box, fields, { act, send, note = null }) {
  return new Promise((resolve) => {
    const fault = h("p", { class: "fault", role: "alert" });
    const yes = h("button", { type: "submit", class: "primary" }, act);
    const leave = () => { fill(box); resolve(null); };
    const form = h("form", { class: "panel edit", novalidate: true }, fields.el, note, fault,
      h("div", { class: "acts" }, yes, h("button", { type: "button", onclick: leave }, "Leave it as it was")));
    form.addEventListener("keydown", (event) => { if (event.key === "Escape") { event.stopPropagation(); leave(); } });
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      fill(fault);
      yes.disabled = true;
      try {
        const sent = await fields.sending(send)();
        fill(box);
        resolve(sent);
      } catch (error) {
        fill(fault, error.message);
        (form.querySelector("[aria-invalid='true']") ?? yes).focus();
      } finally {
        yes.disabled = false;
      }
    });
    fill(box, form);
    form.querySelector("input, textarea, select").focus();
  });
}
