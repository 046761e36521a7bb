// One persona: its roles and what each allows, and giving it to somebody.

import * as session from "../../session.js";
import { account } from "../../parts/account.js";
import { adminSections } from "./sections.js";
import { askFields, confirm, line, oneOf, options } from "./ask.js";
import { button, fill, h, text } from "../../dom.js";
import { effects, holders } from "./personas_of.js";
import { follow } from "./follow.js";
import { get, part, patch, post, put, remove } from "../../api.js";
import { go, setTitle } from "../../router.js";
import { grantable, learnReader, mayGrant } from "./may.js";
import { keyed } from "./keyed.js";
import { refusal } from "../../words.js";
import { RELATIONSHIPS } from "./scopes.js";
import { say } from "../../say.js";

export async function open({ root, at, signal }) {
  setTitle("Persona");
  const path = `/api/personas/${part(at.params.key)}`;
  const title = h("h1", { tabindex: "-1", "data-first": true });
  const description = h("p", { class: "said" });
  const users = h("span", { class: "soft" });
  const list = h("ul", { class: "grants", role: "list" });
  const none = h("p", { class: "soft" }, "No roles: it gives nothing yet.");
  const give = button("Give it to somebody…", askGive);
  const end = button("Delete…", askEnd);
  const add = button("Add a role…", () => askRole());
  let persona;

  async function renew() {
    persona = await get(path, {}, signal);
    paint();
  }
  async function after(asking, words) {
    const answer = await asking;
    if (answer) say(words ?? effects(answer.counts));
    await renew().catch(() => {});
  }

  function askEdit() {
    const { title: name, description: what } = persona;
    return after(askFields({
      title: "Edit", act: "Save",
      fields: [["title", line(name), { title: "Name", optional: true }], ["description", line(what, { rows: "4" }), { title: "What it is for", optional: true }]],
      send: (given) => patch(path, { title: given.title ?? null, description: given.description ?? null }),
    }), "The persona was changed.");
  }

  async function askRole(held) {
    try {
      const all = held ? [held.role] : grantable().includes("superadmin") ? (await get("/api/roles")).roles.map(({ role }) => role) : session.actor().admin_of;
      const free = held ? all : all.filter((role) => !persona.roles.some((one) => one.role === role)).sort();
      if (!free.length) {
        say("It has every role that you may give.");
        return;
      }
      await after(askFields({
        title: held ? `Change ${held.role}` : "Add a role", act: held ? "Change" : "Add",
        lead: h("p", { class: "soft" }, `It counts at once for whoever has it: ${holders(persona)}.`),
        fields: [["role", oneOf([["", "Choose…"], ...free.map((role) => [role, role])], held?.role ?? ""), { title: "Role", required: true }],
          ["relationship", options("relationship", RELATIONSHIPS, held?.relationship ?? "write-all"), { title: "Whoever has it" }]],
        frames: ({ role }) => { role.el.hidden = Boolean(held); },
        send: ({ role, relationship }) => put(`${path}/roles/${part(held?.role ?? role)}`, { relationship }),
      }));
    } catch (error) {
      say(await refusal(error), { fault: true });
    }
  }

  const askTake = (role) => after(confirm({
    title: `Take ${role} out of it?`, act: "Take out",
    body: h("p", {}, `Whoever has it loses at once what only this gave: ${holders(persona)}.`),
    send: () => remove(`${path}/roles/${part(role)}`),
  }));

  function askGive() {
    const who = account();
    return after(askFields({
      title: "Give it to somebody", act: "Give", fields: [["user_id", { ...who, read: () => who.read() || undefined }, { title: "To whom", required: true, help: "Their sign-in name." }]],
      send: async ({ user_id: name }) => post(`/api/users/${part((await who.find(name)).id)}/personas`, { key: persona.key }),
    }));
  }

  async function askEnd() {
    const done = await confirm({
      title: `Delete ${persona.title || persona.key}?`, act: "Delete for good",
      body: h("p", {}, `Whoever has it loses at once what only it gave: ${holders(persona)}. What was given directly stays.`),
      send: () => remove(path),
    });
    if (!done) return;
    say(effects(done.counts));
    go("/admin/personas", { replace: true });
  }

  const paintRoles = keyed(list, ({ role }) => role, (role) => {
    let held;
    const words = h("p", {});
    const edit = button("Change…", () => askRole(held), { class: "plain", "aria-label": `Change ${role}` });
    const take = button("Take out…", () => askTake(role), { class: "plain", "aria-label": `Take out ${role}` });
    const el = h("li", {}, h("div", { class: "what" }, h("p", {}, h("a", { class: "name", href: `/admin/roles/${part(role)}` }, role)), words), h("span", { class: "acts" }, edit, take));
    return { el, paint(entry) {
      held = entry;
      text(words, RELATIONSHIPS.find(([value]) => value === held.relationship)?.[2] ?? held.relationship);
      edit.hidden = take.hidden = !mayGrant([role]);
    } };
  });

  function paint() {
    setTitle(persona.title || persona.key);
    text(title, persona.title || persona.key);
    text(description, persona.description);
    text(users, `${persona.key} · held by ${holders(persona)}`);
    none.hidden = persona.roles.length > 0;
    add.hidden = !session.isAdmin();
    give.hidden = end.hidden = !mayGrant(persona.roles.map(({ role }) => role));
    paintRoles(persona.roles);
  }

  fill(root, h("div", { class: "admin" }, adminSections(at.path)));
  try {
    await Promise.all([learnReader(signal), renew()]);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    const words = error.status === 404 ? "This persona is not there, or not any more." : await refusal(error);
    root.firstElementChild.append(h("div", { class: "panel fault", role: "alert" }, h("p", {}, words), h("p", {}, h("a", { href: "/admin/personas" }, "All personas"))));
    return;
  }
  paint();
  follow(signal, 1000, () => renew().catch(() => {}));
  root.firstElementChild.append(h("article", { class: "persona" },
    h("header", {}, h("div", { class: "titled" }, title, h("span", { class: "acts" }, session.isAdmin() ? button("Edit…", askEdit) : null, give, end)), users, description),
    h("section", { "aria-labelledby": "roles-title" }, h("div", { class: "titled" }, h("h2", { id: "roles-title", tabindex: "-1" }, "Roles"), add), none, list)));
}
