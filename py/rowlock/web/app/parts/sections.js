// The way between pages that belong together, above their heading.

import { h } from "../dom.js";

/** `entries`: [{ href, name }]; the one whose address the page's begins with is the current one. */
export function sections(label, entries, path) {
  const current = entries.filter(({ href }) => path === href || path.startsWith(`${href}/`)).at(-1);
  return h("nav", { class: "sections", "aria-label": label }, entries.map((entry) =>
    h("a", { href: entry.href, "aria-current": entry === current ? (path === entry.href ? "page" : "true") : null }, entry.name)));
}
