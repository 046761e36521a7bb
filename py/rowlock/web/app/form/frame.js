// What stands around a control: its label, its help, and what is wrong with it.

import { attribute, h, text } from "../dom.js";

let made = 0;

/**
 * A field with its label: { el, read, write, focus, fault(words, path), locate(path), touched }. read throws
 * words, with the path to a field within; fault shows words there when there is such a field.
 */
export function makeFrame(kind, { title, help, required, optional = false }) {
  const id = `field-${++made}`;
  const hint = help ? h("p", { class: "hint", id: `${id}-hint` }, help) : null;
  const fault = h("p", { class: "fault", id: `${id}-fault` });
  const mark = optional && !kind.fixed ? h("span", { class: "soft" }, " (optional)") : null;
  let touched = false;
  const described = [hint && hint.id, fault.id].filter(Boolean).join(" ");
  let el;
  if (kind.group) {
    el = h("fieldset", { class: "field", "aria-describedby": described }, h("legend", {}, title, mark), hint, kind.el, fault);
  } else {
    kind.control.id = id;
    attribute(kind.control, "aria-describedby", described);
    if (!kind.fixed && required) attribute(kind.control, "aria-required", "true");
    const label = h("label", { for: id }, title, mark);
    el = kind.inline
      ? h("div", { class: "field" }, h("div", { class: "check" }, kind.el, label), hint, fault)
      : h("div", { class: "field" }, label, hint, kind.el, fault);
  }
  el.addEventListener("input", () => { touched = true; });
  const locate = (path) => (path.length && kind.locate ? kind.locate(path) : null);
  let inner = null;
  return {
    el, locate, fixed: kind.fixed, read: kind.read, touched: () => touched,
    focus: () => (inner ? inner.focus() : kind.focus()),
    write: (value) => { touched ||= value !== undefined; kind.write(value); },
    fault(words, path = []) {
      inner?.fault(null);
      inner = words ? locate(path) : null;
      inner?.fault(words);
      text(fault, inner ? "" : words ?? "");
      const marked = kind.control && !kind.group ? kind.control : el;
      attribute(marked, "aria-invalid", words && !inner ? "true" : null);
      el.classList.toggle("wrong", Boolean(words));
    },
  };
}
