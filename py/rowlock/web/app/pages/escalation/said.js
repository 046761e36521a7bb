// What was answered: by everybody so far, and in the end.

import { called, learn } from "../../store/names.js";
import { clock } from "../../format.js";
import { h } from "../../dom.js";
import { shown } from "../../parts/json.js";

const parsed = (given) => JSON.parse(given ?? "null");
const ENDS = { resolved: "Answered", cancelled: "Called off", expired: "Nobody answered in time", pending: "Its time is over" };

/** What everybody said so far, where several have to agree; null where nobody did. */
export function opinions({ answers }) {
  if (!answers?.length) return null;
  return h("ul", { class: "opinions" }, answers.map((one) => h("li", { class: one.counts ? null : "soft" },
    `${called(one.user_id)}${one.on_behalf_of ? ` for ${called(one.on_behalf_of)}` : ""} at ${clock(one.answered_at)}${one.counts ? "" : " (does not count any more)"}: `, shown(parsed(one.resolver_payload)))));
}

/** How it ended, by whom and when, and with which answer. */
export async function ending({ status, resolver_payload, resolved_by, ended_at }) {
  if (resolved_by) await learn([resolved_by]);
  const by = resolved_by ? ` by ${called(resolved_by)}` : "";
  const when = ended_at && status !== "expired" ? ` at ${clock(ended_at)}` : "";
  return [h("p", { class: "soft" }, `${ENDS[status]}${by}${when}.`), resolver_payload === null ? null : shown(parsed(resolver_payload))];
}
