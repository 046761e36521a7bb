// A list of delegations: who for whom, in which role, how long yet, and ending one.

import { button, fill, h, text } from "../../dom.js";
import { clock } from "../../format.js";
import { keyed } from "../../pages/admin/keyed.js";
import { isOpen, STATES, whoWords, windowWords } from "./words.js";

/** `end(one)` asks and ends; `none`: words where there is none. { el, paint(list) }. */
export function makeList({ title, id, none, end, add = null }) {
  const list = h("ul", { class: "grants", role: "list" });
  const blank = h("p", { class: "soft" }, none);
  const el = h("section", { "aria-labelledby": id },
    h("div", { class: "titled" }, h("h2", { id, tabindex: "-1" }, title), add), blank, list);

  function makeOne() {
    let one;
    const who = h("span", {});
    const state = h("span", { class: "tag" });
    const role = h("span", { class: "role" });
    const time = h("p", {});
    const reason = h("p", { class: "reason soft" });
    const stop = button("End…", () => end(one), { class: "plain" });
    const row = h("li", {}, h("div", { class: "what" }, h("p", {}, h("strong", {}, who), " in ", role, " ", state), time, reason),
      h("span", { class: "acts" }, stop));
    return { el: row, paint(entry) {
      one = entry;
      text(who, whoWords(one));
      text(role, one.role);
      const [word, look] = STATES[one.state] ?? [one.state, ""];
      text(state, word);
      state.className = `tag ${look}`;
      fill(time, windowWords(one));
      text(reason, one.reason ?? "");
      reason.hidden = !one.reason;
      stop.hidden = !isOpen(one);
      stop.setAttribute("aria-label", `End: ${whoWords(one)} in ${one.role} until ${clock(one.until)}`);
      row.dataset.is = one.state;
    } };
  }
  const paintAll = keyed(list, ({ id: key }) => key, makeOne);
  return { el, paint(entries) {
    blank.hidden = entries.length > 0;
    list.hidden = !entries.length;
    paintAll(entries);
  } };
}
