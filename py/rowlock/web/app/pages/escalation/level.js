// What becomes of the row when it waits: its levels, which was reached, when each is due, and the next one now.

import { button, fill, h } from "../../dom.js";
import { clock, exact, isPast, minutes } from "../../format.js";
import { called, nameOf } from "../../store/names.js";
import { isHeld } from "../inbox/standing.js";
import { question } from "../../parts/dialog.js";
import { refusal } from "../../words.js";

const person = (id) => (id ? nameOf(id) ? called(id) : "somebody" : "nobody: that account was deleted");

/** What a level does, in words. */
function does(level) {
  if (level.action === "reassign") return `passed on to ${level.target_role}`;
  if (level.action === "assign") return `assigned to ${person(level.target_user)}`;
  return level.repeat_minutes ? `reminder, again every ${minutes(level.repeat_minutes)}` : "reminder";
}

export function makeLevel(source, verbs) {
  const list = h("ol", { class: "levels" });
  const press = button("Next level now…", ask);
  const el = h("section", { class: "waiting", "aria-labelledby": "waiting-title", hidden: true }, h("h2", { id: "waiting-title" }, "If it waits"), list, h("p", { class: "acts" }, press));

  const next = () => source.record().levels.find(({ level }) => level === source.record().level + 1);

  function line(level, record) {
    const reached = level.level <= record.level;
    const due = level.due_at;
    const when = reached ? (level.level === record.level && record.level_at ? ["reached ", record.level_at] : ["reached"])
      : due ? [isPast(due) ? "due since " : "due ", due] : [];
    return h("li", { "data-is": reached ? "reached" : "ahead" }, h("span", { class: "said" }, h("strong", {}, `Level ${level.level}`), ` after ${minutes(level.after_minutes)}: ${does(level)}`),
      when.length ? h("span", { class: "soft" }, when[0], when[1] ? h("time", { datetime: when[1], title: exact(when[1]) }, clock(when[1])) : null) : null);
  }
  function draw() {
    const record = source.record();
    el.hidden = !record.levels.length;
    fill(list, record.levels.map((level) => line(level, record)));
    press.hidden = !next() || !verbs.mayRaise(next());
  }
  function ask() {
    const step = next();
    const { level, role } = source.record();
    const lost = isHeld(source.record()) ? " Whoever holds it loses it." : "";
    return question({
      title: `Level ${step.level} now?`,
      body: h("p", {}, { notify: "Whoever watches this role is reminded of it.", reassign: `It is passed on to ${step.target_role}.${lost}` }[step.action]
        ?? `It is assigned to ${person(step.target_user)}.${lost}`),
      act: `Go to level ${step.level}`,
      send: async () => {
        try {
          return await verbs.raise(level, role);
        } catch (error) {
          source.renew().catch(() => {});
          throw new Error(await refusal(error));
        }
      },
    });
  }
  return { el, paint: draw };
}
