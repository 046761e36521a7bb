// The map of the keyboard: what is bound right now, and the switch for all of it.

import { enable, enabled, listed } from "../keys.js";
import { h } from "../dom.js";
import { show } from "./dialog.js";

const NAMES = { " ": "Space", Escape: "Esc", ArrowDown: "↓", ArrowUp: "↑", ArrowLeft: "←", ArrowRight: "→" };

export function openHelp() {
  const groups = Map.groupBy
    ? Map.groupBy(listed(), (entry) => entry.group ?? "This page")
    : listed().reduce((all, e) => all.set(e.group ?? "This page", [...(all.get(e.group ?? "This page") ?? []), e]), new Map());
  const tables = [...groups].reverse().map(([name, entries]) => h("section", {},
    h("h3", {}, name),
    h("dl", { class: "keys" }, entries.map((entry) =>
      h("div", {}, h("dt", {}, h("kbd", {}, NAMES[entry.key] ?? entry.key)), h("dd", {}, entry.does))))));
  const box = h("input", {
    type: "checkbox", id: "keys-on", checked: enabled(), onchange: (event) => enable(event.target.checked),
  });
  show("Keyboard", [h("div", { class: "columns" }, tables),
    h("p", { class: "check" }, box, h("label", { for: "keys-on" }, "Keys of one letter are on"))], true);
}
