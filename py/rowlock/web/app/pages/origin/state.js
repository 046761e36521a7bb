// How a thing of an origin stands, in the words of its own page.

import { standing } from "../inbox/standing.js";
import { statusName } from "../plan/labels.js";
import { statusWord } from "../runs/words.js";

/** Of what has no page, the status as the service has it. */
export function stateOf({ kind, record }) {
  if (kind === "escalation") return standing(record).words;
  if (kind === "run") return statusWord(record.status);
  return statusName(String(record.status ?? "").replaceAll("_", " "));
}
