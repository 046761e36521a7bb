// What one does with items, wherever they are shown: the service is asked, refusals are told in words.

import { announce, say } from "../../say.js";
import { askCancel } from "./questions.js";
import { part, post } from "../../api.js";
import { refusal } from "../../words.js";
import { statusName } from "./labels.js";

const path = (item) => `/api/work-items/${part(item.id)}`;

/** Does it; null when it was refused, which is told. */
async function trying(item, send) {
  try {
    return await send();
  } catch (error) {
    if (error.name !== "AbortError") say(`${item.title}: ${await refusal(error)}`, { fault: true });
    return null;
  }
}

/** Another status; before it is cancelled one is asked. Null: it stays. */
export async function transition(item, to) {
  const done = to === "cancelled" ? await askCancel(item)
    : await trying(item, () => post(`${path(item)}/transition`, { to_status: to }));
  if (done) announce(`${item.title}: ${statusName(to)}`);
  return done;
}

/** Below another item, null: at the top; before one of those there, null: after the last. */
export const arrange = (item, parent, before) => trying(item, () =>
  post(`${path(item)}/arrange`, { new_parent_id: parent || null, before_id: before ?? null }));
