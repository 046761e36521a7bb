// A question of several fields. What the service refuses of a field is told at the field.

import { button, h, select } from "../../dom.js";
import { makeFrame } from "../../form/frame.js";
import { makePassword } from "../../form/inputs.js";
import { question } from "../../parts/dialog.js";
import { refusal } from "../../words.js";

const RANDOM = 15;

/** One line of text, or several. Empty is nothing. */
export function line(value = "", given = {}) {
  const control = h(given.rows ? "textarea" : "input", { autocomplete: "off", ...given, value: value ?? "" });
  return { el: control, control, read: () => control.value.trim() || undefined, focus: () => control.focus() };
}

/** One of [value, label] pairs. */
export function oneOf(pairs, value, given = {}) {
  const control = select(pairs, value, given);
  return { el: control, control, read: () => control.value || undefined, focus: () => control.focus() };
}

/** One of [value, name, meaning], each with its meaning. */
export function options(name, all, value, change = () => {}) {
  const radios = all.map(([each]) => h("input", { type: "radio", name, value: each, checked: each === value, onchange: change }));
  const meanings = all.map(([, , meaning]) => h("span", { class: "hint" }, meaning));
  const el = h("div", { class: "options" }, all.map(([, label], i) =>
    h("label", { class: "option" }, radios[i], h("span", {}, h("strong", {}, label), meanings[i]))));
  return {
    el, group: true, control: radios[0],
    read: () => radios.find((radio) => radio.checked)?.value,
    focus: () => (radios.find((radio) => radio.checked) ?? radios[0]).focus(),
    mean: (words) => words.forEach((said, i) => { meanings[i].textContent = said; }),
  };
}

/** A new password: typed, or made here. */
export function newPassword() {
  const kind = makePassword({}, { change: () => {} });
  const show = kind.el.querySelector("button");
  const make = button("Make one", () => {
    kind.control.value = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(RANDOM)))).replace(/\+/g, "-").replace(/\//g, "_");
    if (kind.control.type === "password") show.click();
    kind.control.select();
  }, { class: "plain" });
  kind.el.append(make);
  return kind;
}

/**
 * `fields`: [name, kind, { title, help, required, optional }]; `send(values)` gets what was given, undefined
 * where nothing was. `frames(byName)` hands out the fields, to hide some. The promise: as that of `question`.
 */
export function askFields({ title, lead = null, fields, act, danger, send, wide, frames = () => {} }) {
  const made = new Map(fields.map(([name, kind, words]) => [name, makeFrame(kind, words)]));
  frames(Object.fromEntries(made));
  function read() {
    const values = {};
    let missing = false;
    for (const [name, , { required }] of fields) {
      const frame = made.get(name);
      frame.fault(null);
      if (frame.el.hidden) continue;
      values[name] = frame.read();
      if (!required || values[name] !== undefined) continue;
      frame.fault("This is needed.");
      missing = true;
    }
    if (missing) throw new Error("");
    return values;
  }
  return question({
    title, act, danger, wide,
    body: h("div", { class: "admin-ask" }, lead, [...made.values()].map(({ el }) => el)),
    send: async () => {
      const values = read();
      try {
        return (await send(values)) ?? true;
      } catch (error) {
        const words = await refusal(error);
        const { field } = error.detail ?? {};
        const frame = made.get(field);
        if (!frame || frame.el.hidden) throw new Error(words);
        frame.fault(words.replace(new RegExp(`\\b${field}\\b`), "this"));
        throw new Error("");
      }
    },
  });
}

/** Asks before something is taken away; what the service refuses is told in words. */
export const confirm = ({ send, ...given }) => question({
  ...given, danger: true,
  send: async () => {
    try {
      return (await send()) ?? true;
    } catch (error) {
      throw new Error(await refusal(error));
    }
  },
});
