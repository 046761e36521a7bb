// The personas: bundles of roles under one name, and a way to make one.

import * as session from "../../session.js";
import { adminSections } from "./sections.js";
import { askFields, line } from "./ask.js";
import { button, fill, h, text } from "../../dom.js";
import { count } from "../../format.js";
import { get, part, post } from "../../api.js";
import { go, setTitle } from "../../router.js";
import { holders, rolesWords } from "./personas_of.js";
import { refusal } from "../../words.js";
import { table } from "../../parts/table.js";

const isolated = (said) => h("bdi", { class: "clip", title: said }, said);

const COLUMNS = [
  { name: "Name", head: true, cell: ({ key, title }) => h("a", { href: `/admin/personas/${part(key)}` }, isolated(title || key)) },
  { name: "Key", cell: ({ key }) => isolated(key) },
  { name: "Roles", cell: (persona) => isolated(rolesWords(persona)) },
  { name: "Held by", number: true, cell: holders },
];

async function askNew() {
  const made = await askFields({
    title: "Make a persona", act: "Make",
    lead: h("p", { class: "soft" }, "Whoever has a persona is a member of all its roles. Choose its roles once it is there."),
    fields: [
      ["key", line("", { spellcheck: "false", autocapitalize: "none" }), { title: "Key", required: true, help: "A letter a–z, then letters, digits, _ and -. It stays." }],
      ["title", line(), { title: "Name", optional: true }],
      ["description", line("", { rows: "3" }), { title: "What it is for", optional: true }],
    ],
    send: (given) => post("/api/personas", Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))),
  });
  if (made) go(`/admin/personas/${part(made.key)}`);
}

export function open({ root, at, signal }) {
  setTitle("Personas");
  const total = h("span", { class: "soft total" });
  const listing = h("div", { class: "accounts bundles" });
  root.append(h("div", { class: "admin" }, adminSections(at.path),
    h("div", { class: "titled" }, h("h1", { tabindex: "-1", "data-first": true }, "Personas"), total,
      session.isAdmin() ? button("Make a persona…", askNew, { class: "primary" }) : null),
    h("p", { class: "soft" }, "Bundles of roles under one name: whoever has one is a member of all its roles."), listing));

  async function load() {
    const slow = setTimeout(() => fill(listing, h("p", { class: "soft" }, "Reading the personas…")), 200);
    try {
      const { personas } = await get("/api/personas", {}, signal);
      text(total, count(personas.length, "persona"));
      fill(listing, personas.length ? table("Personas", COLUMNS, personas) : h("p", { class: "panel" }, "There is no persona yet."));
    } catch (error) {
      if (error.name === "AbortError") return;
      fill(listing, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)), button("Try again", load)));
    } finally {
      clearTimeout(slow);
    }
  }
  load();
}
