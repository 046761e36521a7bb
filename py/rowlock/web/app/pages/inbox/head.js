// Above the list: the views with their counts, the search, the order, what is new.

import * as counts from "../../store/counts.js";
import { attribute, button, fill, h, hidden, select, text } from "../../dom.js";
import { count, value } from "../../format.js";
import { go, withQuery } from "../../router.js";
import { FACET_ORDER, ORDERS, VIEWS } from "./query.js";

function chip(label, changes) {
  return h("li", {}, h("a", { class: "filter", href: withQuery(changes), title: `Take away: ${label}` },
    label, h("span", { "aria-hidden": "true" }, " ×"), hidden(", take away")));
}

function chips(asked) {
  const plain = ["role", "type", "priority", "search"].filter((name) => asked[name])
    .map((name) => chip(`${name}: ${asked[name]}`, { [name]: null }));
  const facets = Object.entries(asked.facets ?? {}).map(([key, given]) => {
    const rest = { ...asked.facets };
    delete rest[key];
    return chip(`${key}: ${value(given)}`, { facets: Object.keys(rest).length ? JSON.stringify(rest) : null });
  });
  return [...plain, asked.jeopardy ? chip("in jeopardy", { jeopardy: null }) : null, ...facets, asked.facets === null ? chip("facets that are no JSON", { facets: null }) : null];
}

export function makeHead(signal, { refresh, pickAll, opener }) {
  const title = h("h1", { id: "title", class: "unseen", tabindex: "-1", "data-first": true });
  const numbers = Object.fromEntries(VIEWS.map(([name]) => [name, h("span", { class: "number" })]));
  const links = VIEWS.map(([name, label]) => h("a", { "data-view": name }, label, name === "all" ? null : numbers[name]));
  const search = h("input", {
    type: "search", placeholder: "Id, origin or workflow", "aria-label": "Exact id, origin or workflow", spellcheck: "false", autocomplete: "off",
  });
  const form = h("form", {
    role: "search",
    onsubmit: (event) => {
      event.preventDefault();
      // The keys are the list's again.
      search.blur();
      go(withQuery({ search: search.value.trim() }));
    },
  }, search);
  const order = select(ORDERS, "", { "aria-label": "Order", title: "Order", onchange: () => go(withQuery({ order: order.value })) });
  const all = h("input", { type: "checkbox", onchange: () => pickAll(all.checked) });
  const total = h("span", { class: "total" });
  const news = button("", refresh, { class: "news", hidden: true });
  const active = h("ul", { class: "active", "aria-label": "Filters in force" });
  const said = h("span", { class: "unseen", role: "status" });
  const el = h("div", { class: "list-head" }, title,
    h("div", { class: "line" }, h("nav", { class: "views", "aria-label": "Views" }, links), h("span", { class: "gap" }), opener, form, order),
    h("div", { class: "line second" }, h("label", { class: "pick" }, all, hidden("Pick all that are shown")),
      total, active, h("span", { class: "gap" }), news, said));

  search.addEventListener("search", () => { if (!search.value) go(withQuery({ search: null })); });
  counts.listen(signal, (now) => {
    text(numbers.available, counts.available());
    text(numbers.mine, now.mine === null ? "" : counts.amount(now.mine));
  });

  return {
    el,
    search: () => { search.focus(); search.select(); },
    show(asked) {
      text(title, VIEWS.find(([name]) => name === asked.view)[1]);
      links.forEach((link) => {
        const name = link.dataset.view;
        link.href = withQuery({ view: name === "available" ? null : name, status: null });
        attribute(link, "aria-current", name === asked.view && "page");
      });
      search.value = asked.search;
      const facet = FACET_ORDER.exec(asked.order);
      const known = [...order.options].some((option) => option.value === asked.order);
      if (facet && !known) order.append(h("option", { value: asked.order }, `By ${facet[3]}, ${facet[1] ? "descending" : "ascending"}`));
      order.value = facet || known ? asked.order : "";
      fill(active, chips(asked));
    },
    count: (number, capped) => text(total, number === null ? "" : `${counts.amount(number, capped)} ${number === 1 ? "row" : "rows"}`),
    picking(many, of) {
      all.disabled = !of;
      all.checked = many > 0 && many === of;
      all.indeterminate = many > 0 && many < of;
    },
    fresh(many) {
      const words = many ? `${count(many, "new row", "new rows")}` : "";
      news.hidden = !many;
      text(news, words && `Show ${words}`);
      text(said, words);
    },
  };
}
