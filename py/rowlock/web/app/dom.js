// Elements from data: text stays text. Nothing here or elsewhere parses HTML.

const present = (child) => child !== null && child !== undefined && child !== false && child !== "";

/** An element. `given`: attributes, `class`, `on<event>` handlers, properties of inputs; null and false are left out. */
export function h(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") made[key] = value;
    else made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.flat(Infinity).filter(present));
  return made;
}

/** Puts text where another stands; the same text is left alone. */
export function text(node, value) {
  const said = String(value ?? "");
  if (node.textContent !== said) node.textContent = said;
}

/** Sets an attribute, or takes it away (null, false); the same value is left alone. */
export function attribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else if (node.getAttribute(name) !== String(value)) node.setAttribute(name, value === true ? "" : value);
}

/** Replaces all children. */
export function fill(node, ...children) {
  node.replaceChildren(...children.flat(Infinity).filter(present));
  return node;
}

export const button = (label, onclick, given = {}) => h("button", { type: "button", onclick, ...given }, label);

export const hidden = (label) => h("span", { class: "unseen" }, label);

/** A label above its field, with the hint and the fault of the field when there are. */
export function field(label, input, hint) {
  input.id ||= `f${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  const told = hint ? h("span", { class: "hint", id: `${input.id}-hint` }, hint) : null;
  if (told) input.setAttribute("aria-describedby", told.id);
  return h("div", { class: "field" }, h("label", { for: input.id }, label), input, told);
}

/** A select from [value, label] pairs; a value that is not among them is shown all the same. */
export function select(options, value, given = {}) {
  const known = options.some(([v]) => v === value) || value === "" || value === null || value === undefined;
  const all = known ? options : [...options, [value, value]];
  const made = h("select", given, all.map(([v, label]) => h("option", { value: v }, label)));
  made.value = value ?? "";
  return made;
}
