// One account as the page knows it: read anew when something happened, told to whoever shows a part of it.

import { get, part } from "../../api.js";
import { learnReader } from "./may.js";

export function makeSource(kind, id, signal) {
  const path = `${kind.api}/${part(id)}`;
  const listeners = new Set();
  let state = null;
  let turn = 0;

  /** Those of other kinds too: memberships and personas are the same of people and bots. */
  const account = `/api/users/${part(id)}`;

  async function keys() {
    if (!kind.keys) return null;
    try {
      return (await get(`${path}/api-keys`, {}, signal)).api_keys;
    } catch (error) {
      // Others' keys are nobody's to see.
      if (error.status === 403) return null;
      throw error;
    }
  }

  async function renew() {
    const mine = ++turn;
    const [record, { roles }, { personas }, own] = await Promise.all([
      get(path, {}, signal), get(`${account}/roles`, {}, signal), get(`${account}/personas`, {}, signal), keys(),
      state ? null : learnReader(signal),
    ]);
    if (mine !== turn) return;
    state = { account: record, memberships: roles, personas, keys: own };
    for (const listener of listeners) listener(state);
  }

  return {
    path, account, id, kind, renew, state: () => state,
    onChange: (listener) => { listeners.add(listener); },
  };
}
