// One item on the board.

import { attribute, h, text } from "../../dom.js";
import { kindName } from "./labels.js";
import { menuButton } from "./menu.js";
import { part } from "../../api.js";

export function makeCard(item, may, entries) {
  const title = h("a", { class: "title", href: `/work-items/${part(item.id)}`, draggable: "false" });
  const kind = h("span", {});
  const who = h("span", { class: "who" });
  const more = may ? menuButton("", entries) : null;
  const el = h("li", { class: "card", "data-id": item.id },
    may ? h("span", { class: "grip soft", "aria-hidden": "true" }, "⠿") : null,
    h("div", { class: "body" }, title, h("p", { class: "marks soft" }, kind, who)), more);
  function paint(next) {
    text(title, next.title);
    text(kind, kindName(next.kind) + (next.children ? ` · ${next.children.toLocaleString("en")} in it` : ""));
    text(who, next.assignee ?? "");
    attribute(el, "data-status", next.status);
    if (more) for (const name of ["aria-label", "title"]) attribute(more, name, `What to do with ${next.title}`);
  }
  paint(item);
  return { el, paint };
}
