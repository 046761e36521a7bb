// A field for JSON with the numbers of its lines. Tab indents; after Escape it leaves, as everywhere.

import { announce } from "../../../say.js";
import { attribute, fill, h } from "../../../dom.js";

const INDENT = "  ";

/** Puts text in place of what is selected, so that it can be undone. */
function insert(area, said) {
  if (!document.execCommand("insertText", false, said)) {
    area.setRangeText(said, area.selectionStart, area.selectionEnd, "end");
    area.dispatchEvent(new Event("input"));
  }
}

/** Indents the lines that are selected, or takes an indent away. */
function shift(area, out) {
  const { value, selectionStart: from, selectionEnd: to } = area;
  const start = value.lastIndexOf("\n", from - 1) + 1;
  if (!out && from === to) {
    insert(area, INDENT);
    return;
  }
  const lines = value.slice(start, to).split("\n");
  const moved = lines.map((line) => (out ? line.replace(/^ {1,2}|^\t/, "") : INDENT + line)).join("\n");
  if (moved === lines.join("\n")) return;
  area.setSelectionRange(start, to);
  insert(area, moved);
  const change = moved.length - (to - start);
  if (from === to) area.setSelectionRange(Math.max(start, from + change), Math.max(start, from + change));
  else area.setSelectionRange(start, start + moved.length);
}

/** { el, text, write, mark(lines), goTo(line, column), fix(readOnly), name(label) } */
export function makeEditor({ change }) {
  const gutter = h("div", { class: "gutter", "aria-hidden": "true" });
  const label = h("label", { for: "schema-text" });
  const hint = h("p", { class: "hint", id: "schema-hint" });
  const area = h("textarea", {
    id: "schema-text", class: "mono", wrap: "off", spellcheck: "false", autocapitalize: "none",
    autocomplete: "off", "aria-describedby": "schema-hint schema-problems",
  });
  const el = h("div", { class: "editor" }, label, h("div", { class: "code" }, gutter, area), hint);
  let wrong = new Set();
  let free = false;
  let drawn = 0;

  function number() {
    const many = area.value.split("\n").length;
    if (many === drawn) return;
    drawn = many;
    fill(gutter, Array.from({ length: many }, (_, i) => h("div", { class: wrong.has(i + 1) ? "wrong" : null }, i + 1)));
    gutter.scrollTop = area.scrollTop;
  }

  area.addEventListener("input", () => { number(); change(); });
  area.addEventListener("scroll", () => { gutter.scrollTop = area.scrollTop; });
  area.addEventListener("blur", () => { free = false; });
  area.addEventListener("keydown", (event) => {
    const { key, shiftKey } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (key === "Escape") {
      free = true;
      announce("Tab leaves the field now.");
    } else if (key === "Tab" && !free && !area.readOnly) {
      event.preventDefault();
      shift(area, shiftKey);
    } else if (key === "Enter" && !area.readOnly) {
      event.preventDefault();
      const before = area.value.slice(0, area.selectionStart);
      const lead = /^[ \t]*/.exec(before.slice(before.lastIndexOf("\n") + 1))[0];
      insert(area, `\n${lead}${/[[{]\s*$/.test(before) ? INDENT : ""}`);
    } else if (key !== "Shift" && key !== "Tab") {
      free = false;
    }
  });

  return {
    el,
    text: () => area.value,
    write(said) {
      if (area.value !== said) {
        area.value = said;
        area.scrollLeft = 0;
      }
      number();
    },
    /** The lines on which something is wrong. */
    mark(lines) {
      wrong = new Set(lines);
      [...gutter.children].forEach((line, i) => { line.className = wrong.has(i + 1) ? "wrong" : ""; });
      attribute(area, "aria-invalid", wrong.size ? "true" : null);
    },
    goTo(line, column) {
      const lead = area.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      area.focus();
      area.setSelectionRange(lead + column - 1, lead + column - 1);
      area.scrollTop = Math.max(0, (line - 6) * parseFloat(getComputedStyle(area).lineHeight));
      area.scrollLeft = 0;
    },
    fix(readOnly) {
      area.readOnly = readOnly;
      fill(hint, readOnly ? null : "Tab indents a line; to leave the field press Escape, then Tab. The order of names is not kept: x-lt-order puts the fields of a form in order.");
    },
    name: (said) => fill(label, said),
  };
}
