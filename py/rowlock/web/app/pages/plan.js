// The projects: what is planned, and what was. One opens one, makes one, takes one out of the way.

import * as live from "../store/live.js";
import * as session from "../session.js";
import { askProject } from "./plan/questions.js";
import { attribute, button, fill, h } from "../dom.js";
import { count, timeOf } from "../format.js";
import { get, part } from "../api.js";
import { go, here, setTitle, withQuery } from "../router.js";
import { Later } from "./plan/later.js";
import { refusal } from "../words.js";
import { table } from "../parts/table.js";

const PAGE = 100;
const VIEWS = [["active", "Active"], ["archived", "Archived"], ["all", "All"]];

const COLUMNS = [
  { name: "Project", head: true, cell: ({ id, name, description }) => [h("a", { href: `/plan/${part(id)}` }, name),
    description ? h("p", { class: "short soft" }, description) : null].filter(Boolean) },
  { name: "Status", cell: ({ status }) => h("span", { class: status === "active" ? "tag good" : "tag" }, status === "active" ? "Active" : "Archived") },
  { name: "Changed", cell: ({ updated_at: at }) => timeOf(at) },
];

export function open({ root, at, signal }) {
  setTitle("Plan");
  let view;
  let wanted = PAGE;
  let drawn = null;
  const links = VIEWS.map(([, words]) => h("a", {}, words));
  const list = h("div", {});
  const foot = h("div", { class: "foot" });
  const later = new Later(read, signal, () => {});

  async function add() {
    const made = await askProject();
    if (made) go(`/plan/${part(made.id)}`);
  }

  const emptyWords = () => (view === "archived" ? "No project is archived."
    : `There is no project yet.${session.isPlanner() ? " Make the first one above." : " Planners and admins make them."}`);

  let turn = 0;
  async function read() {
    const asked = view;
    const mine = ++turn;
    const { projects, total } = await get("/api/projects", { status: asked === "all" ? null : asked, limit: Math.min(wanted, 500) }, signal);
    const now = JSON.stringify([asked, total, projects]);
    if (mine !== turn || now === drawn) return;
    drawn = now;
    const held = list.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    fill(list, projects.length ? table("Projects", COLUMNS, projects) : h("p", { class: "empty soft" }, emptyWords()));
    if (held) list.querySelector(`a[href="${CSS.escape(held)}"]`)?.focus({ preventScroll: true });
    const more = button("Show more", () => { wanted += PAGE; load(); });
    fill(foot, total > projects.length ? [projects.length < 500 ? more : null, h("span", { class: "soft" }, `${projects.length} of ${count(total, "project")}`)] : null);
  }

  async function load() {
    const slow = setTimeout(() => { if (drawn === null) fill(list, h("p", { class: "soft" }, "Reading the projects…")); }, 200);
    try {
      await read();
    } catch (error) {
      if (error.name !== "AbortError") {
        fill(list, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)), button("Try again", load)));
        drawn = null;
      }
    } finally {
      clearTimeout(slow);
    }
  }

  function show(to) {
    view = VIEWS.some(([known]) => known === to.query.get("status")) ? to.query.get("status") : "active";
    links.forEach((link, i) => {
      attribute(link, "href", withQuery({ status: i ? VIEWS[i][0] : null }, to));
      attribute(link, "aria-current", VIEWS[i][0] === view && "true");
    });
    return load();
  }

  root.append(h("div", { class: "plan" },
    h("div", { class: "titled" }, h("h1", { tabindex: "-1", "data-first": true }, "Plan"),
      session.isPlanner() ? button("New project", add, { class: "primary" }) : null),
    h("nav", { class: "views", "aria-label": "Which projects" }, links), list, foot));
  live.listen(signal, { topics: ["project.>"], event: () => later.touch("all"), gap: () => later.touch("all") });
  show(at);
  return { update: () => show(here()) };
}
