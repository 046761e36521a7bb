// What one does with the row of the page. Refusals are told in words, and the row is read anew.

import * as counts from "../../store/counts.js";
import * as session from "../../session.js";
import { announce, say } from "../../say.js";
import { askReason, askTarget } from "../inbox/bulk_questions.js";
import { clock, isPast } from "../../format.js";
import { isHeld, isMine, mayWrite } from "../inbox/standing.js";
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

  /** The next level of the role, from the one that is shown. */
  async function raise(level, role) {
    source.put((await post(`${source.path}/level-up`, { expected_level: level, expected_role: role })).escalation);
    announce(record().role === role ? `Level ${record().level} reached` : `Passed on to ${record().role}`);
    counts.touch();
    return true;
  }
  function mayRaise(step) {
    const now = record();
    const all = session.writable();
    if (now.status !== "pending" || (now.expires_at && isPast(now.expires_at)) || (all && !all.includes(now.role))) return false;
    return step.action === "notify" || !isHeld(now) || isMine(now) || session.isAdminOf([now.role]);
  }

  return { claim, release, escalate, cancel, raise, mayRaise, may: () => mayWrite(record()) };
}
