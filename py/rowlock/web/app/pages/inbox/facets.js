// Facets: the keys that rows have, and for an open one its values with how many rows have each.

import { button, fill, h, hidden } from "../../dom.js";
import { get } from "../../api.js";
import { count, value as shown } from "../../format.js";
import { counted } from "./query.js";
import { go, withQuery } from "../../router.js";
import { refusal } from "../../words.js";

const FEW = 12;
const TOP = 12;
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

export function makeFacets(signal) {
  const body = h("div", {});
  const el = h("section", { class: "facets", hidden: true }, h("h2", {}, "Facets"), body);
  const sections = new Map();
  let keys = [];
  let all = false;
  let asked = null;

  function choose(key, value, on) {
    const facets = { ...asked.facets };
    if (on) facets[key] = value;
    else delete facets[key];
    go(withQuery({ facets: Object.keys(facets).length ? JSON.stringify(facets) : null }));
  }

  /** Orders the list by the facet: up, then down, then as before. Numbers are ordered as numbers. */
  function sorter(key, values) {
    const kind = values.every(({ value }) => typeof value === "number") ? "number" : "facet";
    const orders = [`${kind}.${key}`, `-${kind}.${key}`, null];
    const next = orders[orders.indexOf(asked.order) + 1] ?? null;
    const words = next === null ? "Usual order" : `Sort ${next.startsWith("-") ? "descending" : "ascending"}`;
    return button(words, () => go(withQuery({ order: next })), { class: "plain" });
  }

  async function fillValues(key) {
    const section = sections.get(key);
    if (!section?.el.open || asked.facets === null) return;
    // Its own filter is left out, so that one sees what else could be chosen.
    const facets = { ...asked.facets };
    delete facets[key];
    const query = counted({ ...asked, facets });
    const wanted = asked;
    try {
      const told = await get("/api/escalations/facet-counts", { key, query, limit: TOP }, signal);
      if (wanted !== asked) return;
      const chosen = asked.facets?.[key];
      const values = told.values.map(({ value, count: many }) => {
        const on = chosen !== undefined && same(chosen, value);
        return h("li", {}, button([h("span", { class: "word" }, shown(value)),
          h("span", { class: "many" }, many.toLocaleString("en"), told.capped ? "+" : "", hidden(" rows"))],
        () => choose(key, value, !on), { class: "value", "aria-pressed": String(on) }));
      });
      fill(section.list, values, values.length ? null : h("li", { class: "soft" }, "No row has it"));
      if (told.total > told.values.length) {
        section.list.append(h("li", { class: "soft" }, `and ${count(told.total - told.values.length, "more value")}`));
      }
      if (told.total > 1) section.list.append(h("li", {}, sorter(key, told.values)));
    } catch (error) {
      if (error.name !== "AbortError") fill(section.list, h("li", { class: "fault" }, await refusal(error)));
    }
  }

  function make(key) {
    const list = h("ul", {});
    const section = h("details", { ontoggle: () => fillValues(key) }, h("summary", {}, key), list);
    sections.set(key, { el: section, list });
    return section;
  }

  function draw() {
    const active = Object.keys(asked?.facets ?? {});
    const named = [...new Set([...active, ...keys])];
    const some = all ? named : named.slice(0, Math.max(FEW, active.length));
    fill(body, some.map((key) => sections.get(key)?.el ?? make(key)),
      some.length < named.length ? button(`All ${named.length} facets`, () => { all = true; draw(); }, { class: "plain" }) : null);
    for (const key of some) sections.get(key).el.classList.toggle("on", active.includes(key));
    el.hidden = !named.length;
  }

  return {
    el,
    show(next) {
      asked = next;
      draw();
      for (const key of sections.keys()) fillValues(key);
    },
    async load() {
      keys = (await get("/api/escalations/facet-keys", {}, signal)).facet_keys;
      draw();
    },
  };
}
