// Who stands in for a person, and for whom the person does: seen, given and ended by admins of the role.

import * as live from "../../store/live.js";
import * as session from "../../session.js";
import { askEnd, askGive } from "../../parts/delegations/ask.js";
import { button } from "../../dom.js";
import { get } from "../../api.js";
import { isOpen } from "../../parts/delegations/words.js";
import { learn } from "../../store/names.js";
import { makeList } from "../../parts/delegations/list.js";
import { nameOf } from "./kinds.js";
import { refusal } from "../../words.js";
import { say } from "../../say.js";

const SOON = 300;

export function makeDelegations(source, signal) {
  const add = button("Delegate a role…", give);
  const list = makeList({ title: "Delegations", id: "delegations-title", none: "Nobody stands in for this person, and they for nobody, in roles that you administer.", end, add });
  let roles = [];
  let timer = null;

  async function give() {
    const { account } = source.state();
    if (await askGive({ giver: account.id, name: nameOf(account), roles })) say("It is delegated.");
    renew();
  }

  async function end(one) {
    if (await askEnd(one)) say("It is ended.");
    renew();
  }

  async function renew() {
    try {
      const { delegations } = await get("/api/delegations", { user_id: source.id, limit: 200 }, signal);
      const open = delegations.filter(isOpen);
      await learn(open.flatMap((one) => [one.from_user, one.to_user]));
      if (!signal.aborted) list.paint(open);
    } catch (error) {
      if (error.name !== "AbortError") say(await refusal(error), { fault: true });
    }
  }

  const soon = () => { timer ??= setTimeout(() => { timer = null; renew(); }, SOON); };
  live.listen(signal, { topics: ["delegation.*"], event: soon, gap: soon });
  signal.addEventListener("abort", () => clearTimeout(timer));
  return { el: list.el, paint({ account, memberships }) {
    roles = memberships.map(({ role }) => role).filter((role) => account.id === session.id() || session.isAdminOf([role]));
    add.hidden = !roles.length || account.status !== "active";
    soon();
  } };
}
