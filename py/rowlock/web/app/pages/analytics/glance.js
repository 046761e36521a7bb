// The window in a few numbers: what is open now, what came, what went.

import { get } from "../../api.js";
import { number } from "../../format.js";
import { h, text } from "../../dom.js";
import { lasting } from "../../charts/units.js";
import { whole } from "./asked.js";

export function makeGlance() {
  const tiles = {};
  const tile = (name, label) => {
    tiles[name] = { value: h("b", {}, "–"), more: h("span", { class: "soft" }) };
    return h("li", { "data-tile": name }, h("span", { class: "label" }, label), tiles[name].value, tiles[name].more);
  };
  const oldest = tile("oldest", "Longest unclaimed");
  const done = tile("tasks", "Tasks completed");
  const el = h("ul", { class: "glance", "aria-label": "At a glance" },
    tile("open", "Open now"), oldest, tile("created", "Created"), tile("ended", "Ended"), done);
  const tell = (name, value, more = "") => { text(tiles[name].value, value); text(tiles[name].more, more); };

  return {
    el,
    /** What the sections found. */
    told(found) {
      if (found.open !== undefined) tell("open", number(found.open), `${number(found.held)} held, ${number(found.open - found.held)} available`);
      if (found.created === undefined) return;
      const { created, resolved, cancelled, expired } = found;
      tell("created", number(created), "in the window");
      const rest = [[cancelled, "cancelled"], [expired, "expired"]].filter(([many]) => many).map(([many, words]) => `, ${number(many)} ${words}`).join("");
      tell("ended", number(resolved + cancelled + expired), `${number(resolved)} resolved${rest}`);
    },
    wait() {},
    fail() { oldest.hidden = done.hidden = true; },
    /** The overview knows of no filters, and of no window but the last hours and days. */
    async load(asked, signal) {
      const fits = Boolean(asked.period) && whole(asked);
      oldest.hidden = done.hidden = !fits;
      if (!fits) return;
      const { triage, throughput } = await get("/api/overview", { period: asked.period }, signal);
      signal.throwIfAborted();
      const minutes = triage.oldest_unclaimed_minutes;
      tell("oldest", minutes === null ? "nothing" : lasting(minutes), `${number(triage.aging_1h)} for more than 1 h`);
      tell("tasks", number(throughput.completed), `${number(throughput.failed)} failed, ${number(throughput.open)} open`);
    },
  };
}
