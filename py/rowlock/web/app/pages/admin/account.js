// One account: who it is, what it may do, and for a bot its keys.

import { adminSections } from "./sections.js";
import { button, fill, h } from "../../dom.js";
import { makeDelegations } from "./delegations_of.js";
import { follow } from "./follow.js";
import { go, setTitle } from "../../router.js";
import { makeHead } from "./head.js";
import { makeKeys } from "./keys.js";
import { makeMemberships } from "./memberships.js";
import { makePersonas } from "./personas_of.js";
import { makeRecord } from "./record.js";
import { makeSource } from "./source.js";
import { nameOf } from "./kinds.js";
import { part } from "../../api.js";
import { refusal } from "../../words.js";
import { say } from "../../say.js";

const SOON = 300;

export async function openAccount(kind, { root, at, signal }) {
  setTitle(kind.title);
  const source = makeSource(kind, at.params.id, signal);
  const body = h("div", {});
  const slow = setTimeout(() => fill(body, h("p", { class: "soft" }, `Reading the ${kind.one}…`)), 200);
  fill(root, h("div", { class: "admin" }, adminSections(at.path), body));
  let missed = false;
  // Before it is read, so that no change is missed.
  follow(signal, SOON, renew, ({ subject_id: id }) => id === at.params.id);

  async function gone(error) {
    const words = error.status === 404 ? `This ${kind.one} is not there, or not any more.` : await refusal(error);
    fill(body, h("div", { class: "panel fault", role: "alert" }, h("p", {}, words),
      error.status === 404 ? null : button("Try again", () => location.reload()), h("p", {}, h("a", { href: kind.href }, `All ${kind.many}`))));
  }

  async function renew() {
    if (!source.state()) {
      missed = true;
      return;
    }
    try {
      await source.renew();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (error.status === 404) await gone(error);
      else say(await refusal(error), { fault: true });
    }
  }

  try {
    await source.renew();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    await gone(error);
    return;
  } finally {
    clearTimeout(slow);
  }
  const { account } = source.state();
  if (account.account_type !== kind.type) {
    go(`${kind.other}/${part(account.id)}`, { replace: true });
    return;
  }
  const parts = [makeHead(source), makeMemberships(source), makePersonas(source),
    kind.keys ? makeKeys(source) : makeDelegations(source, signal), makeRecord(source)].filter(Boolean);
  const [head, ...rest] = parts.map(({ el }) => el);
  const record = rest.pop();
  fill(body, h("article", { class: "account" }, head, h("div", { class: "rights" }, rest), record));
  const paint = (state) => {
    setTitle(nameOf(state.account));
    for (const each of parts) each.paint(state);
  };
  source.onChange(paint);
  paint(source.state());
  if (missed) renew();
}
