// Which control a schema gets, and the fields that are made of fields: groups and lists.

import { button, fill, h, hidden } from "../dom.js";
import { at, followed, isObject, names, placeOf, plain, titleOf, truthy, typeOf } from "./rules.js";
import { makeBoxes, makeCheck, makeChoice, makeFixed, makeJson, makeNumber, makePassword, makeText } from "./inputs.js";
import { makeFrame } from "./frame.js";

const DEEPEST = 6;
const COMBINED = ["oneOf", "anyOf", "allOf", "not", "if", "$dynamicRef"];

/** The items of a checklist: [{ id, label, optional }], from the row that the form is about. */
function itemsOf(schema, context) {
  const place = placeOf(schema["x-lt-source"]);
  const found = place && at(context, place);
  if (!Array.isArray(found)) return null;
  return found
    .map((item) => (isObject(item) ? { id: item.id, label: item.label ?? item.id, optional: item.required === false } : { id: item, label: item }))
    .filter(({ id }) => ["string", "number"].includes(typeof id))
    .map((item) => ({ ...item, id: String(item.id), label: String(item.label) }));
}

const makeChecklist = (items, way) => makeBoxes(items, way, {
  read: (on) => plain(on.map(({ id }) => [id, true])),
  isOn: (value, { id }) => truthy(at(value, [id])),
});

const makePicks = (schema, way) => makeBoxes(schema.items.enum.map((value) => ({ value, label: typeof value === "string" ? value : JSON.stringify(value) })), way, {
  read: (on) => (on.length ? on.map(({ value }) => value) : undefined),
  isOn: (given, { value }) => Array.isArray(given) && given.some((one) => JSON.stringify(one) === JSON.stringify(value)),
});

/** Reads a part of a value; what is wrong with it is told with the way to it. */
function within(step, read) {
  try {
    return read();
  } catch (error) {
    error.path = [step, ...(error.path ?? [])];
    throw error;
  }
}

/** A group of fields, below the field that they make up. */
function makeGroup(schema, way) {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const parts = names(schema).map((name) => {
    const inner = followed(schema.properties[name], way.root);
    const given = isObject(inner) ? inner : {};
    const frame = makeFrame(makeKind(given, { ...way, depth: way.depth + 1, name: `${way.name}.${name}` }),
      { title: titleOf(name, given), help: given.description, required: required.includes(name) });
    return { name, frame };
  });
  function read() {
    const made = plain();
    for (const { name, frame } of parts) {
      const value = within(name, frame.read);
      if (value !== undefined && !(value === false && !required.includes(name) && !frame.touched())) made[name] = value;
    }
    return Object.keys(made).length ? made : undefined;
  }
  return {
    el: h("div", { class: "group" }, parts.map(({ frame }) => frame.el)), group: true, control: null, read, blank: plain(),
    write: (value) => parts.forEach(({ name, frame }) => frame.write(at(value, [name]))),
    focus: () => parts.find(({ frame }) => !frame.fixed)?.frame.focus(),
    locate([step, ...rest]) {
      const found = parts.find(({ name }) => name === step)?.frame;
      return found?.locate(rest) ?? found ?? null;
    },
  };
}

/** A list whose entries come and go. */
function makeList(schema, way) {
  const entry = followed(schema.items, way.root);
  const rows = [];
  let places = [];
  const list = h("ol", { class: "entries" });
  const add = button("Add", () => { append(undefined); rows.at(-1).kind.focus(); way.change(); });
  const renumber = () => rows.forEach(({ remove }, i) => remove.setAttribute("aria-label", `Remove entry ${i + 1}`));
  function append(value) {
    const kind = makeKind(isObject(entry) ? entry : {}, { ...way, depth: way.depth + 1, name: `${way.name}.${rows.length}.${Date.now()}` });
    if (value !== undefined) kind.write(value);
    kind.control?.setAttribute("aria-label", way.title ? `${way.title}, entry` : "Entry");
    const row = { kind, remove: button("Remove", () => {
      const place = rows.indexOf(row);
      rows.splice(place, 1);
      row.el.remove();
      renumber();
      (rows[place]?.remove ?? add).focus();
      way.change();
    }, { class: "plain" }) };
    row.el = h("li", {}, h("div", { class: "entry" }, kind.el, row.remove));
    rows.push(row);
    list.append(row.el);
    renumber();
  }
  return {
    el: h("div", {}, list, add, hidden("")), group: true, control: null,
    read() {
      const given = rows.map(({ kind }, i) => within(i, kind.read) ?? kind.blank);
      // An entry in which nothing was typed is none; what is said of the others has their own numbers.
      places = rows.map((_, i) => i).filter((i) => given[i] !== undefined);
      return places.length ? places.map((i) => given[i]) : undefined;
    },
    write: (value) => {
      rows.length = 0;
      fill(list);
      if (Array.isArray(value)) value.forEach(append);
    },
    focus: () => (rows[0] ? rows[0].kind.focus() : add.focus()),
    locate: ([step, ...rest]) => (rest.length && rows[places[step] ?? step]?.kind.locate?.(rest)) || null,
  };
}

/** The field for a schema. `way`: { change, context, root, depth, name, title }. */
export function makeKind(schema, way) {
  const type = typeOf(schema);
  if (way.depth > DEEPEST) return makeJson(schema, way);
  if (schema.readOnly === true || schema.const !== undefined) return makeFixed(schema);
  if (schema.format === "password") return makePassword(schema, way);
  const items = schema["x-lt-source"] !== undefined && itemsOf(schema, way.context);
  if (items) return makeChecklist(items, way);
  if (Array.isArray(schema.enum) && schema.enum.length) return makeChoice(schema, way);
  switch (type) {
    case "boolean": return makeCheck(schema, way);
    case "integer": case "number": return makeNumber(schema, way);
    case "string": return makeText(schema, way);
    case "object": return isObject(schema.properties) ? makeGroup(schema, way) : makeJson(schema, way);
    case "array":
      if (Array.isArray(schema.items?.enum)) return makePicks(schema, way);
      return isObject(schema.items) ? makeList(schema, way) : makeJson(schema, way);
    default: return COMBINED.some((word) => schema[word] !== undefined) ? makeJson(schema, way) : makeText(schema, way);
  }
}
