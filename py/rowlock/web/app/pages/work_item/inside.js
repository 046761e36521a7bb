// What stands directly below the item, and how much of all that is below it is done.

import { button, fill, h, text } from "../../dom.js";
import { get, part } from "../../api.js";
import { kindName, statusTag } from "../plan/labels.js";
import { refusal } from "../../words.js";

const PAGE = 50;

export function makeInside(item, signal, { add }) {
  const path = `/api/work-items/${part(item().id)}`;
  const bar = h("progress", { max: "1", "aria-labelledby": "progress-words" });
  const words = h("span", { id: "progress-words", class: "soft" });
  const measure = h("p", { class: "progress", hidden: true }, bar, words);
  const list = h("ul", { class: "inside" });
  const fault = h("p", { class: "soft" });
  const more = button("Show more", () => { wanted += PAGE; read(); }, { class: "plain", hidden: true });
  const el = h("section", { "aria-labelledby": "inside-title" },
    h("div", { class: "titled" }, h("h2", { id: "inside-title" }, "Items in it"), add), measure, list, more, fault);
  let wanted = PAGE;
  let turn = Promise.resolve();

  async function page() {
    try {
      const [{ work_items: items, next }, { done, total, ratio }] = await Promise.all([
        get("/api/work-items", { parent_id: item().id, limit: Math.min(wanted, 500) }, signal), get(`${path}/completion`, {}, signal)]);
      measure.hidden = ratio === null;
      bar.value = ratio ?? 0;
      text(words, `${done.toLocaleString("en")} of ${total.toLocaleString("en")} done, at all levels (${Math.floor((ratio ?? 0) * 100)} %)`);
      more.hidden = !next;
      const held = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
      fill(list, items.map((one) => h("li", { "data-status": one.status },
        h("a", { href: `/work-items/${part(one.id)}` }, one.title),
        h("span", { class: "soft" }, kindName(one.kind)), statusTag(one.status))));
      if (held) list.querySelector(`a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
      text(fault, items.length ? "" : "Nothing is in it yet.");
      Object.assign(item(), { children: next ? Math.max(items.length, 1) : items.length });
    } catch (error) {
      if (error.name !== "AbortError") text(fault, await refusal(error));
    }
  }
  const read = () => { turn = turn.then(page); return turn; };
  return { el, read };
}
