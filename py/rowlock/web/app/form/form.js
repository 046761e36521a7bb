// The form of a schema: its fields in their order, shown by their conditions, read into one answer.

import { h } from "../dom.js";
import { bindOf, fits, followed, hasSecret, isObject, isShown, names, plain, put, steps, titleOf, typeOf } from "./rules.js";
import { makeBlank } from "./blank.js";
import { makeFrame } from "./frame.js";
import { makeKind } from "./kinds.js";

const isSecret = (field) => field.format === "password";

/** What is wrong and where in the field: the database says "[0].sku must be text" of a part of a value. */
function placed(fault, frame) {
  if (!fault || fault.path) return [fault?.message, fault?.path];
  const [, place, rest] = /^(\S+) (.+)$/s.exec(fault.message) ?? [];
  const path = steps(place) ?? [];
  return frame.locate(path) ? [rest.charAt(0).toUpperCase() + rest.slice(1), path] : [fault.message];
}

/** The fields of a schema that has some. */
function makeFields(schema, { change, context, draft }) {
  const required = Array.isArray(schema.required) ? schema.required : [];
  const fields = names(schema).map((name) => {
    const field = followed(schema.properties[name], schema);
    const given = isObject(field) ? field : {};
    const title = titleOf(name, given);
    const kind = makeKind(given, { change: onChange, context, root: schema, depth: 0, name: `f.${name}`, title });
    const frame = makeFrame(kind, {
      title, help: given["x-lt-help"] ?? given.description, required: required.includes(name),
      optional: required.length > 0 && !required.includes(name),
    });
    const kept = draft && !frame.fixed && Object.hasOwn(draft, name) && fits(draft[name], typeOf(given));
    const first = kept ? draft[name] : given.default;
    if (first !== undefined && !isSecret(given)) frame.write(first);
    return { name, field: given, frame, shown: true };
  });

  const valueOf = ({ field, frame }, secretly) => {
    try {
      const value = frame.read();
      return secretly && isSecret(field) ? value !== undefined || undefined : value;
    } catch {
      return undefined;
    }
  };
  // A condition looks at what would be sent, so not at hidden fields; of a password it sees that there is one.
  const resolver = () => plain(fields.filter(({ shown }) => shown)
    .map((one) => [one.name, valueOf(one, true)]).filter(([, value]) => value !== undefined));
  function paint() {
    // What one hides may hide another; conditions that go in a circle come to no end.
    for (let i = 0, again = true; again && i <= fields.length; i += 1) {
      const seen = { ...context, resolver: resolver() };
      const before = fields.map(({ shown }) => shown);
      for (const one of fields) one.shown = isShown(one.field["x-lt-showIf"], seen);
      again = fields.some(({ shown }, n) => shown !== before[n]);
    }
    for (const { shown, frame } of fields) frame.el.hidden = !shown;
  }
  function onChange(event) {
    const touched = fields.find(({ frame }) => event && frame.el.contains(event.target));
    touched?.frame.fault(null);
    paint();
    change();
  }
  paint();

  return {
    el: h("div", { class: "fields" }, fields.map(({ frame }) => frame.el)),
    focus: () => fields.find(({ shown, frame }) => shown && !frame.fixed)?.frame.focus(),
    /** What was given so far, by names of fields and without secrets: a draft. */
    values: () => plain(fields.filter(({ field, frame }) => !frame.fixed && !hasSecret(field, schema)).map((one) => [one.name, valueOf(one)]).filter(([, value]) => value !== undefined)),
    read() {
      const payload = plain();
      const faults = [];
      for (const { name, field, frame, shown } of fields) {
        if (!shown) continue;
        try {
          const value = frame.read();
          if (value !== undefined) put(payload, bindOf(name, field), value);
        } catch (error) {
          faults.push({ field: name, message: error.message, path: error.path });
        }
      }
      if (faults.length) throw Object.assign(new Error("not readable"), { faults });
      return payload;
    },
    /** Shows what is wrong at its field and goes to the first; answers what no field could show. */
    show(faults) {
      const left = [];
      let first = null;
      for (const one of fields) {
        const mine = faults.filter(({ field }) => field === one.name);
        const [words, path] = placed(mine[0], one.frame);
        one.frame.fault(words, path);
        if (mine.length && one.shown) first ??= one;
        else left.push(...mine);
      }
      left.push(...faults.filter(({ field }) => !fields.some(({ name }) => name === field)));
      first?.frame.focus();
      return left;
    },
  };
}

/**
 * { el, read, values, show, focus }: `context` is what conditions refer to, `draft` what was given
 * before, `change()` is called at each change. read throws an error with `faults`.
 */
export function makeForm(schema, { change, context, draft }) {
  const given = isObject(schema) && isObject(schema.properties) && Object.keys(schema.properties).length;
  return given ? makeFields(schema, { change, context, draft }) : makeBlank({ change, draft });
}

/** The domains of conditions, from the record of a row. */
export function contextOf(record) {
  const parsed = (text) => {
    try {
      return JSON.parse(text ?? "null");
    } catch {
      return null;
    }
  };
  const { metadata, escalation_payload: payload, envelope, resolver_payload: _, ...escalation } = record;
  return { metadata, payload: parsed(payload), envelope: parsed(envelope), escalation };
}
