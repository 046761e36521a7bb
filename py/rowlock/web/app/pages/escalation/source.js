// The record that the page is about: read, renewed, put by a verb's answer. One place, so all parts agree.

import { get, part } from "../../api.js";

export function makeSource(id, signal) {
  const path = `/api/escalations/${part(id)}`;
  const listeners = [];
  let record = null;

  /** Takes a record over, unless a newer one is known: answers overtake each other. */
  function take(next) {
    if (signal.aborted || record?.version > next.version) return;
    record = next;
    for (const then of listeners) then();
  }
  const renew = async () => { take(await get(path, {}, signal)); };

  return {
    path, signal, renew,
    record: () => record,
    /** A verb's answer has all but what is read with it; form and levels are others in another role: then it is read. */
    put(next) {
      const { form_schema, schema_version, answers, levels, role } = record;
      take({ form_schema, schema_version, answers, levels, ...next });
      if (next.role !== role) renew().catch(() => {});
    },
    onChange: (then) => { listeners.push(then); },
  };
}
