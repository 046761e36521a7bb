// A key that was just made: shown this once, and kept nowhere on the page but here.

import { announce } from "../../say.js";
import { button, fill, h, text } from "../../dom.js";

/** Shows it in `el` until it is said to be kept, or the page is left. */
export function showKey(el, { name, key }) {
  const shown = h("code", { class: "key", tabindex: "0" }, key);
  const told = h("span", { class: "soft", role: "status" });
  const select = () => getSelection().selectAllChildren(shown);
  const copy = button("Copy", async () => {
    select();
    try {
      await navigator.clipboard.writeText(key);
      text(told, "Copied.");
    } catch {
      // A page that came without TLS may not write there.
      text(told, "Press Ctrl or ⌘ and C to copy it.");
    }
  }, { class: "primary" });
  fill(el, h("div", { class: "panel minted" },
    h("p", {}, h("strong", {}, `The key ${name} was made. `), "Keep it now: it is shown this once, and only its digest is stored."),
    h("p", { class: "line" }, shown, copy, button("I have kept it", () => { fill(el); el.closest("section").querySelector("h2").focus(); }), told)));
  announce(`The key ${name} was made and is shown.`);
  copy.focus();
}
