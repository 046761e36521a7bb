// What stands where no rows are: why, and what to do about it.

import * as session from "../../session.js";
import { h } from "../../dom.js";
import { narrowed, unfiltered } from "./query.js";
import { withQuery } from "../../router.js";

const link = (label, changes) => h("a", { href: withQuery(changes) }, label);

export function emptyWords(asked) {
  const roles = session.readable();
  if (roles && !roles.length) {
    return h("div", { class: "empty" }, h("p", {}, "You are a member of no role yet, so there is nothing to see."),
      h("p", { class: "soft" }, "Ask an administrator to grant you one."));
  }
  if (asked.search) {
    return h("div", { class: "empty" }, h("p", {}, `No row here has exactly this id, origin or workflow: ${asked.search}`),
      asked.view === "all" && asked.status === "any"
        ? null : h("p", {}, link("Look among all rows", { ...unfiltered, view: "all", status: "any", search: asked.search })));
  }
  if (narrowed(asked)) {
    return h("div", { class: "empty" }, h("p", {}, "No row fits these filters."), h("p", {}, link("Clear filters", unfiltered)));
  }
  if (asked.view === "mine") {
    return h("div", { class: "empty" }, h("p", {}, "You hold nothing, and nothing is assigned to you."),
      h("p", {}, link("See what is available", { view: null })));
  }
  return h("div", { class: "empty" },
    h("p", {}, asked.view === "available" ? "Nothing is available right now." : "Nothing is pending."),
    h("p", { class: "soft" }, "New rows are announced here as they come."));
}

/** Where rows will stand, for lists that take long. */
export const skeleton = () =>
  h("div", { class: "skeleton", "aria-hidden": "true" }, Array.from({ length: 8 }, () => h("div", {})));
