// What one does with the row of the page. Refusals are told in words, and the row is read anew.

import * as counts from "../../store/counts.js";
import { announce, say } from "../../say.js";
import { askReason, askTarget } from "../inbox/bulk_questions.js";
import { clock } from "../../format.js";
import { isMine, mayWrite } from "../inbox/standing.js";
import { patch, post } from "../../api.js";
import { refusal } from "../../words.js";

export function makeVerbs(source) {
  const record = () => source.record();
  let busy = false;

  /** Does it once at a time; true when it was done. */
  async function change(send, words) {
    if (busy) return false;
    busy = true;
    try {
      const told = await send();
      source.put(told.escalation ?? told);
      announce(words(record()));
      counts.touch();
      return true;
    } catch (error) {
      if (error.name === "AbortError") return false;
      say(await refusal(error), { fault: true });
      await source.renew().catch(() => {});
      return false;
    } finally {
      busy = false;
    }
  }

  const claim = () => change(() => post(`${source.path}/claim`), (now) => `Claimed until ${clock(now.assigned_until)}`);

  function release() {
    if (isMine(record())) return change(() => post(`${source.path}/release`), () => "Given back");
    say("You don't hold this, so there is nothing to give back.");
    return false;
  }

  // The inbox asks the same questions; what it sends concerns many.
  async function asking(question) {
    try {
      await question;
    } catch (error) {
      say(error.message, { fault: true });
    }
  }
  const escalate = () => asking(askTarget([record().role], [record().id], async (given) => {
    source.put((await patch(`${source.path}/escalate`, { ...given, expected_role: record().role })).escalation);
    announce(`Passed on to ${given.target_role}`);
    counts.touch();
    return true;
  }));
  const cancel = () => asking(askReason([record().id], async (given) => {
    source.put((await post(`${source.path}/cancel`, given)).escalation);
    announce("Called off");
    counts.touch();
    return true;
  }));

  return { claim, release, escalate, cancel, may: () => mayWrite(record()) };
}
