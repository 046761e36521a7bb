// A role as the service has it: read, renewed, and told to all parts of a page. Schemas as they were written,
// since reading a number into a value may lose digits.

import { get, part, request } from "../../../api.js";
import { format } from "./json_format.js";
import { read } from "./json_text.js";

/** A record with the text of its schemas: text(field), empty where there is none. */
async function readRecord(path, query, signal) {
  const said = await (await request("GET", path, { query, signal })).text();
  const record = JSON.parse(said);
  const { places } = read(said, { exact: false });
  return { record, text(field) {
    // Where the text cannot be taken apart, it is set out from what was read of it.
    if (record[field] === null || record[field] === undefined) return "";
    const place = places?.get(`/${field}`);
    return format(place ? said.slice(...place) : JSON.stringify(record[field]));
  } };
}

export function makeSource(role, signal) {
  const path = `/api/roles/${part(role)}`;
  const listeners = [];
  const versions = new Map();
  let now = null;
  let newest = null;

  /** Reads it; of several that overlap the last counts, and all of them have waited for it. */
  function renew() {
    const mine = readRecord(path, {}, signal).then((next) => {
      if (signal.aborted) return null;
      if (newest !== mine) return newest;
      now = next;
      for (const then of listeners) then();
      return null;
    });
    newest = mine;
    return mine;
  }

  return {
    role, path, signal,
    record: () => now?.record ?? null,
    text: (field) => now.text(field),
    renew,
    /** A version of a schema; they never change, so each is read once. */
    version(kind, number) {
      const key = `${kind.path} ${number}`;
      if (!versions.has(key)) {
        const asked = readRecord(`${path}/${kind.path}`, { version: number }, signal);
        asked.catch(() => versions.delete(key));
        versions.set(key, asked);
      }
      return versions.get(key);
    },
    history: (kind, skip = 0) => get(`${path}/${kind.path}/versions`, { limit: 50, offset: skip }, signal),
    onChange: (then) => { listeners.push(then); },
  };
}
