// What a verb on many rows has to know first: whom, where to, how urgent, why.

import * as session from "../../session.js";
import { account } from "../../parts/account.js";
import { count } from "../../format.js";
import { field, h, select } from "../../dom.js";
import { get } from "../../api.js";
import { question } from "../../parts/dialog.js";
import { refusal } from "../../words.js";
import { PRIORITIES } from "./query.js";

const rows = (ids) => count(ids.length, "row");

/** Sends from a dialog: a refusal is shown in it, in words. */
const sending = (send, read, box) => async () => {
  const given = read();
  const missing = Object.values(given).some((value) => value === "");
  box?.setAttribute("aria-invalid", String(missing));
  if (missing) throw new Error("This is needed.");
  try {
    return await send(given);
  } catch (error) {
    throw new Error(await refusal(error));
  }
};

export function askAssignee(ids, send) {
  const who = account();
  const minutes = select([["15", "15 minutes"], ["30", "30 minutes"], ["60", "1 hour"], ["240", "4 hours"], ["1440", "a day"]], "30");
  const force = h("input", { type: "checkbox", id: "force" });
  return question({
    title: `Assign ${rows(ids)}`,
    body: [field("To whom", who.control, "Their sign-in name. They have to be a member of the role."), who.people,
      field("For how long", minutes),
      h("p", { class: "check" }, force, h("label", { for: "force" }, "Take over what somebody else holds"))],
    act: "Assign",
    send: sending(send, () => ({ assignee: who.read(), duration_minutes: Number(minutes.value), force: force.checked }), who.control),
  });
}

async function targets(roles) {
  if (session.actor().is_global) return (await get("/api/roles")).roles.map((role) => role.role);
  const { chains } = await get("/api/roles/escalation-chains");
  const from = (role) => chains.filter((chain) => chain.source_role === role).map((chain) => chain.target_role);
  return roles.map(from).reduce((all, some) => all.filter((role) => some.includes(role)));
}

export async function askTarget(roles, ids, send) {
  const known = (await targets(roles)).filter((role) => roles.length > 1 || role !== roles[0]);
  if (!known.length) throw new Error(`Nothing can be passed on from ${roles.join(" and ")}: no chain leads to another role`);
  const to = select(known.map((role) => [role, role]), known[0]);
  return question({
    title: `Escalate ${rows(ids)}`,
    body: [field("To which role", to, "Whoever holds one of them loses it.")],
    act: "Escalate",
    send: sending(send, () => ({ target_role: to.value }), to),
  });
}

export function askPriority(ids, send) {
  const to = select(PRIORITIES.slice(1), "2");
  return question({
    title: `Priority of ${rows(ids)}`,
    body: [field("Priority", to)],
    act: "Change",
    send: sending(send, () => ({ priority: Number(to.value) }), to),
  });
}

export function askReason(ids, send) {
  const why = h("textarea", { rows: "3", maxlength: "10000" });
  return question({
    title: `Cancel ${rows(ids)}?`,
    body: [h("p", {}, "Whoever waits for an answer is told that there will be none. This can't be undone."),
      field("Reason", why, "Kept with each row. May stay empty.")],
    act: `Cancel ${rows(ids)}`,
    danger: true,
    send: sending(send, () => (why.value.trim() ? { reason: why.value.trim() } : {})),
  });
}
