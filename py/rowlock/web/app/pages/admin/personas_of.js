// The personas of an account: bundles of roles, given and taken as one.

import { askFields, confirm, oneOf } from "./ask.js";
import { button, h, text } from "../../dom.js";
import { count } from "../../format.js";
import { get, part, post, remove } from "../../api.js";
import { keyed } from "./keyed.js";
import { mayGrant } from "./may.js";
import { nameOf } from "./kinds.js";
import { refusal } from "../../words.js";
import { relationshipWords } from "./scopes.js";
import { say } from "../../say.js";

const rolesOf = ({ roles }) => roles.map(({ role }) => role);

/** What a change did to memberships, in words. */
export function effects({ granted, raised, refreshed, removed }) {
  const told = [[granted, "given"], [raised, "raised"], [refreshed, "changed"], [removed, "taken away"]].filter(([many]) => many);
  return told.length ? `${told.map(([many, what]) => `${count(many, "role")} ${what}`).join(", ")}.` : "No role changed by it.";
}

export const holders = ({ users }) => (users ? count(users, "account") : "nobody");

export const rolesWords = ({ roles }) =>
  (roles.length ? roles.map(({ role, relationship }) => `${role}: ${relationshipWords(relationship).toLowerCase()}`).join("; ") : "No roles yet");

export function makePersonas(source) {
  const list = h("ul", { class: "grants", role: "list" });
  const none = h("p", { class: "soft" }, "No personas.");
  const add = button("Give a persona…", askGrant);
  const el = h("section", { "aria-labelledby": "personas-title" },
    h("div", { class: "titled" }, h("h2", { id: "personas-title", tabindex: "-1" }, "Personas"), add), none, list);
  const now = () => source.state();
  const path = `${source.account}/personas`;

  async function told(asking) {
    const answer = await asking;
    if (answer) say(effects(answer.counts));
    await source.renew().catch(() => {});
  }

  async function askGrant() {
    try {
      const { personas } = await get("/api/personas");
      const held = now().personas.map(({ key }) => key);
      const free = personas.filter((one) => !held.includes(one.key) && mayGrant(rolesOf(one), now().memberships));
      if (!free.length) {
        say("There is no further persona that you may give.");
        return;
      }
      const meaning = h("p", { class: "soft" });
      const show = () => text(meaning, rolesWords(free.find(({ key }) => key === choice.read())));
      const choice = oneOf(free.map(({ key, title }) => [key, title ? `${title} (${key})` : key]), free[0].key, { onchange: show });
      show();
      await told(askFields({
        title: `A persona for ${nameOf(now().account)}`, act: "Give",
        fields: [["key", { ...choice, el: h("div", {}, choice.control, meaning) }, { title: "Persona" }]],
        send: (given) => post(path, given),
      }));
    } catch (error) {
      say(await refusal(error), { fault: true });
    }
  }

  const askTake = (held) => told(confirm({
    title: `Take ${held.title || held.key} from ${nameOf(now().account)}?`, act: "Take away",
    body: h("p", {}, "What only this persona gave goes with it, from the next call on. What was given directly comes back as it was."),
    send: () => remove(`${path}/${part(held.key)}`),
  }));

  function makeRow(key) {
    let held;
    const name = h("a", { class: "name", href: `/admin/personas/${part(key)}` });
    const words = h("p", {});
    const take = button("Take away…", () => askTake(held), { class: "plain", "aria-label": `Take away ${key}` });
    return { el: h("li", {}, h("div", { class: "what" }, h("p", {}, name), words), h("span", { class: "acts" }, take)), paint(entry) {
      held = entry;
      text(name, held.title || key);
      text(words, rolesWords(held));
      take.hidden = !mayGrant(rolesOf(held), now().memberships);
    } };
  }
  const paintAll = keyed(list, ({ key }) => key, makeRow);

  function paint({ personas, memberships }) {
    none.hidden = personas.length > 0;
    add.hidden = !mayGrant([], memberships);
    paintAll(personas);
  }
  return { el, paint };
}
