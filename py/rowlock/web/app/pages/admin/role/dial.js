// One dial: its field, what the service has of it, and what somebody else has set meanwhile.

import { fill, h, hidden, select } from "../../../dom.js";
import { makeCheck, makeJson, makeNumber, makeText } from "../../../form/inputs.js";
import { makeFrame } from "../../../form/frame.js";
import { asStored } from "./json_format.js";
import { makePins } from "./pins.js";
import { makeRoleSet } from "./role_set.js";

const canonical = (value) => JSON.stringify(asStored(value ?? null));
const shown = (value) => {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) return value.join(", ") || "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** A choice of one role, or none. */
function makeRole({ known, self, change }) {
  const control = select([["", "none"]], "", { onchange: change });
  const draw = (value) => {
    const names = known().filter((role) => role !== self);
    const all = value && !names.includes(value) ? [value, ...names] : names;
    fill(control, h("option", { value: "" }, "none"), all.map((role) => h("option", { value: role }, role)));
    control.value = value ?? "";
  };
  return { el: control, control, draw: () => draw(control.value), read: () => control.value || undefined, write: draw, focus: () => control.focus() };
}

const KINDS = {
  text: (way, { mono }) => {
    const kind = makeText({}, way);
    if (mono) kind.control.className = "mono";
    return kind;
  },
  long: (way) => makeText({ format: "textarea" }, way),
  check: (way) => makeCheck({}, way),
  json: (way) => makeJson({}, way, 5),
  role: makeRole,
  roles: makeRoleSet,
  pins: makePins,
  number(way, { unit }) {
    const kind = makeNumber({ type: "number" }, way);
    return { ...kind, el: h("div", { class: "with-unit" }, kind.control, h("span", { class: "unit", "aria-hidden": "true" }, unit)) };
  },
};

/** { el, dial, renew(value, kept), changed, read, fault, draw } */
export function makeDial(dial, { known, self, change }) {
  const { key, name, help, unit, clear = null } = dial;
  const kind = KINDS[dial.kind]({ known, self, change, label: name }, dial);
  const frame = makeFrame(kind, { title: unit ? [name, hidden(`, in ${unit}`)] : name, help });
  const meanwhile = h("p", { class: "meanwhile", role: "status" });
  let base;
  const empty = (value) => (value === undefined ? clear : value);

  function changed() {
    try {
      return canonical(empty((kind.value ?? frame.read)())) !== canonical(base);
    } catch {
      return true;
    }
  }
  function write(value) {
    kind.write(value ?? "");
    frame.fault(null);
    fill(meanwhile);
  }
  return {
    key, name, frame, changed,
    el: h("div", { class: "dial", "data-kind": dial.kind }, frame.el, meanwhile),
    read: () => empty(frame.read()),
    draw: () => kind.draw?.(),
    reset: () => write(base),
    /** What the service has now: it takes the place of what nobody has touched. `mine`: take it in any case. */
    renew(value, { mine = false } = {}) {
      const before = base;
      const touched = base !== undefined && changed();
      base = value ?? null;
      if (mine || !touched || !changed()) write(base);
      else if (before !== undefined && canonical(before) !== canonical(base)) fill(meanwhile, `Somebody has set this to ${shown(base)} meanwhile. Saving puts yours in its place.`);
    },
  };
}
