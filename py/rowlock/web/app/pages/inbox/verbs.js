// What one does with one row: the service is asked, the row changes in place, a refusal is told in words.

import * as counts from "../../store/counts.js";
import { announce, say } from "../../say.js";
import { clock } from "../../format.js";
import { go } from "../../router.js";
import { part, post } from "../../api.js";
import { refusal } from "../../words.js";
import { isMine, standing } from "./standing.js";

const titled = (record) => record.description || record.type;

const open = (record) => go(`/escalations/${part(record.id)}`);
const answer = (record) => go(`/escalations/${part(record.id)}?answer=1`);

export function makeVerbs(list, rows) {
  const busy = new Set();

  async function change(record, verb, words) {
    if (busy.has(record.id)) return;
    busy.add(record.id);
    rows.busy(record.id, true);
    try {
      const { escalation } = await post(`/api/escalations/${part(record.id)}/${verb}`);
      list.put(escalation);
      announce(words(escalation));
      counts.touch();
    } catch (error) {
      say(`${titled(record)}: ${await refusal(error)}`, { fault: true });
      list.look([record.id]).catch(() => {});
    } finally {
      busy.delete(record.id);
      rows.busy(record.id, false);
    }
  }

  const claim = (record) => change(record, "claim", (now) => `Claimed until ${clock(now.assigned_until)}: ${titled(now)}`);

  function release(record) {
    if (standing(record).offers === "release" || isMine(record)) {
      return change(record, "release", (now) => `Given back: ${titled(now)}`);
    }
    say("You don't hold this one, so there is nothing to give back.");
    return null;
  }

  return { claim, release, open, answer };
}
