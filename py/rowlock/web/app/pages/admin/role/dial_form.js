// All dials of a role in one form: what was changed is sent, and nothing else.

import { button, fill, h } from "../../../dom.js";
import { count } from "../../../format.js";
import { announce, say } from "../../../say.js";
import { patch } from "../../../api.js";
import { refusal } from "../../../words.js";
import { GROUPS } from "./dials.js";
import { makeDial } from "./dial.js";

/** `known()`: the names of all roles. */
export function makeDialForm(source, { known, may }) {
  const dials = [];
  const groups = GROUPS.map(({ title, dials: some }) => {
    const made = some.map((dial) => makeDial(dial, { known, self: source.role, change: () => paintBar() }));
    dials.push(...made);
    return h("section", { class: "group-of" }, h("h2", {}, title), made.map(({ el }) => el));
  });
  const fault = h("p", { class: "fault", role: "alert" });
  const said = h("p", { class: "many", role: "status" });
  const save = h("button", { type: "submit", class: "primary" }, "Save");
  const undo = button("Discard", () => { for (const dial of dials) dial.reset(); fill(fault); paintBar(); });
  const bar = h("div", { class: "bar panel", hidden: true }, said, fault, h("div", { class: "acts" }, undo, save));
  const fields = h("fieldset", { disabled: !may }, h("legend", { class: "unseen" }, "What is set of the role"), groups);
  const el = h("form", { class: "dials", novalidate: true, autocomplete: "off", onsubmit: (event) => { event.preventDefault(); submit(); } }, fields, bar);
  let busy = false;

  function paintBar() {
    const changed = dials.filter((dial) => dial.changed());
    bar.hidden = !changed.length;
    fill(said, changed.length ? `${count(changed.length, "change")}: ${changed.map(({ name }) => name).join(", ")}` : "");
    if (!changed.length) fill(fault);
  }

  /** What was changed, by key; a field that cannot be read says so, and null is the answer. */
  function read() {
    const given = {};
    let first = null;
    for (const dial of dials) {
      dial.frame.fault(null);
      if (!dial.changed()) continue;
      try {
        given[dial.key] = dial.read();
      } catch (error) {
        dial.frame.fault(error.message);
        first ??= dial;
      }
    }
    first?.frame.focus();
    return first ? null : given;
  }

  async function submit() {
    if (busy) return;
    fill(fault);
    const given = read();
    if (!given || !Object.keys(given).length) return;
    busy = save.disabled = true;
    try {
      const now = await patch(source.path, given);
      for (const dial of dials) if (dial.key in given) dial.renew(now[dial.key], { mine: true });
      say("Saved.");
      await source.renew();
    } catch (error) {
      const wrong = dials.find(({ key }) => key === error.detail?.field);
      const words = await refusal(error);
      if (wrong) {
        wrong.frame.fault(words);
        wrong.frame.focus();
        announce(words);
      } else fill(fault, words);
    } finally {
      busy = save.disabled = false;
      paintBar();
    }
  }

  return {
    el,
    paint(record) {
      for (const dial of dials) dial.renew(record[dial.key]);
      paintBar();
    },
    /** The names of roles have come. */
    draw: () => { for (const dial of dials) dial.draw(); },
  };
}
