// Several roles: those that are chosen, each to be taken away, and a field that adds one.

import { attribute, button, fill, h } from "../../../dom.js";
import { announce } from "../../../say.js";
import { refill } from "./refill.js";

let made = 0;

/** A kind of field, as form/inputs.js has them. `known()`: names of roles; `self`: the role that it is about. */
export function makeRoleSet({ known, self, change, label }) {
  const id = `roles-${++made}`;
  const list = h("ul", { class: "chosen" });
  const options = h("datalist", { id });
  const input = h("input", { list: id, autocomplete: "off", spellcheck: "false", autocapitalize: "none", "aria-label": `Add a role: ${label}`, placeholder: "Role" });
  const fault = h("p", { class: "fault", role: "alert" });
  const el = h("div", { class: "role-set" }, list, options, h("div", { class: "beside" }, input, button("Add", add)), fault);
  let chosen = [];

  function draw() {
    refill(list, chosen.length ? chosen.map((role) => h("li", { class: "tag" }, h("a", { href: `/admin/roles/${encodeURIComponent(role)}` }, role),
      button("×", () => remove(role), { class: "plain", name: `take-${role}`, "aria-label": `Take ${role} away` }))) : h("li", { class: "soft" }, "none"));
    fill(options, known().filter((role) => role !== self && !chosen.includes(role)).map((role) => h("option", { value: role })));
  }
  function tell(words) {
    fill(fault, words);
    attribute(input, "aria-invalid", words ? "true" : null);
  }
  function add() {
    const role = input.value.trim();
    tell("");
    if (!role) return;
    if (role === self) tell("Name another role than this one.");
    else if (known().length && !known().includes(role)) tell("There is no such role.");
    else {
      input.value = "";
      if (!chosen.includes(role)) chosen = [...chosen, role].sort();
      draw();
      announce(`${role} added`);
      change();
    }
  }
  function remove(role) {
    chosen = chosen.filter((one) => one !== role);
    draw();
    input.focus();
    announce(`${role} taken away`);
    change();
  }
  input.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    add();
  });
  draw();
  return {
    el, group: true, control: input, draw,
    /** What is still in the field counts too: it was meant to be added. */
    read() {
      add();
      if (fault.textContent) throw new Error(fault.textContent);
      return chosen;
    },
    /** As it stands, without what is still being typed. */
    value: () => chosen,
    write(roles) { chosen = [...(roles ?? [])].sort(); tell(""); draw(); },
    focus: () => input.focus(),
  };
}
