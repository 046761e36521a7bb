// One version as it was, and two of them beside each other.

import * as session from "../../../session.js";
import { button, field, fill, h, select } from "../../../dom.js";
import { say } from "../../../say.js";
import { go } from "../../../router.js";
import { learn } from "../../../store/names.js";
import { refusal } from "../../../words.js";
import { askToSave } from "./saving.js";
import { comparison } from "./compare.js";
import { author, when } from "./versions.js";
import { read } from "./json_text.js";
import { refill } from "./refill.js";

const DRAFT = "";

export function makeLook(source, desk, preview, versions, link) {
  const el = h("div", { class: "look" });
  let turn = 0;

  const back = () => h("a", { class: "button", href: link({ version: null, against: null }) }, "Back to the editor");
  const options = (current) => [...new Set([...versions.known().map(({ version }) => version), ...current])]
    .sort((a, b) => b - a).map((version) => [String(version), `Version ${version}`]);

  async function restore(kind, number, old) {
    const text = old.text(kind.field);
    const { value, fault } = read(text || "null");
    if (fault) {
      say(`It cannot be restored from here. Line ${fault.line}: ${fault.message}.`, { fault: true });
      return;
    }
    const base = { version: source.record()[kind.counter], text: source.text(kind.field) };
    const answer = await askToSave(source, kind, { value, text }, base,
      { summary: `As version ${number} was`, refused: () => false });
    if (!answer) return;
    await desk.settled(kind, answer);
    go(link({ version: null, against: null }));
  }

  function one(kind, number, old) {
    const { record } = old;
    const text = old.text(kind.field);
    const may = session.isAdminOf([source.role]);
    const same = text === source.text(kind.field);
    const current = source.record()[kind.counter];
    refill(el, h("h2", {}, `Version ${number} of ${current}`),
      h("p", { class: "soft" }, author(record), " saved it on ", when(record.created_at), record.change_summary ? `: ${record.change_summary}` : "."),
      text ? h("pre", { class: "mono shown", tabindex: "0", "aria-label": `Version ${number}` }, text) : h("p", { class: "panel" }, `Nothing was set in this version. ${kind.none}`),
      h("div", { class: "acts" }, back(),
        may && !same ? button("Restore this version…", () => restore(kind, number, old)) : null,
        number === current ? null : h("a", { class: "button", href: link({ version: current, against: number }) }, "Compare with the current one")),
      same && number !== current ? h("p", { class: "soft" }, "The current version says the same.") : null);
    if (kind.of !== "form") return;
    preview.stale(false);
    preview.paint(record[kind.field] ?? true);
  }

  function two(kind, from, to, texts) {
    const change = (name) => ({ target }) => go(link({ version: to, against: from, [name]: target.value }));
    const both = [from, to].filter((number) => number !== null);
    const left = select(options(both), String(from), { name: "against", onchange: change("against") });
    const right = select([[DRAFT, "What is in the editor"], ...options(both)], to === null ? DRAFT : String(to), { name: "version", onchange: change("version") });
    const name = to === null ? "what is in the editor" : `version ${to}`;
    refill(el, h("h2", {}, `From version ${from} to ${name}`),
      h("div", { class: "pick" }, field("From", left), field("To", right), back()),
      comparison(`Lines that differ from version ${from} to ${name}`, texts[0], texts[1]));
  }

  /** `version`, `against`: what the address asks for; null: what is in the editor. */
  async function show(kind, version, against) {
    const mine = ++turn;
    try {
      const asked = [against, version].map((number) => (number === null ? null : source.version(kind, number)));
      const [left, right] = await Promise.all(asked);
      await learn([right?.record.created_by]);
      if (mine !== turn || source.signal.aborted) return;
      if (left) two(kind, against, version, [left.text(kind.field), right ? right.text(kind.field) : desk.text()]);
      else one(kind, version, right);
    } catch (error) {
      if (error.name === "AbortError" || mine !== turn) return;
      fill(el, h("p", { class: "fault", role: "alert" }, await refusal(error)), h("p", {}, back()));
    }
  }
  return { el, show, leave: () => { turn += 1; } };
}
