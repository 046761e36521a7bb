// One level of a role: after how many minutes, what is done, and to whom.

import { attribute, button, fill, h, hidden, select } from "../../../dom.js";
import { account } from "../../../parts/account.js";
import { nameOf } from "../../../store/names.js";

const ACTIONS = [["notify", "Send a reminder"], ["assign", "Assign it to a person"], ["reassign", "Pass it on to a role"]];
const NEEDS = { notify: ["repeat_minutes"], assign: ["target_user"], reassign: ["target_role"] };
const UNITS = ["after_minutes", "repeat_minutes"];

let made = 0;

function cell(key, label, control, help) {
  control.id ||= `level-${++made}`;
  const fault = h("p", { class: "fault", id: `${control.id}-fault` });
  attribute(control, "aria-describedby", fault.id);
  const inner = UNITS.includes(key) ? h("div", { class: "with-unit" }, control, h("span", { class: "unit", "aria-hidden": "true" }, "min")) : control;
  return {
    key, control,
    el: h("div", { class: "field", "data-key": key }, h("label", { for: control.id }, label, UNITS.includes(key) ? hidden(", in minutes") : null), inner, help, fault),
    tell(words) { fill(fault, words); attribute(control, "aria-invalid", words ? "true" : null); },
  };
}
const number = (change) => h("input", { type: "number", min: "1", max: "525600", step: "1", inputmode: "numeric", oninput: change });

/** { el, read, tell(key, words), number(n), draw }: `level` as the service has it, or {} for a new one. */
export function makeLevelRow(level, { known, self, change, remove }) {
  const title = h("h3", {});
  const after = number(change);
  const every = number(change);
  const action = select(ACTIONS, level.action ?? "notify", { onchange: () => { show(); change(); } });
  const role = h("select", { onchange: change });
  const who = account();
  who.control.addEventListener("input", change);
  after.value = level.after_minutes ?? "";
  every.value = level.repeat_minutes ?? "";
  every.placeholder = "once";
  const cells = [
    cell("after_minutes", "After", after), cell("action", "Then", action), cell("repeat_minutes", "Again every", every),
    cell("target_user", "To whom", who.control, who.people), cell("target_role", "To which role", role),
  ];
  const take = button("Remove", remove, { class: "plain" });
  const el = h("li", { class: "level" }, h("div", { class: "line" }, title, take), h("div", { class: "cells" }, cells.map((one) => one.el)));
  // Of an account its name is shown; what is typed is a sign-in name.
  let named = null;

  const shown = () => ["after_minutes", "action", ...NEEDS[action.value]];
  function show() {
    for (const one of cells) one.el.hidden = !shown().includes(one.key);
  }
  function draw() {
    const chosen = role.value || level.target_role || "";
    const names = known().filter((name) => name !== self);
    const all = chosen && !names.includes(chosen) ? [chosen, ...names] : names;
    fill(role, h("option", { value: "" }, "Choose a role"), all.map((name) => h("option", { value: name }, name)));
    role.value = chosen;
    if (level.target_user && !named && nameOf(level.target_user)) {
      named = nameOf(level.target_user);
      who.control.value ||= named;
    }
  }
  if (level.action === "assign" && !level.target_user) cells[3].tell("That account was deleted. Name another one.");
  draw();
  show();

  const whole = (input) => (input.value === "" ? null : Number(input.value));
  return {
    el, draw,
    number(n) {
      title.textContent = `Level ${n}`;
      attribute(take, "aria-label", `Remove level ${n}`);
      attribute(el, "aria-label", `Level ${n}`);
    },
    read() {
      const typed = who.read();
      const given = {
        after_minutes: whole(after), action: action.value, repeat_minutes: whole(every),
        target_user: (typed === named ? level.target_user : typed) || null, target_role: role.value || null,
      };
      return Object.fromEntries(shown().map((key) => [key, given[key]]));
    },
    action: () => action.value,
    tell(key, words) {
      for (const one of cells) one.tell(one.key === key ? words : "");
      const found = cells.find((one) => one.key === key && !one.el.hidden);
      found?.control.focus();
      return Boolean(found);
    },
    focus: () => after.focus(),
  };
}
