// Above a list of accounts: the search and the filters. Each is an element of the address.

import { button, field, fill, h, select } from "../../dom.js";
import { get } from "../../api.js";
import { go, here, withQuery } from "../../router.js";
import { narrowed, STATUSES, TYPES, unfiltered } from "./query.js";

const TYPING = 250;

export function makeFilters(signal) {
  const search = h("input", {
    type: "search", placeholder: "Part of a name or e-mail", spellcheck: "false", autocomplete: "off", autocapitalize: "none",
  });
  const change = (name) => ({ target }) => go(withQuery({ [name]: target.value, page: null }));
  const box = (name, pairs) => select(pairs, "", { onchange: change(name), name });
  const boxes = { role: box("role", [["", "Any"]]), type: box("type", TYPES), status: box("status", STATUSES) };
  const clear = button("Clear filters", () => go(withQuery(unfiltered)), { class: "plain" });
  const el = h("form", { class: "filters-line", role: "search", onsubmit: (event) => { event.preventDefault(); find(); } },
    field("Search", search), field("Role", boxes.role), field("Type", boxes.type), field("Status", boxes.status), clear);
  let timer;

  function find({ replace = false } = {}) {
    clearTimeout(timer);
    if (signal.aborted || search.value.trim() === (here().query.get("search") ?? "")) return;
    go(withQuery({ search: search.value.trim(), page: null }), { replace });
  }
  // What is typed after the first letters takes no further step to go back.
  search.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => find({ replace: here().query.has("search") }), TYPING);
  });
  signal.addEventListener("abort", () => clearTimeout(timer));

  function show(asked) {
    if (document.activeElement !== search || !asked.search) search.value = asked.search;
    for (const [name, input] of Object.entries(boxes)) {
      if (![...input.options].some(({ value }) => value === asked[name])) input.append(h("option", { value: asked[name] }, asked[name]));
      input.value = asked[name];
    }
    clear.hidden = !narrowed(asked);
  }

  async function load() {
    const { roles } = await get("/api/roles", {}, signal);
    const { value } = boxes.role;
    const names = roles.map(({ role }) => role);
    const all = value && !names.includes(value) ? [...names, value] : names;
    fill(boxes.role, [["", "Any"], ...all.map((role) => [role, role])].map(([given, label]) => h("option", { value: given }, label)));
    boxes.role.value = value;
  }

  return { el, show, load, focus: () => { search.focus(); search.select(); } };
}
