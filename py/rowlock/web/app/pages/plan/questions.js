// Questions about projects and items: what a new one is called, whether one is to go.

import { count } from "../../format.js";
import { h, select } from "../../dom.js";
import { KINDS } from "./labels.js";
import { makeFields } from "./fields.js";
import { part, patch, post, remove } from "../../api.js";
import { question } from "../../parts/dialog.js";
import { refusal } from "../../words.js";

const path = (item) => `/api/work-items/${part(item.id)}`;
const area = (value, rows = 4) => h("textarea", { rows: String(rows), value });
const line = (value, given = {}) => h("input", { autocomplete: "off", value, ...given });

/** What an address may be made of a name: a proposal, which the service judges. */
const slugOf = (name) => name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 100);

function projectFields({ name = "", slug = "", description = "" }) {
  const fields = makeFields([
    { name: "name", label: "Name", input: line(name) },
    { name: "slug", label: "Name in addresses", input: line(slug, { spellcheck: "false", autocapitalize: "none" }), hint: "Small letters, digits and -." },
    { name: "description", label: "Description", input: area(description) },
  ], ({ code }) => (code === "project_slug_taken" ? "slug" : null));
  let own = slug !== "";
  fields.input("slug").addEventListener("input", () => { own = true; });
  fields.input("name").addEventListener("input", () => { if (!own) fields.input("slug").value = slugOf(fields.input("name").value); });
  return fields;
}

export function askProject(project = null) {
  const fields = projectFields(project ?? {});
  const send = () => (project ? patch(`/api/projects/${part(project.id)}`, fields.read()) : post("/api/projects", fields.read()));
  return question({
    title: project ? "Edit the project" : "New project", body: fields.el, act: project ? "Save" : "Make it", send: fields.sending(send),
  });
}

/** The fields of an item, new or known. */
export const itemFields = ({ title = "", kind = "task", assignee = "", description = "" }) => makeFields([
  { name: "title", label: "Title", input: line(title) },
  { name: "kind", label: "Kind", input: select(KINDS, kind), hint: "Tasks and subtasks have runs." },
  { name: "assignee", label: "Who does it", input: line(assignee ?? ""), hint: "A person or a team, in your own words." },
  { name: "description", label: "Description", input: area(description) },
]);

const given = (fields) => ({ ...fields.read(), assignee: fields.read().assignee || null });

/** A new item below another one, or at the top: the last there. */
export function askItem(project, parent = null) {
  const below = { milestone: "epic", epic: "task" }[parent?.kind] ?? (parent ? "subtask" : "task");
  const fields = itemFields({ kind: below });
  return question({
    title: parent ? `New item in “${parent.title}”` : "New item",
    body: fields.el,
    act: "Add it",
    send: fields.sending(async () => {
      const made = await post("/api/work-items", { project_id: project, parent_id: parent?.id ?? null, ...given(fields) });
      // It is made; where it stands is another matter.
      return post(`${path(made)}/arrange`, { new_parent_id: made.parent_id, before_id: null }).catch(() => made);
    }),
  });
}

export const saveItem = (item, fields) => patch(path(item), given(fields));

const sending = (send) => async () => {
  try {
    return (await send()) ?? true;
  } catch (error) {
    throw error.status === undefined ? error : new Error(await refusal(error));
  }
};

/** Cancelling takes along what is open below; its runs only if one says so. */
export function askCancel(item) {
  const stop = h("input", { type: "checkbox", id: "with-runs" });
  return question({
    title: `Cancel “${item.title}”?`,
    body: [h("p", {}, "What is open below it is cancelled too; what is done stays done."),
      h("p", { class: "check" }, stop, h("label", { for: "with-runs" }, "Stop what is running for them"))],
    act: "Cancel the item",
    danger: true,
    send: sending(() => post(`${path(item)}/transition`, { to_status: "cancelled", with_runs: stop.checked })),
  });
}

export function askDelete(item) {
  const below = item.children ? `${count(item.children, "item stands", "items stand")} directly below it and ${item.children === 1 ? "goes" : "go"} too, with all that is below.` : "";
  return question({
    title: `Delete “${item.title}”?`,
    body: [below ? h("p", {}, below) : null,
      h("p", {}, "Their runs go as well, and what these still ask is called off. Only the journal remembers them. To keep it in sight, cancel it instead.")],
    act: "Delete for good",
    danger: true,
    send: sending(() => remove(path(item))),
  });
}

export function askRun(item, hosts) {
  const fields = makeFields([
    { name: "provider", label: "Agent", input: select(["claude", "codex", "grok", "gemini"].map((name) => [name, name]), "claude") },
    { name: "cwd", label: "Working directory", input: line("", { spellcheck: "false", autocapitalize: "none", placeholder: "/srv/shop" }), hint: "On the host." },
    { name: "target_host_id", label: "Host", input: select([["", "Any that can take it"], ...hosts.map(({ id, name, status }) => [id, `${name} (${status})`])], "") },
  ]);
  return question({
    title: `Run “${item.title}”`,
    body: fields.el,
    act: "Start a run",
    send: fields.sending(() => {
      const { target_host_id: target, ...rest } = fields.read();
      return post("/api/runs", { work_item_id: item.id, ...rest, target_host_id: target || null });
    }),
  });
}

