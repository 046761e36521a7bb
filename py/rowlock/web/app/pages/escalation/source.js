// The record that the page is about: read, renewed, put by a verb's answer. One place, so all parts agree.

import { get, part } from "../../api.js";

export function makeSource(id, signal) {
  const path = `/api/escalations/${part(id)}`;
  const listeners = [];
  let record = null;
  const tell = () => { for (const then of listeners) then(); };
  return {
    path, signal,
    record: () => record,
    load: async () => { record = await get(path, {}, signal); },
    /** A verb's answer has all but the form, which may be another one in another role. */
    put(next) {
      const { form_schema, schema_version, answers } = record;
      record = next.role === record.role ? { form_schema, schema_version, answers, ...next } : next;
      tell();
    },
    async renew() {
      record = await get(path, {}, signal);
      tell();
    },
    onChange: (then) => { listeners.push(then); },
  };
}
