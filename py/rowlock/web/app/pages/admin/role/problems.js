// What is wrong with a schema, each at its line: pressed, it leads there.

import { button, fill, h } from "../../../dom.js";
import { lineOf, placeOf } from "./json_text.js";

/** What the service refuses of a schema, with the lines of the text that it speaks of; null: of something else. */
export function problemsOf(error, text, places) {
  const { reason, field, problems } = error.detail ?? {};
  if (error.status !== 400 || !/_schema$/.test(field ?? "")) return null;
  if (reason !== "schema_problems") return [{ message: error.hint || error.message, line: 1, column: 1 }];
  return problems.map(({ path, keyword, message }) => {
    const inner = `${path}/${keyword}`;
    const pointer = places.has(inner) ? inner : path;
    return { message: `${keyword} ${message}`, ...lineOf(text, placeOf(places, pointer)) };
  });
}

export function makeProblems(editor) {
  const list = h("ol", { class: "problems" });
  const el = h("div", { id: "schema-problems", role: "status" }, list);

  return {
    el,
    /** `faults`: [{ message, line, column }]. */
    show(faults) {
      editor.mark(faults.map(({ line }) => line));
      fill(list, faults.map(({ message, line, column }) => h("li", {},
        button(`Line ${line}, column ${column}`, () => editor.goTo(line, column), { class: "plain" }), h("span", {}, message))));
    },
  };
}
