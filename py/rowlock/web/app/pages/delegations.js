// Who stands in for whom: for whom one acts now, what one gave, and what was before.

import * as live from "../store/live.js";
import * as session from "../session.js";
import { allowed, isOpen } from "../parts/delegations/words.js";
import { askEnd, askGive } from "../parts/delegations/ask.js";
import { button, fill, h } from "../dom.js";
import { clock, exact, left } from "../format.js";
import { get, part } from "../api.js";
import { learn, called } from "../store/names.js";
import { makeList } from "../parts/delegations/list.js";
import { refusal } from "../words.js";
import { say } from "../say.js";
import { setTitle, withQuery } from "../router.js";

const MOST = 500;
const SOON = 300;
// A window begins and ends by the clock alone.
const TICK = 20_000;

export function open({ root, at, signal }) {
  setTitle("Delegations");
  let { query } = at;
  let state = null;
  let turn = 0;
  let timer = null;
  const me = session.id();
  const add = button("Delegate a role…", give, { class: "primary", hidden: true });
  const acting = h("ul", { class: "grants acting", role: "list" });
  const nobody = h("p", { class: "soft" }, "You act for nobody else right now.");
  const now = h("section", { "aria-labelledby": "acting-title" },
    h("div", { class: "titled" }, h("h2", { id: "acting-title", tabindex: "-1" }, "You act for")), nobody, acting);
  const given = makeList({ title: "You delegated", id: "given-title", none: "You have delegated nothing. When you are away, somebody can do your part of a role meanwhile.", end });
  const got = makeList({ title: "Delegated to you", id: "got-title", none: "Nothing is delegated to you.", end });
  const past = makeList({ title: "Earlier", id: "past-title", none: "There are no earlier ones.", end });
  const earlier = h("p", {});
  const body = h("div", { class: "lists" }, now, given.el, got.el, past.el, earlier);
  const blank = h("div", {});
  root.append(h("div", { class: "admin delegations" },
    h("div", { class: "titled" }, h("h1", { tabindex: "-1", "data-first": true }, "Delegations"), add), blank, body));
  body.hidden = true;

  async function give() {
    if (await askGive({ roles: state.roles })) {
      say("It is delegated.");
      renew();
    }
  }

  async function end(one) {
    if (await askEnd(one)) say("It is ended.");
    renew();
  }

  function act(one) {
    const until = h("time", { datetime: one.until, title: exact(one.until) }, clock(one.until));
    const way = one.links > 1 ? " This comes through somebody else who is away." : "";
    return h("li", {}, h("div", { class: "what" },
      h("p", {}, h("strong", {}, called(one.from_user)), " in ", h("span", { class: "role" }, one.role), ", until ", until, ` (${left(one.until)} left)`),
      h("p", { class: "soft" }, allowed(one) + way)),
    h("span", { class: "acts" }, h("a", { class: "button", href: `/?role=${part(one.role)}` }, "Their rows")));
  }

  function paint() {
    const { delegations, actor, roles } = state;
    const all = query.get("earlier") === "1";
    add.hidden = !roles.length;
    nobody.hidden = actor.delegations.length > 0;
    acting.hidden = !actor.delegations.length;
    fill(acting, actor.delegations.map(act));
    const open = delegations.filter(isOpen);
    given.paint(open.filter((one) => one.from_user === me));
    got.paint(open.filter((one) => one.to_user === me));
    const done = delegations.filter((one) => !isOpen(one));
    past.el.hidden = !all;
    past.paint(done);
    fill(earlier, done.length || all ? h("a", { href: withQuery({ earlier: all ? null : "1" }) }, all ? "Hide earlier ones" : `Show earlier ones (${done.length})`) : null);
  }

  async function renew() {
    const mine = ++turn;
    try {
      const [actor, { delegations }, { roles }] = await Promise.all([
        session.load(), get("/api/delegations", { user_id: me, limit: MOST }, signal), get(`/api/users/${part(me)}/roles`, {}, signal)]);
      if (mine !== turn || signal.aborted) return;
      state = { actor, delegations, roles: roles.map(({ role }) => role) };
      fill(blank);
      body.hidden = false;
      paint();
      const people = delegations.flatMap((one) => [one.from_user, one.to_user, one.revoked_by]);
      if (await learn([...people, ...actor.delegations.map((one) => one.from_user)]) && !signal.aborted) paint();
    } catch (error) {
      if (error.name === "AbortError" || mine !== turn) return;
      // What was read before stays; the stream's state says that the service is away.
      if (state) return;
      fill(blank, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)), button("Try again", renew)));
    }
  }

  const soon = () => { timer ??= setTimeout(() => { timer = null; renew(); }, SOON); };
  live.listen(signal, { topics: ["delegation.*", "membership.changed"], event: soon, gap: soon });
  const ticking = setInterval(() => { if (!document.hidden) renew(); }, TICK);
  signal.addEventListener("abort", () => { clearTimeout(timer); clearInterval(ticking); });
  fill(blank, h("p", { class: "soft", role: "status" }, "Reading…"));
  renew();
  return { update(to) { ({ query } = to); if (state) paint(); } };
}
