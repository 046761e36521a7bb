// One item of a plan: what it is and where it may go, what is in it, its runs, and what happened to it.

import * as keys from "../keys.js";
import * as live from "../store/live.js";
import * as session from "../session.js";
import { announce, say } from "../say.js";
import { askDelete, askItem, itemFields, saveItem } from "./plan/questions.js";
import { button, fill, h, text } from "../dom.js";
import { timeOf } from "../format.js";
import { get, part } from "../api.js";
import { go, setTitle } from "../router.js";
import { inPlace } from "./plan/fields.js";
import { Later } from "./plan/later.js";
import { machine as askMachine } from "./plan/labels.js";
import { makeHistory } from "./work_item/history.js";
import { makeInside } from "./work_item/inside.js";
import { makeRuns } from "./work_item/runs.js";
import { makeTop } from "./work_item/top.js";
import { refusal } from "../words.js";
import { transition } from "./plan/verbs.js";

const TOPICS = ["project.>", "work_item.>", "run.>"];

export async function open({ root, at, signal }) {
  const { id } = at.params;
  const path = `/api/work-items/${part(id)}`;
  setTitle("Item");
  let item, project, machine, editing;
  let missed = false;
  const later = new Later((what) => readers[what](), signal, () => {});
  live.listen(signal, { topics: TOPICS, event: hear, gap: () => later.touch("item", "inside", "runs", "history") });
  try {
    [item, machine] = await Promise.all([get(path, {}, signal), askMachine()]);
    project = await get(`/api/projects/${part(item.project_id)}`, {}, signal);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    fill(root, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)),
      error.status === 404 ? null : button("Try again", () => location.reload())), h("p", {}, h("a", { href: "/plan" }, "All projects")));
    return;
  }
  signal.throwIfAborted();
  const may = () => session.isPlanner();
  const active = () => may() && project.status === "active";

  const edited = h("div", {});
  const about = h("p", { class: "about" });
  const archived = h("p", { class: "archived panel" },
    "Its project is archived: it is not moved, run or deleted. Its status and texts can still be changed.");
  const add = button("Add an item…", () => addItem());
  const top = makeTop(machine, signal, { may, active, on: { edit, remove, to: (to) => change(to) } });
  const inside = makeInside(() => item, signal, { add });
  const runs = makeRuns(() => item, signal, active);
  const history = makeHistory(path, id, signal);
  const facts = h("dl", { class: "record" });
  const note = h("p", { class: "soft", role: "status" });
  const readers = { item: reread, inside: inside.read, runs: runs.read, history: history.read, project: readProject };

  function paint() {
    setTitle(item.title);
    top.paint(item, project);
    text(about, item.description || "No description.");
    about.classList.toggle("soft", !item.description);
    archived.hidden = project.status === "active";
    add.hidden = !active();
    runs.paint();
    fill(facts, [["Who does it", item.assignee ?? "nobody in particular"], ["Made", timeOf(item.created_at)],
      ["Changed", timeOf(item.updated_at)], ["Id", h("span", { class: "mono" }, item.id)]]
      .map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))));
  }

  function take(next) {
    if (next.version < item.version) return;
    const other = editing && next.version > item.version && ["title", "kind", "assignee", "description"].some((name) => next[name] !== item[name]);
    if (other) text(note, "Somebody has changed it meanwhile; what you save takes the place of that.");
    item = { ...item, ...next };
    paint();
  }
  async function reread() {
    try {
      take(await get(path, {}, signal));
    } catch (error) {
      if (error.status !== 404) throw error;
      fill(root, h("div", { class: "panel", role: "alert" }, h("p", {}, `“${item.title}” was deleted.`),
        h("a", { href: `/plan/${part(project.id)}` }, `Back to ${project.name}`)));
    }
  }
  async function readProject() {
    project = await get(`/api/projects/${part(item.project_id)}`, {}, signal);
    paint();
  }

  function hear({ topic, subject_id: subject, data, version }) {
    if (!item) missed = true;
    else if (subject === project?.id) later.touch("project");
    else if (subject === id) later.touch("history", ...(version <= item.version ? [] : ["item"]), ...(topic === "work_item.status_changed" ? ["inside"] : []));
    else if (topic.startsWith("run.") && data.work_item_id === id) later.touch("runs");
    else if (topic.startsWith("work_item.") && data.project_id === item.project_id) later.touch("inside");
  }

  async function change(to) {
    await transition(item, to);
    later.touch("item", "inside", "runs", "history");
    await later.look();
  }

  async function edit() {
    if (editing) return;
    editing = itemFields(item);
    about.hidden = true;
    text(note, "");
    const saved = await inPlace(edited, editing, { act: "Save", send: () => saveItem(item, editing), note });
    editing = null;
    about.hidden = false;
    if (saved) {
      take(saved);
      announce("Saved");
      later.touch("history");
    }
    top.el.querySelector("button")?.focus();
  }

  async function addItem() {
    if (await askItem(project.id, item)) {
      later.touch("inside");
      await later.look();
    }
  }

  async function remove() {
    if (!await askDelete(item)) return;
    say(`“${item.title}” is deleted.`);
    go(item.parent_id ? `/work-items/${part(item.parent_id)}` : `/plan/${part(project.id)}`, { replace: true });
  }

  fill(root, h("article", { class: "plan item" }, top.el,
    h("div", { class: "work" }, archived, edited, about, inside.el, runs.el),
    h("div", { class: "beside" }, h("section", { "aria-labelledby": "facts-title" }, h("h2", { id: "facts-title" }, "Details"), facts), history.el)));
  keys.bind(signal, [
    ...(may() ? [{ key: "e", does: "Edit it", group: "One item", run: () => { edit(); } }] : []),
    { key: "u", does: "Back to the tree", group: "One item", run: () => { go(`/plan/${part(project.id)}?item=${part(id)}`); } },
  ]);
  paint();
  await Promise.all([inside.read(), runs.read(), history.read()]);
  runs.paint();
  if (missed) later.touch("item", "inside", "runs", "history");
}
