// The filters above the list. Each is an element of the address; changing one goes to another address.

import { attribute, button, field, fill, h, select, text } from "../../dom.js";
import { get, part } from "../../api.js";
import { go, withQuery } from "../../router.js";
import { narrowed, unfiltered } from "./query.js";
import { statusWord } from "./words.js";

const STATUSES = ["pending", "spawning", "running", "exited", "failed", "stopped"];

function offer(box, any, pairs) {
  const { value } = box;
  const known = !value || pairs.some(([id]) => id === value);
  fill(box, [["", any], ...pairs, ...(known ? [] : [[value, value]])].map(([id, name]) => h("option", { value: id }, name)));
  box.value = value;
}

export function makeFilters(signal) {
  const box = (name, options) => select(options, "", { name, onchange: ({ target }) => go(withQuery({ [name]: target.value })) });
  const status = box("status", [["", "Any status"], ["open", "Not ended"], ...STATUSES.map((word) => [word, statusWord(word)])]);
  const project = box("project", [["", "Any project"]]);
  const host = box("host", [["", "Any host"]]);
  const parked = h("input", { type: "checkbox", id: "parked", onchange: ({ target }) => go(withQuery({ parked: target.checked ? "true" : null })) });
  const title = h("span", {});
  const item = h("p", { class: "item-filter", hidden: true }, "Runs of ", title, " ",
    button("×", () => go(withQuery({ item: null })), { class: "plain", "aria-label": "Runs of any item", title: "Runs of any item" }));
  const clear = button("Clear filters", () => go(withQuery(unfiltered)), { class: "plain" });
  const el = h("div", { class: "run-filters", role: "group", "aria-label": "Filters" },
    field("Status", status), field("Project", project), field("Host", host),
    h("p", { class: "check" }, parked, h("label", { for: "parked" }, "Waits for an answer")), item, clear);
  const boxes = { status, project, host };
  let named = null;

  /** What an item that the address names is called, if nothing that is shown says so. */
  async function name(id) {
    named = id;
    item.hidden = !id;
    if (!id) return;
    text(title, "one work item");
    try {
      const found = await get(`/api/work-items/${part(id)}`, {}, signal);
      if (named === id) text(title, `“${found.title}”`);
    } catch {
      // It may have been deleted; the list then says that there is nothing.
    }
  }

  function show(asked) {
    for (const [key, input] of Object.entries(boxes)) {
      if (![...input.options].some((option) => option.value === asked[key])) input.append(h("option", { value: asked[key] }, asked[key]));
      input.value = asked[key];
    }
    parked.checked = Boolean(asked.parked);
    attribute(clear, "hidden", !narrowed(asked));
    if (asked.item !== named) name(asked.item);
  }

  async function load() {
    const [{ projects }, { hosts }] = await Promise.all([
      get("/api/projects", { limit: 500 }, signal), get("/api/hosts", { limit: 500 }, signal)]);
    offer(project, "Any project", projects.map((one) => [one.id, one.name]));
    offer(host, "Any host", hosts.map((one) => [one.id, one.name]));
  }
  return { el, show, load };
}
