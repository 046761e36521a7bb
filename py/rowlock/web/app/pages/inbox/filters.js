// The filters beside the list. Each is an element of the address; changing one goes to another address.

import * as session from "../../session.js";
import { attribute, button, field, fill, h, select, text } from "../../dom.js";
import { get } from "../../api.js";
import { go, withQuery } from "../../router.js";
import { makeFacets } from "./facets.js";
import { narrowed, PRIORITIES, STATUSES, unfiltered } from "./query.js";

/** Roles and types to choose from, read once the list is there. */
async function choices() {
  const own = session.readable();
  const [roles, types] = await Promise.all([
    own ?? get("/api/roles").then((told) => told.roles.map((role) => role.role)),
    get("/api/escalations/types").then((told) => told.types),
  ]);
  return { roles, types };
}

const pairs = (any, words) => [["", any], ...words.map((word) => [word, word])];

function refill(box, options) {
  const { value } = box;
  const known = options.some(([option]) => option === value);
  fill(box, (known ? options : [...options, [value, value]]).map(([given, label]) => h("option", { value: given }, label)));
  box.value = value;
}

export function makeFilters(signal) {
  const change = (name) => (event) => go(withQuery({ [name]: event.target.value }), { replace: false });
  const box = (name, options) => select(options, "", { onchange: change(name), name });
  const role = box("role", pairs("Any role", []));
  const type = box("type", pairs("Any type", []));
  const priority = box("priority", PRIORITIES);
  const status = box("status", STATUSES);
  const statusField = field("Status", status);
  const boxes = { role, type, priority, status };
  const jeopardy = h("input", {
    type: "checkbox", id: "jeopardy", "aria-describedby": "jeopardy-hint",
    onchange: () => go(withQuery({ jeopardy: jeopardy.checked ? "yes" : null })),
  });
  const facets = makeFacets(signal);
  const clear = button("Clear filters", () => go(withQuery(unfiltered)), { class: "plain clear" });
  const el = h("aside", { class: "filters", id: "filters", "aria-label": "Filters" },
    field("Role", role), field("Type", type), field("Priority", priority), statusField,
    h("div", { class: "field" }, h("span", { class: "check" }, jeopardy, h("label", { for: "jeopardy" }, "In jeopardy")),
      h("span", { class: "hint", id: "jeopardy-hint" }, "Held by nobody, and older than its role allows")),
    facets.el, clear);
  // Where there is no room beside the list, they stand above it when they are asked for.
  const opener = button("Filters", () => {
    const on = el.classList.toggle("open");
    opener.setAttribute("aria-expanded", String(on));
  }, { class: "opener", "aria-expanded": "false", "aria-controls": "filters" });

  function show(asked) {
    for (const [name, input] of Object.entries(boxes)) {
      if (![...input.options].some((option) => option.value === asked[name])) input.append(h("option", { value: asked[name] }, asked[name]));
      input.value = asked[name];
    }
    jeopardy.checked = asked.jeopardy;
    statusField.hidden = asked.view === "available";
    const many = narrowed(asked);
    text(opener, many ? `Filters (${many})` : "Filters");
    attribute(clear, "hidden", !many);
    facets.show(asked);
  }

  async function load() {
    const { roles, types } = await choices();
    if (signal.aborted) return;
    refill(role, pairs("Any role", roles));
    refill(type, pairs("Any type", types));
    await facets.load();
  }

  return { el, opener, show, load };
}
