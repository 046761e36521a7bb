// Verbs on what is picked, and what became of each row, in words.

import * as counts from "../../store/counts.js";
import * as session from "../../session.js";
import { attribute, button, h, text } from "../../dom.js";
import { askAssignee, askPriority, askReason, askTarget } from "./bulk_questions.js";
import { count } from "../../format.js";
import { get, part, patch, post } from "../../api.js";
import { reason, refusal } from "../../words.js";
import { say } from "../../say.js";
import { show } from "../../parts/dialog.js";

const DONE = { claim: "claimed", assign: "assigned", escalate: "passed on", priority: "changed", cancel: "cancelled" };
const IDS = 100;

/** One after the other, for whoever may not claim many at once. */
async function claimEach(ids) {
  const skipped = [];
  for (const id of ids) {
    try {
      await post(`/api/escalations/${part(id)}/claim`);
    } catch (error) {
      if (!error.status || error.status >= 500) throw error;
      skipped.push({ id, words: await refusal(error) });
    }
  }
  return { claimed: ids.length - skipped.length, skipped };
}

const amount = (told) => told.claimed ?? told.assigned ?? told.updated ?? told.cancelled ?? 0;

/** The rows that were left as they were, each with its reason in words. */
async function explain(skipped, records) {
  const found = new Map();
  for (let i = 0; i < skipped.length; i += IDS) {
    const ids = skipped.slice(i, i + IDS).map(({ id }) => id);
    const page = await get("/api/escalations", { ids, count: false, limit: IDS });
    for (const record of page.escalations) found.set(record.id, record);
  }
  return Promise.all(skipped.map(async ({ id, reason: why, words }) => {
    const record = found.get(id) ?? records.get(id) ?? {};
    const detail = { ...record, until: record.assigned_until };
    return h("li", {}, h("strong", {}, record.description || record.type || id), h("p", {}, words ?? `${await reason(why, detail)}.`));
  }));
}

export function makeBulk(list, rows) {
  const many = h("strong", { class: "many" });
  const unpick = button("×", () => rows.pickAll(false), { class: "plain", "aria-label": "Unpick all", title: "Unpick all (Esc)" });
  const make = (label, verb, given) => button(label, () => run(verb), { "data-verb": verb, ...given });
  const admin = [make("Assign…", "assign"), make("Escalate…", "escalate"), make("Priority…", "priority"), make("Cancel…", "cancel")];
  const el = h("div", { class: "bulk", role: "group", "aria-label": "Picked rows", hidden: true },
    many, unpick, make("Claim", "claim", { class: "primary" }), admin);
  let working = false;

  const roles = (ids) => [...new Set(ids.map((id) => list.records.get(id)?.role ?? ""))];

  async function ask(verb, ids) {
    const body = { ids };
    switch (verb) {
      case "claim":
        return session.isAdminOf(roles(ids)) ? post("/api/escalations/bulk-claim", body) : claimEach(ids);
      case "assign": return askAssignee(ids, (more) => post("/api/escalations/bulk-assign", { ...body, ...more }));
      case "escalate": return askTarget(roles(ids), ids, (more) => patch("/api/escalations/bulk-escalate", { ...body, ...more }));
      case "priority": return askPriority(ids, (more) => patch("/api/escalations/priority", { ...body, ...more }));
      default: return askReason(ids, (more) => post("/api/escalations/bulk-cancel", { ...body, ...more }));
    }
  }

  async function run(verb) {
    const ids = rows.picked();
    if (working || !ids.length) return;
    working = true;
    try {
      const told = await ask(verb, ids);
      if (!told) return;
      rows.pickAll(false);
      // What became of them is told all the same.
      await list.look(ids).catch(() => {});
      counts.touch();
      const words = `${count(amount(told), "row")} ${DONE[verb]}`;
      if (!told.skipped.length) say(`${words}.`);
      else {
        await show(`${words}, ${told.skipped.length} left as ${told.skipped.length === 1 ? "it was" : "they were"}`,
          h("ul", { class: "outcomes" }, await explain(told.skipped, list.records)));
      }
    } catch (error) {
      say(await refusal(error), { fault: true });
      list.look(ids).catch(() => {});
    } finally {
      working = false;
    }
  }

  function update(ids) {
    el.hidden = !ids.length;
    document.body.classList.toggle("picking", ids.length > 0);
    text(many, `${ids.length} picked`);
    const may = ids.length > 0 && session.isAdminOf(roles(ids));
    for (const each of admin) attribute(each, "hidden", !may);
  }

  return { el, update };
}
