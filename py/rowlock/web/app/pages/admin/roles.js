// All roles with the dials that matter, and the way to make one.

import * as live from "../../store/live.js";
import * as session from "../../session.js";
import { announce } from "../../say.js";
import { button, field, fill, h, text } from "../../dom.js";
import { count } from "../../format.js";
import { get } from "../../api.js";
import { go, setTitle, withQuery } from "../../router.js";
import { table } from "../../parts/table.js";
import { refusal } from "../../words.js";
import { adminSections } from "./sections.js";
import { askNew } from "./role/new.js";
import { refill } from "./role/refill.js";
import { settling } from "./role/settling.js";

const MOST = 300;
const none = () => h("span", { class: "soft" }, "–");
const amount = (number) => (number === null ? none() : number.toLocaleString("en", { maximumFractionDigits: 3 }));

const COLUMNS = [
  { name: "Role", head: true, cell: ({ role, title, ops_visible: visible }) => [
    h("a", { href: `/admin/roles/${encodeURIComponent(role)}` }, title || role),
    visible ? null : [" ", h("span", { class: "tag" }, "not on boards")],
    title && title.toLowerCase() !== role ? h("div", { class: "soft mono own-name" }, role) : null] },
  { name: "Time to answer, min", number: true, cell: (one) => amount(one.sla_minutes) },
  { name: "In jeopardy after, min", number: true, cell: (one) => amount(one.priority_threshold_minutes) },
  { name: "Target an hour", number: true, cell: (one) => amount(one.target_per_hour) },
  { name: "At work", number: true, cell: (one) => amount(one.worker_count) },
  { name: "Schema", cell: (one) => [
    one.current_schema_version === null ? none() : h("a", { href: `/admin/roles/${encodeURIComponent(one.role)}/schema` }, `version ${one.current_schema_version}`),
    one.enforce_schema ? [" ", h("span", { class: "tag good" }, "enforced")] : null] },
  { name: "Above it", cell: (one) => (one.parent_role ? h("a", { href: `/admin/roles/${encodeURIComponent(one.parent_role)}` }, one.parent_role) : none()) },
];

export async function open({ root, at, signal }) {
  setTitle("Roles");
  let asked = at;
  let roles = null;
  const body = h("div", {});
  const many = h("p", { class: "soft", role: "status" });
  const search = h("input", { type: "search", autocomplete: "off", spellcheck: "false", placeholder: "Name", oninput: () => { clearTimeout(timer); timer = setTimeout(narrow, 200); } });
  const mine = h("input", { type: "checkbox", id: "mine", onchange: () => narrow() });
  let timer;
  signal.addEventListener("abort", () => clearTimeout(timer));

  const create = async () => {
    const made = await askNew();
    if (made) go(`/admin/roles/${encodeURIComponent(made)}`);
  };
  fill(root, h("article", { class: "role-admin all-roles" }, adminSections(at.path),
    h("header", { class: "titled" }, h("h1", {}, "Roles"), session.isGlobal() ? button("New role…", create, { class: "primary" }) : null),
    h("form", { class: "narrowing", role: "search", onsubmit: (event) => { event.preventDefault(); narrow(); } }, field("Search", search),
      session.isGlobal() ? null : h("p", { class: "check" }, mine, h("label", { for: "mine" }, "Only those that I administer"))), many, body));

  const narrow = () => {
    clearTimeout(timer);
    go(withQuery({ search: search.value.trim(), mine: mine.checked ? "1" : null }, asked), { replace: true });
  };

  function matching() {
    const said = (asked.query.get("search") ?? "").toLowerCase();
    const own = asked.query.get("mine") === "1";
    return roles.filter(({ role, title }) => (!own || session.isAdminOf([role])) && `${role}\n${title ?? ""}`.toLowerCase().includes(said));
  }
  function paint() {
    if (!roles) return;
    const found = matching();
    text(many, found.length === roles.length ? count(roles.length, "role") : `${found.length} of ${count(roles.length, "role")}`);
    refill(body, found.length ? table("Roles", COLUMNS, found.slice(0, MOST)) : h("p", { class: "empty panel" }, "No role is called that. Search for a part of its name."),
      found.length > MOST ? h("p", { class: "soft" }, `and ${found.length - MOST} more: search to find them.`) : null);
  }
  function show(next) {
    asked = next;
    const said = asked.query.get("search") ?? "";
    if (search.value.trim() !== said) search.value = said;
    mine.checked = asked.query.get("mine") === "1";
    paint();
  }
  async function load() {
    try {
      ({ roles } = await get("/api/roles", {}, signal));
      paint();
    } catch (error) {
      if (error.name === "AbortError" || roles) throw error;
      fill(body, h("div", { class: "fault panel", role: "alert" }, h("p", {}, await refusal(error)), button("Try again", load)));
    }
  }
  const renew = settling(signal, load);
  live.listen(signal, { topics: ["role.>"], event: renew, gap: renew });
  text(many, "Reading the roles…");
  show(at);
  await load();
  announce(many.textContent);
  return { update: show };
}
