// The keys of a bot: made, shown this once, listed and revoked.

import { askFields, confirm, line, oneOf, options } from "./ask.js";
import { attribute, button, fill, h, text } from "../../dom.js";
import { day, isPast, since, timeOf } from "../../format.js";
import { KEY_SCOPES, keyWords } from "./scopes.js";
import { keyed } from "./keyed.js";
import { mayChange } from "./may.js";
import { now as serviceNow, part, post, remove } from "../../api.js";
import { say } from "../../say.js";
import { showKey } from "./minted.js";

const DAY = 86_400_000;
const LASTS = [["30", "30 days"], ["90", "90 days"], ["365", "A year"], ["day", "Until a day…"], ["", "Until it is revoked"]];

/** When it ends, from what was chosen; null: never. */
function ends(lasts, date) {
  if (!lasts) return null;
  if (lasts !== "day") return new Date(serviceNow() + Number(lasts) * DAY).toISOString();
  // To the end of that day, where whoever chose it is.
  return new Date(`${date}T23:59:59`).toISOString();
}

export function makeKeys(source) {
  const fresh = h("div", {});
  const list = h("ul", { class: "grants", role: "list" });
  const none = h("p", { class: "soft" });
  const add = button("Make a key…", askMint);
  const el = h("section", { "aria-labelledby": "keys-title" },
    h("div", { class: "titled" }, h("h2", { id: "keys-title", tabindex: "-1" }, "Keys"), add), fresh, none, list);
  const path = `${source.path}/api-keys`;

  async function askMint() {
    let frames;
    const last = line("", { type: "date" });
    const lasts = oneOf(LASTS, "90", { onchange: () => { frames.expires_at.el.hidden = lasts.read() !== "day"; } });
    const made = await askFields({
      title: "Make a key", act: "Make", wide: true,
      fields: [
        ["name", line(), { title: "What it is for", required: true, help: "A name by which it is known here, like nightly." }],
        ["scopes", options("scopes", KEY_SCOPES, ""), { title: "It allows" }],
        ["lasts", lasts, { title: "It works" }],
        ["expires_at", last, { title: "Last day", required: true }],
      ],
      frames: (all) => { frames = all; all.expires_at.el.hidden = true; },
      send: (given) => post(path, {
        name: given.name, scopes: given.scopes ? given.scopes.split(" ") : [], expires_at: ends(given.lasts, given.expires_at),
      }),
    });
    if (made) showKey(fresh, made);
    await source.renew().catch(() => {});
  }

  async function askRevoke(key) {
    const done = await confirm({
      title: `Revoke the key ${key.name}?`, act: "Revoke",
      body: h("p", {}, "Whatever still uses it is refused from its next request on. This can't be undone."),
      send: () => remove(`${path}/${part(key.id)}`),
    });
    if (done) say(`The key ${key.name} was revoked.`);
    await source.renew().catch(() => {});
  }

  const paintAll = keyed(list, ({ id }) => id, () => {
    let held;
    const name = h("bdi", { class: "name" });
    const begins = h("span", { class: "mono" });
    const ended = h("span", { class: "tag bad" }, "Has ended");
    const allows = h("p", {});
    const used = h("span", {});
    const until = h("span", {});
    const take = button("Revoke…", () => askRevoke(held), { class: "plain" });
    const row = h("li", {}, h("div", { class: "what" }, h("p", {}, name, " ", begins, " ", ended), allows, h("p", { class: "soft" }, used, " · ", until)),
      h("span", { class: "acts" }, take));
    return { el: row, paint(key) {
      held = key;
      text(name, key.name);
      text(begins, `rl_${key.key_prefix}_…`);
      text(allows, keyWords(key.scopes));
      const { last_used_at: last, expires_at: end } = key;
      fill(used, last ? timeOf(last, (iso) => `last used ${since(iso)} ago`) : "never used");
      fill(until, end ? timeOf(end, (iso) => `${isPast(iso) ? "ended" : "ends"} ${day(iso)}`) : "ends when it is revoked");
      ended.hidden = !end || !isPast(end);
      attribute(take, "aria-label", `Revoke ${key.name}`);
    } };
  });

  function paint({ keys, memberships }) {
    add.hidden = !keys || !mayChange(memberships);
    paintAll(keys ?? []);
    list.hidden = !keys?.length;
    none.hidden = !list.hidden;
    text(none, keys ? "No keys: without one this bot cannot sign in."
      : "You may not see these: that needs an admin of all roles of the bot; of a superadmin, a superadmin.");
  }
  return { el, paint };
}
