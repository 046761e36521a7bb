// The head of an account: its name, how it stands, and what can be done with the whole of it.

import { askFields, confirm, line, newPassword, options } from "./ask.js";
import { button, h, text } from "../../dom.js";
import { go } from "../../router.js";
import { mayChange, mayEnd } from "./may.js";
import { nameOf, statusOf } from "./kinds.js";
import { patch, remove } from "../../api.js";
import { say } from "../../say.js";

const STATUSES = [
  ["active", "Active", "May do what its roles allow."],
  ["inactive", "Inactive", "Refused everywhere from this moment on: passwords, open sessions, keys. For whoever is not expected back soon."],
  ["suspended", "Suspended", "Refused everywhere just the same. For whoever must be stopped for now."],
];
const PASSWORDS = [
  ["new", "A new one", "Whoever sets it knows it. What is signed in with the old one stays so for up to a day."],
  ["none", "None", "Nobody signs in to this account by password any more."],
];

export function makeHead(source) {
  const { kind } = source;
  const title = h("h1", { tabindex: "-1", "data-first": true });
  const status = h("span", { class: "tag" });
  const edit = button("Edit…", askEdit);
  const state = button("Status…", askStatus);
  const password = kind.passwords ? button("Password…", askPassword) : null;
  const end = button("Delete…", askEnd);
  const may = h("p", { class: "soft" }, `You may look at this ${kind.one}, but not change it: that needs an admin of all its roles; of a superadmin, a superadmin.`);
  const el = h("header", { class: "account-head" }, h("div", { class: "titled" }, title, status, h("span", { class: "acts" }, edit, password, state, end)), may);
  const now = () => source.state().account;

  async function change(words, asking) {
    if (await asking) say(words());
    // What was refused was offered for what is no longer so.
    await source.renew().catch(() => {});
  }

  function askEdit() {
    const { external_id: id, display_name: name, email } = now();
    return change(() => `${nameOf(now())} was changed.`, askFields({
      title: "Edit", act: "Save",
      fields: [
        ["display_name", line(name), { title: "Name", optional: true, help: "What others see." }],
        ["external_id", line(id, { spellcheck: "false", autocapitalize: "none" }), { title: kind.named, required: true, help: kind.keys ? null : "Who is signed in stays so; the next time it takes the new one." }],
        ["email", line(email, { type: "email", spellcheck: "false" }), { title: "E-mail", optional: true }],
      ],
      // What is as it was is left out: others may have changed it meanwhile.
      send: (given) => patch(source.path, Object.fromEntries(Object.entries({ display_name: null, email: null, ...given })
        .map(([key, value]) => [key, value ?? null])
        .filter(([key, value]) => value !== ({ display_name: name, external_id: id, email })[key]))),
    }));
  }

  function askStatus() {
    return change(() => `${nameOf(now())} is ${statusOf(now())[0].toLowerCase()}.`, askFields({
      title: `Status of ${nameOf(now())}`, act: "Set",
      fields: [["status", options("status", STATUSES, now().status), { title: "Status" }]],
      send: (given) => patch(source.path, given),
    }));
  }

  function askPassword() {
    let which;
    const choice = options("which", PASSWORDS, "new", () => { which.password.el.hidden = choice.read() !== "new"; });
    return change(() => "The password was changed.", askFields({
      title: `Password of ${nameOf(now())}`, act: "Set",
      // Whose it is, for whatever keeps passwords.
      lead: h("input", { type: "text", autocomplete: "username", hidden: true, value: now().external_id }),
      fields: [["which", choice, { title: "Password" }], ["password", newPassword(), { title: "New password", required: true }]],
      frames: (made) => { which = made; },
      send: ({ password: given }) => patch(source.path, { password: given ?? null }),
    }));
  }

  async function askEnd() {
    const name = nameOf(now());
    const done = await confirm({
      title: `Delete ${name}?`, act: "Delete for good",
      body: [h("p", {}, `The account ends for good, with its roles, personas, ${kind.keys ? "keys" : "password"} and database logins. What is signed in with it is refused from this moment on.`),
        h("p", {}, "What it did stays in the history, but under no name."),
        h("p", { class: "soft" }, "Set it to inactive instead where it may come back.")],
      send: () => remove(source.path),
    });
    if (!done) return;
    say(`${name} was deleted.`);
    go(kind.href, { replace: true });
  }

  function paint({ account, memberships }) {
    const [word, tone] = statusOf(account);
    text(title, nameOf(account));
    text(status, word);
    status.className = `tag ${tone}`;
    edit.hidden = !mayChange(memberships);
    if (password) password.hidden = edit.hidden;
    may.hidden = !edit.hidden;
    state.hidden = end.hidden = !mayEnd(memberships);
  }
  return { el, paint };
}

