// Fields of one control. Each is { el, read, write, focus, control }: read gives the value, undefined
// when nothing was given, and throws words when what was typed is none.

import { h, select } from "../dom.js";
import { typeOf } from "./rules.js";

const FORMATS = {
  email: ["email", "email"], uri: ["url", "url"], date: ["date", null], "date-time": ["datetime-local", null],
};
const PLACEHOLDERS = { time: "09:30:00Z", duration: "PT1H30M", ipv4: "192.0.2.1", uuid: "00000000-0000-0000-0000-000000000000" };

const around = (control, read, write) => ({
  el: control, control, read, write: (value) => write(value ?? ""), focus: () => control.focus(),
});

/** Text, on one line or on several. */
export function makeText(schema, { change }) {
  const long = schema.format === "textarea" || schema.contentMediaType || schema.maxLength > 200;
  const [type, mode] = FORMATS[schema.format] ?? ["text", null];
  const given = { oninput: change, placeholder: PLACEHOLDERS[schema.format], autocomplete: "off" };
  const control = long ? h("textarea", { rows: "4", ...given })
    : h("input", { type, inputmode: mode, spellcheck: schema.format ? "false" : null, step: type === "datetime-local" ? "1" : null, ...given });
  if (schema.format !== "date-time") {
    return around(control, () => control.value || undefined, (value) => { control.value = String(value); });
  }
  // The control speaks of local time; the answer has the moment.
  const local = (iso) => {
    const moment = new Date(iso);
    return Number.isNaN(moment.getTime()) ? "" : new Date(moment - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
  };
  return around(control, () => (control.value ? new Date(control.value).toISOString() : undefined), (value) => { control.value = local(value); });
}

/** A number as it is typed; the kind of the browser would swallow what is none. */
export function makeNumber(schema, { change }) {
  const whole = typeOf(schema) === "integer";
  const control = h("input", { type: "text", inputmode: whole ? "numeric" : "decimal", autocomplete: "off", oninput: change });
  function read() {
    const said = control.value.trim();
    if (!said) return undefined;
    const value = Number(said);
    if (!/^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(said) || !Number.isFinite(value)) throw new Error("Must be a number, like 12.5");
    if (whole && Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Error("Is too large to be kept exactly");
    return value;
  }
  return around(control, read, (value) => { control.value = String(value); });
}

/** A secret: never kept, and seen only when asked for. */
export function makePassword(schema, { change }) {
  const control = h("input", { type: "password", autocomplete: "new-password", oninput: change });
  const shown = h("button", { type: "button", class: "plain", "aria-pressed": "false", onclick: () => {
    const hide = control.type === "text";
    control.type = hide ? "password" : "text";
    shown.textContent = hide ? "Show" : "Hide";
    shown.setAttribute("aria-pressed", String(!hide));
  } }, "Show");
  return { ...around(control, () => control.value || undefined, () => { control.value = ""; }), el: h("div", { class: "beside" }, control, shown) };
}

/** Yes or no. */
export function makeCheck(schema, { change }) {
  const control = h("input", { type: "checkbox", onchange: change });
  return { ...around(control, () => control.checked, (value) => { control.checked = value === true; }), inline: true };
}

const shownAs = (value) => (typeof value === "string" ? value : JSON.stringify(value));

/** One of several: as buttons while they are few. */
export function makeChoice(schema, { change, name }) {
  const options = schema.enum;
  const labels = Array.isArray(schema["x-lt-labels"]) ? schema["x-lt-labels"] : [];
  const label = (i) => String(labels[i] ?? shownAs(options[i]));
  const indexOf = (value) => options.findIndex((option) => JSON.stringify(option) === JSON.stringify(value));
  if (options.length > 4) {
    const pairs = options.map((_, i) => [String(i), label(i)]);
    const control = select([["", "Choose…"], ...pairs], "", { onchange: change });
    return around(control, () => (control.value === "" ? undefined : options[Number(control.value)]),
      (value) => { control.value = indexOf(value) < 0 ? "" : String(indexOf(value)); });
  }
  const radios = options.map((_, i) => h("input", { type: "radio", name, value: String(i), onchange: change }));
  const el = h("div", { class: "choices" }, radios.map((radio, i) => h("label", { class: "choice" }, radio, h("span", {}, label(i)))));
  return {
    el, group: true, control: radios[0],
    read: () => { const i = radios.findIndex((radio) => radio.checked); return i < 0 ? undefined : options[i]; },
    write: (value) => radios.forEach((radio, i) => { radio.checked = i === indexOf(value); }),
    focus: () => (radios.find((radio) => radio.checked) ?? radios[0]).focus(),
  };
}

/** Several boxes: of a list of choices (the answer is a list), or of a checklist (an object). */
export function makeBoxes(items, { change }, { read, isOn }) {
  const boxes = items.map(() => h("input", { type: "checkbox", onchange: change }));
  const el = h("div", { class: "boxes" }, items.map((item, i) => h("label", { class: "check" }, boxes[i],
    h("span", {}, item.label, item.optional ? h("span", { class: "soft" }, " (optional)") : null))));
  return {
    el, group: true, control: boxes[0],
    read: () => read(items.filter((_, i) => boxes[i].checked)),
    write: (value) => boxes.forEach((box, i) => { box.checked = isOn(value, items[i]); }),
    focus: () => (boxes.find((box) => !box.checked) ?? boxes[0])?.focus(),
  };
}

/** What is not to be changed: shown, and sent along when the form says what it is. */
export function makeFixed(schema) {
  const known = schema.const !== undefined;
  let value = known ? schema.const : schema.default;
  const control = h("output", { class: "fixed" });
  const paint = () => { control.textContent = value === undefined ? "–" : shownAs(value); };
  paint();
  return { el: control, control, fixed: true, read: () => value, write: (next) => { value = known ? schema.const : next; paint(); }, focus: () => {} };
}

/** Anything, as JSON. */
export function makeJson(schema, { change }, rows = 4) {
  const control = h("textarea", { rows: String(rows), class: "mono", spellcheck: "false", autocapitalize: "none", autocomplete: "off", oninput: change });
  function read() {
    if (!control.value.trim()) return undefined;
    try {
      return JSON.parse(control.value);
    } catch (error) {
      throw new Error(`Is no JSON: ${error.message}`);
    }
  }
  const write = (value) => { control.value = value === "" ? "" : JSON.stringify(value, null, 2); };
  return { ...around(control, read, write), text: () => control.value, writeText: (text) => { control.value = text; } };
}
