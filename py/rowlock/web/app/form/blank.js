// One text for the whole answer, where no schema says what it looks like.

import { isObject, plain } from "./rules.js";
import { makeFrame } from "./frame.js";
import { makeJson } from "./inputs.js";

/** { el, read, values, show, focus }, as a form has them. */
export function makeBlank({ change, draft }) {
  const kind = makeJson({}, { change }, 8);
  const frame = makeFrame(kind, {
    title: "Answer", help: "As JSON; nothing says what it has to look like. Usually an object, like {\"decision\": \"yes\"}.", required: true,
  });
  kind.writeText(typeof draft?.[""] === "string" ? draft[""] : "{}");
  const refuse = (message) => { throw Object.assign(new Error(message), { faults: [{ field: "", message }] }); };
  return {
    el: frame.el, focus: frame.focus,
    // As it was typed, whether it is JSON yet or not.
    values: () => plain([["", kind.text()]]),
    read() {
      let payload;
      try {
        payload = kind.read();
      } catch (error) {
        refuse(error.message);
      }
      return isObject(payload) ? payload : refuse("Must be an object, like {\"decision\": \"yes\"}");
    },
    show(faults) {
      frame.fault(faults.map(({ message }) => message).join(" ") || null);
      if (faults.length) frame.focus();
      return [];
    },
  };
}
