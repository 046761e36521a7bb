// The roles of an account: what each allows, and granting, changing and revoking them.

import * as session from "../../session.js";
import { askFields, confirm, oneOf, options } from "./ask.js";
import { attribute, button, fill, h, text } from "../../dom.js";
import { day, showTime } from "../../format.js";
import { get, part, post, remove } from "../../api.js";
import { grantable, mayGrant } from "./may.js";
import { keyed } from "./keyed.js";
import { membershipWords, PROFILES, TYPES, typeWords } from "./scopes.js";
import { nameOf } from "./kinds.js";
import { refusal } from "../../words.js";
import { say } from "../../say.js";

/** Asks how: `held` is the membership that is changed, or null for a new one. */
function askHow({ title, act, roles, held, send }) {
  const types = grantable().includes(held?.type ?? "member") ? grantable() : [held.type];
  let frames;
  const role = oneOf([["", "Choose…"], ...roles.map((each) => [each, each])], held?.role ?? "", { onchange: () => follow() });
  const type = options("type", types.map((each) => [each, ...TYPES[each]]), held?.type ?? "member", () => follow());
  const profile = options("profile", PROFILES, held?.type === "member" ? `${held.read_scope}/${held.write_scope}` : "all/all");
  function follow() {
    // Whatever is stored, the other types see and act on all.
    frames.profile.el.hidden = type.read() !== "member";
    type.mean(types.map((each) => typeWords(each, role.read())));
  }
  return askFields({
    title, act, wide: true,
    lead: held?.persona ? h("p", { class: "soft" }, `The persona ${held.persona} gives this role too; of both, what allows more counts.`) : null,
    fields: [["role", role, { title: "Role", required: true }], ["type", type, { title: "Type" }], ["profile", profile, { title: "May" }]],
    frames: (made) => { frames = made; made.role.el.hidden = Boolean(held); follow(); },
    send: ({ role: chosen, type: as, profile: scopes = "all/all" }) => {
      const [read, write] = scopes.split("/");
      return send({ role: held?.role ?? chosen, type: as, read_scope: read, write_scope: write });
    },
  });
}

export function makeMemberships(source) {
  const { kind } = source;
  const list = h("ul", { class: "grants", role: "list" });
  const none = h("p", { class: "soft" }, `No roles: this ${kind.one} sees and answers no rows yet.`);
  const add = button("Give a role…", askGrant);
  const el = h("section", { "aria-labelledby": "roles-title" },
    h("div", { class: "titled" }, h("h2", { id: "roles-title", tabindex: "-1" }, "Roles"), add), none, list);
  const now = () => source.state();
  const grant = (given) => post(`${source.account}/roles`, given);

  async function change(words, asking) {
    if (await asking) say(words);
    // What was refused was offered for what is no longer so.
    await source.renew().catch(() => {});
  }

  async function askGrant() {
    try {
      const held = now().memberships.map(({ role }) => role);
      const all = grantable().includes("superadmin") ? (await get("/api/roles")).roles.map(({ role }) => role) : [...session.actor().admin_of].sort();
      const free = all.filter((role) => !held.includes(role));
      if (!free.length) {
        say(`${nameOf(now().account)} is in every role that you may give.`);
        return;
      }
      await change(`${nameOf(now().account)} has the role.`, askHow({ title: `A role for ${nameOf(now().account)}`, act: "Give", roles: free, held: null, send: grant }));
    } catch (error) {
      say(await refusal(error), { fault: true });
    }
  }

  const askChange = (held) => change(`What ${held.role} allows was changed.`,
    askHow({ title: `Change ${held.role}`, act: "Change", roles: [held.role], held, send: grant }));

  const askRevoke = (held) => change(`${held.role} was taken away.`, confirm({
    title: `Take ${held.role} from ${nameOf(now().account)}?`, act: "Take away",
    body: h("p", {}, "It counts from the next call on. Rows that are held now stay held until their time is up, but can no longer be answered."),
    send: () => remove(`${source.account}/roles/${part(held.role)}`),
  }));

  function makeGrant(role) {
    let held;
    const type = h("span", { class: "tag" });
    const words = h("p", {});
    const origin = h("p", { class: "soft" });
    const since = h("time", {});
    const edit = button("Change…", () => askChange(held), { class: "plain", "aria-label": `Change ${role}` });
    const take = button("Take away…", () => askRevoke(held), { class: "plain", "aria-label": `Take away ${role}` });
    const row = h("li", {}, h("div", { class: "what" }, h("p", {}, h("a", { class: "name", href: `/admin/roles/${part(role)}` }, role), " ", type), words, origin),
      h("span", { class: "acts" }, edit, take));
    return { el: row, paint(entry) {
      held = entry;
      text(type, TYPES[held.type][0]);
      type.className = held.type === "member" ? "tag" : "tag warn";
      text(words, membershipWords(held));
      showTime(since, held.created_at, (iso) => `since ${day(iso)}`);
      const by = held.persona ? ["through the persona ", h("a", { href: `/admin/personas/${part(held.persona)}` }, held.persona), ", "] : null;
      fill(origin, by, since);
      edit.hidden = !mayGrant([role], now().memberships);
      take.hidden = edit.hidden || Boolean(held.persona);
      attribute(row, "data-role", role);
    } };
  }
  const paintAll = keyed(list, ({ role }) => role, makeGrant);

  function paint({ memberships }) {
    none.hidden = memberships.length > 0;
    add.hidden = !(grantable().includes("superadmin") || mayGrant([], memberships)) || (!session.isGlobal() && !session.actor().admin_of.length);
    paintAll(memberships);
  }
  return { el, paint };
}
