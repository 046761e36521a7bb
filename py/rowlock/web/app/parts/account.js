// A field that finds an account while its name is typed.

import { fill, h } from "../dom.js";
import { get } from "../api.js";

const TYPING = 200;
const SHOWN = 12;
const MOST = 500;
let made = 0;

/** { el, control, people, read, focus, find }: read gives what was typed; `find(name)` the account of exactly this name. */
export function account({ status = "active" } = {}) {
  const people = h("datalist", { id: `people-${++made}` });
  const control = h("input", { list: people.id, autocomplete: "off", spellcheck: "false", autocapitalize: "none" });
  const el = h("div", {}, control, people);
  let timer;
  let turn = 0;

  async function suggest() {
    const mine = ++turn;
    let users = [];
    try {
      ({ users } = await get("/api/users", { search: control.value.trim(), status, limit: SHOWN }));
    } catch {
      // Without suggestions the name can be typed all the same.
    }
    if (mine === turn) fill(people, users.map((user) => h("option", { value: user.external_id }, user.display_name ?? "")));
  }

  async function find(name) {
    for (let offset = 0, total = 1; offset < total; offset += MOST) {
      const page = await get("/api/users", { search: name, limit: MOST, offset });
      const found = page.users.find((user) => user.external_id === name);
      if (found) return found;
      ({ total } = page);
    }
    throw new Error("There is no account of this name.");
  }

  control.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, TYPING);
  });
  suggest();
  return { el, control, people, find, read: () => control.value.trim(), focus: () => control.focus() };
}
