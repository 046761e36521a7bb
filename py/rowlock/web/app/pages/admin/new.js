// Adding a person or a bot.

import { askFields, line, newPassword } from "./ask.js";
import { go } from "../../router.js";
import { h } from "../../dom.js";
import { nameOf } from "./kinds.js";
import { part, post } from "../../api.js";
import { say } from "../../say.js";

const PLAIN = { spellcheck: "false", autocapitalize: "none" };

const lead = (kind) => h("p", { class: "soft" }, kind.keys
  ? "A bot is an account of a program. It has no password; make it a key once it is there."
  : "A new account sees no rows yet: give it roles once it is there.");

export async function askNew(kind) {
  const made = await askFields({
    title: kind.add.replace("…", ""), act: "Add", lead: lead(kind),
    fields: [
      ["external_id", line("", { ...PLAIN, autocomplete: kind.passwords ? "username" : "off" }), { title: kind.named, required: true, help: kind.keys ? "Short and lasting, like nightly-importer." : "What one signs in by. It has to be the one of the single sign-on, where that is used." }],
      ["display_name", line(), { title: "Name", optional: true, help: "What others see." }],
      ["email", line("", { type: "email", ...PLAIN }), { title: "E-mail", optional: true }],
      ...(kind.passwords ? [["password", newPassword(), { title: "Password", optional: true, help: "Without one nobody signs in by password. Whoever sets it knows it." }]] : []),
    ],
    send: (given) => post(kind.api, Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))),
  });
  if (!made) return;
  say(`${nameOf(made)} was added.`);
  go(`${kind.href}/${part(made.id)}`);
}
