// What becomes of rows of a role that wait too long: its levels, in one list that is saved as a whole.

import { button, fill, h } from "../../../dom.js";
import { announce, say } from "../../../say.js";
import { get, put } from "../../../api.js";
import { learn } from "../../../store/names.js";
import { roleRefusal } from "./words.js";
import { makeLevelRow } from "./level_row.js";

const MOST = 9;
const KEYS = ["after_minutes", "action", "repeat_minutes", "target_user", "target_role"];
const bare = (levels) => JSON.stringify(levels.map((level) => KEYS.map((key) => level[key] ?? null)));

async function wordsOf(error) {
  const { reason, min, max } = error.detail ?? {};
  if (reason === "missing") return "This is needed.";
  if (reason === "out_of_range") return min > 1 ? `Give more than the level before: ${min} to ${max} minutes.` : `Give ${min} to ${max} minutes.`;
  return roleRefusal(error);
}

export function makeLevels(source, { known, may }) {
  const list = h("ol", { class: "levels" });
  const none = h("p", { class: "soft" });
  const fault = h("p", { class: "fault", role: "alert" });
  const meanwhile = h("p", { class: "meanwhile", role: "status" });
  const add = button("Add a level", () => {
    const one = make({});
    // Passing on comes last.
    rows.splice(rows.at(-1)?.action() === "reassign" ? -1 : rows.length, 0, one);
    draw();
    one.focus();
    paint();
  }, { class: "plain" });
  const save = button("Save", submit, { class: "primary" });
  const undo = button("Discard", () => { write(base); fill(fault); fill(meanwhile); });
  const acts = h("div", { class: "acts", hidden: true }, undo, save);
  const el = h("section", { class: "waiting group-of", "aria-labelledby": "levels-title" }, h("h2", { id: "levels-title" }, "When a row waits too long"),
    h("fieldset", { disabled: !may, "aria-describedby": "levels-hint" }, h("legend", { class: "unseen" }, "Levels"),
      h("p", { class: "hint", id: "levels-hint" }, "Each level is reached once, so long after the row came into this role. Nothing is taken from somebody who is working on it."),
      none, list, add, meanwhile, fault, acts));
  let rows = [];
  let base = [];

  function make(level) {
    const one = makeLevelRow(level, { known, self: source.role, change: paint, remove() {
      rows = rows.filter((other) => other !== one);
      draw();
      add.focus();
      announce("Level removed");
      paint();
    } });
    return one;
  }
  function draw() {
    fill(list, rows.map((one) => one.el));
    rows.forEach((one, i) => one.number(i + 1));
    fill(none, rows.length ? null : "Nothing happens: rows wait until somebody takes them.");
  }
  const read = () => rows.map((one) => one.read());
  const changed = () => bare(read()) !== bare(base);
  function paint() {
    acts.hidden = !changed();
    add.hidden = !may || rows.length >= MOST;
  }
  function write(levels) {
    base = levels;
    rows = levels.map(make);
    draw();
    paint();
  }

  async function submit() {
    fill(fault);
    for (const one of rows) one.tell(null);
    save.disabled = true;
    try {
      const { levels } = await put(`${source.path}/levels`, { levels: read() });
      await learn(levels.map((level) => level.target_user));
      write(levels);
      fill(meanwhile);
      say("Saved.");
    } catch (error) {
      const [, at, key] = /^levels\[(\d+)\]\.(\w+)$/.exec(error.detail?.field ?? "") ?? [];
      const words = error.status === undefined ? error.message : await wordsOf(error);
      if (rows[at]?.tell(key, words)) announce(words);
      else fill(fault, words);
    } finally {
      save.disabled = false;
    }
  }

  async function renew() {
    try {
      const { levels } = await get(`${source.path}/levels`, {}, source.signal);
      await learn(levels.map((level) => level.target_user));
      if (source.signal.aborted || bare(levels) === bare(base)) return;
      if (changed()) {
        base = levels;
        fill(meanwhile, "Somebody has changed these meanwhile. Saving puts yours in their place.");
        paint();
      } else write(levels);
    } catch (error) {
      if (error.name !== "AbortError") fill(fault, await roleRefusal(error));
    }
  }
  draw();
  paint();
  return { el, renew, draw: () => { for (const one of rows) one.draw(); } };
}
