// The links that a role has on its board: each a label, a path of this site, and perhaps a badge.

import { button, fill, h } from "../../../dom.js";

const FIELDS = [["label", "Label", "Orders"], ["url", "Path", "/orders"], ["badge", "Badge", "optional"]];

/** A kind of field, as form/inputs.js has them. */
export function makePins({ change }) {
  const list = h("ol", { class: "pins" });
  const add = button("Add a link", () => { rows.push(row({})); draw(); rows.at(-1).inputs.label.focus(); change(); }, { class: "plain" });
  const el = h("div", {}, list, add);
  let rows = [];

  function row(pin) {
    const inputs = Object.fromEntries(FIELDS.map(([key, name, placeholder]) => [key,
      h("input", { value: pin[key] ?? "", placeholder, "aria-label": name, autocomplete: "off", spellcheck: "false", oninput: change })]));
    const one = { inputs };
    const remove = button("Remove", () => {
      rows = rows.filter((other) => other !== one);
      draw();
      add.focus();
      change();
    }, { class: "plain" });
    one.el = h("li", {}, Object.values(inputs), remove);
    return one;
  }
  const draw = () => fill(list, rows.map((one) => one.el));
  const read = () => rows.map(({ inputs }) => {
    const [label, url, badge] = FIELDS.map(([key]) => inputs[key].value.trim());
    return { label, url, ...(badge ? { badge } : {}) };
  }).filter(({ label, url, badge }) => label || url || badge);

  return {
    el, group: true, control: null, read,
    write(pins) { rows = (Array.isArray(pins) ? pins : []).map(row); draw(); },
    focus: () => (rows[0]?.inputs.label ?? add).focus(),
  };
}
