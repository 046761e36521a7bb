// One project: its items as a tree, or on a board by status. The address says which, and where one is.

import * as keys from "../keys.js";
import * as live from "../store/live.js";
import * as session from "../session.js";
import { announce, say } from "../say.js";
import { askProject } from "./plan/questions.js";
import { attribute, button, fill, h, text } from "../dom.js";
import { get, part, post } from "../api.js";
import { go, setTitle, withQuery } from "../router.js";
import { Later } from "./plan/later.js";
import { machine as askMachine, statusName } from "./plan/labels.js";
import { makeBoard } from "./plan/board.js";
import { makeTree } from "./plan/tree.js";
import { refusal } from "../words.js";

const TOPICS = ["project.>", "work_item.>"];
const VIEWS = [["tree", "Tree"], ["board", "Board"]];

export async function open({ root, at, signal }) {
  const path = `/api/projects/${part(at.params.id)}`;
  setTitle("Plan");
  const early = [];
  let view = null;
  let project, shown, until;
  const hear = (event) => {
    if (event.data.project_id !== at.params.id && event.subject_id !== at.params.id) return;
    later.touch("project");
    if (event.subject_type === "work_item") shown?.heard(event);
  };
  const later = new Later(reread, signal, () => {});
  // Before anything is read, so that no change is missed.
  live.listen(signal, { topics: TOPICS, event: (event) => (project ? hear(event) : early.push(event)),
    gap: () => { later.touch("project"); shown?.gap(); } });
  let machine;
  try {
    [project, machine] = await Promise.all([get(path, {}, signal), askMachine()]);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    fill(root, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)),
      button("Try again", () => location.reload())), h("p", {}, h("a", { href: "/plan" }, "All projects")));
    return null;
  }
  signal.throwIfAborted();
  const may = session.isPlanner();
  const title = h("h1", { tabindex: "-1", "data-first": true });
  const about = h("p", { class: "about soft" });
  const counts = h("p", { class: "counts soft" });
  const archived = h("p", { class: "archived panel", hidden: true },
    "This project is archived: nothing in it is made, moved or deleted. Statuses and texts can still be changed.");
  const add = button("New item", () => tree.add(), { class: "primary" });
  const edit = button("Edit…", () => change(askProject(project)));
  const shelve = button("", async () => {
    const verb = project.status === "active" ? "archive" : "unarchive";
    const done = await change(post(`${path}/${verb}`));
    if (done) announce(verb === "archive" ? "Archived" : "Active again");
  });
  const links = VIEWS.map(([, words]) => h("a", {}, words));
  const views = h("nav", { class: "views", "aria-label": "Views" }, links);
  const place = h("div", {});
  const page = fill(root, h("div", { class: "plan" }, h("p", { class: "way" }, h("a", { href: "/plan" }, "Plan")),
    h("div", { class: "titled" }, title, may ? h("span", { class: "acts" }, add, edit, shelve) : null), about, counts, archived, views, place));
  const tree = makeTree(project, machine, signal, { may, touched: () => later.touch("project") });
  const board = makeBoard(project, machine, signal, { may, touched: () => later.touch("project") });

  function take(next) {
    if (next.version < project.version) return;
    // One object for all that know it.
    Object.assign(project, next);
    paint();
  }
  async function reread() { take(await get(path, {}, signal)); }

  /** Something was done with the project, or was refused. */
  async function change(doing) {
    try {
      const next = await doing;
      if (next) take(next);
      return next;
    } catch (error) {
      say(await refusal(error), { fault: true });
      later.touch("project");
      return null;
    }
  }

  function paint() {
    const active = project.status === "active";
    setTitle(project.name);
    text(title, project.name);
    text(about, project.description);
    about.hidden = !project.description;
    archived.hidden = active;
    page.firstElementChild.classList.toggle("still", !active);
    add.hidden = !active;
    text(shelve, active ? "Archive" : "Make active again");
    text(counts, machine.statuses.filter((status) => project.work_items[status]).map((status) => `${project.work_items[status].toLocaleString("en")} ${statusName(status).toLowerCase()}`).join(" · "));
  }

  async function show(to) {
    const next = to.query.get("view") === "board" ? "board" : "tree";
    const fresh = next !== view;
    view = next;
    links.forEach((link, i) => {
      attribute(link, "href", withQuery({ view: i ? VIEWS[i][0] : null }, to));
      attribute(link, "aria-current", VIEWS[i][0] === view && "true");
    });
    if (!fresh) return shown.update?.(to);
    until?.abort();
    until = new AbortController();
    shown = view === "board" ? board : tree;
    keys.bind(until.signal, [...shown.keys, { key: "u", does: "All projects", run: () => { go("/plan"); } }].map((one) => ({ group: "In the plan", ...one })));
    const slow = setTimeout(() => fill(place, h("p", { class: "soft" }, "Reading the items…")), 200);
    fill(place);
    try {
      await shown.load(to);
      if (shown === (view === "board" ? board : tree)) fill(place, shown.el);
      shown.placed?.(to);
    } catch (error) {
      if (error.name === "AbortError") return null;
      fill(place, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)),
        button("Try again", () => { view = null; show(to); })));
    } finally {
      clearTimeout(slow);
    }
    return null;
  }
  signal.addEventListener("abort", () => until?.abort());
  paint();
  await show(at);
  for (const event of early) hear(event);
  attribute(place, "data-ready", "");
  return { update: (to) => show(to) };
}
