// The questions about delegations: to whom, which role, from when to when; and whether one is to end.

import { account } from "../account.js";
import { askFields, confirm, line, oneOf } from "../../pages/admin/ask.js";
import { h } from "../../dom.js";
import { now, part, post, remove } from "../../api.js";
import { whoWords } from "./words.js";

const DAY = 86_400_000;
const two = (number) => String(number).padStart(2, "0");

/** A time as the control has it: in the reader's zone, without one. */
function local(at) {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** A time of the reader's zone. */
function when(value = "") {
  const made = line(value, { type: "datetime-local" });
  return { ...made, read: () => (made.control.value ? new Date(made.control.value).toISOString() : undefined) };
}

/** `giver`: the account whose role it is; null: the reader's own. `roles`: those that may be given. */
export function askGive({ giver = null, name = "", roles }) {
  const whom = account();
  return askFields({
    title: giver ? `Somebody to stand in for ${name}` : "Somebody to stand in for you", act: "Delegate", wide: true,
    lead: h("p", { class: "soft" }, giver
      ? `They may do in the role what ${name} may do there, and see and answer the rows that are meant for ${name}.`
      : "They may do in the role what you may do there, and see and answer the rows that are meant for you. You can end it at any time."),
    fields: [
      ["to_user", whom, { title: "Who", help: "The sign-in name of a person.", required: true }],
      ["role", oneOf(roles.map((role) => [role, role]), roles[0]), { title: "In the role", required: true }],
      ["since", when(), { title: "From", help: "Left empty: from now on.", optional: true }],
      ["until", when(local(now() + 7 * DAY)), { title: "Until", required: true }],
      ["reason", line("", { maxlength: 10_000 }), { title: "Reason", optional: true }],
    ],
    send: async ({ to_user: named, ...given }) => {
      let found;
      try {
        found = await whom.find(named);
      } catch (error) {
        throw error.status === undefined ? Object.assign(error, { detail: { field: "to_user" } }) : error;
      }
      return post("/api/delegations", { ...given, to_user: found.id, ...(giver ? { from_user: giver } : {}) });
    },
  });
}

export const askEnd = (one) => confirm({
  title: "End this delegation?", act: "End it",
  body: h("p", {}, `${whoWords(one)} in ${one.role}. It counts no more from the next call on. What is held by it now stays held until its time is up, but can no longer be answered.`),
  send: () => remove(`/api/delegations/${part(one.id)}`),
});
