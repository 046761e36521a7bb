// A list of accounts, page by page; the address says which. Follows who gets and loses roles.

import * as keys from "../../keys.js";
import * as session from "../../session.js";
import { adminSections } from "./sections.js";
import { askNew } from "./new.js";
import { attribute, button, fill, h, text } from "../../dom.js";
import { count, day, timeOf } from "../../format.js";
import { elements, narrowed, PAGE, read, unfiltered } from "./query.js";
import { follow } from "./follow.js";
import { get, part } from "../../api.js";
import { go, setTitle, withQuery } from "../../router.js";
import { makeFilters } from "./filters.js";
import { nameOf, statusOf } from "./kinds.js";
import { refusal } from "../../words.js";
import { table } from "../../parts/table.js";

const SOON = 1000;

/** What was shown last: whoever comes back finds it where it was. */
let kept = null;

const isolated = (said) => h("bdi", { class: "clip", title: said }, said);

const moment = (iso) => timeOf(iso, day);

const columns = (kind) => [
  { name: "Name", head: true, cell: (account) => h("a", { href: `${kind.href}/${part(account.id)}` }, isolated(nameOf(account))) },
  { name: kind.named, cell: ({ external_id: id }) => isolated(id) },
  { name: "Roles", cell: ({ roles }) => roles && isolated(roles.map(({ role, type }) => (type === "member" ? role : `${role} (${type})`)).join(", ")) },
  { name: "E-mail", cell: ({ email }) => email && isolated(email) },
  { name: "Status", cell: (account) => { const [word, tone] = statusOf(account); return h("span", { class: `tag ${tone}` }, word); } },
  { name: "Changed", cell: ({ updated_at: at }) => at && moment(at) },
];

function pager({ page }, total) {
  const last = Math.max(1, Math.ceil(total / PAGE));
  if (last === 1 && page === 1) return null;
  const link = (label, to) => (to >= 1 && to <= last
    ? h("a", { class: "button", href: withQuery({ page: to === 1 ? null : to }) }, label) : h("span", { class: "button off", "aria-hidden": "true" }, label));
  return h("nav", { class: "pager", "aria-label": "Pages of the list" }, link("Previous", page - 1),
    h("span", { class: "soft" }, `Page ${page} of ${last}`), link("Next", page + 1));
}

export function openList(kind, { root, at, back, signal }) {
  setTitle(kind.title);
  const total = h("span", { class: "soft total", role: "status" });
  const listing = h("div", { class: "accounts listed" });
  const foot = h("div", {});
  const filters = makeFilters(signal);
  let asked = read(at);
  let drawn = null;
  let turn = new AbortController();
  let { href } = at;

  root.append(h("div", { class: "admin" }, adminSections(at.path),
    h("div", { class: "titled" }, h("h1", { tabindex: "-1", "data-first": true }, kind.title), total,
      session.isAdmin() ? button(kind.add, () => askNew(kind), { class: "primary" }) : null),
    filters.el, listing, foot));

  function empty() {
    if (asked.page > 1) return [`There is no page ${asked.page}. `, h("a", { href: withQuery({ page: null }) }, "Go to the first")];
    if (narrowed(asked)) return [`No ${kind.one} fits these filters. `, h("a", { href: withQuery(unfiltered) }, "Clear filters")];
    return kind.none;
  }

  function draw(page) {
    const now = JSON.stringify([asked, page]);
    if (now === drawn) return;
    const held = listing.contains(document.activeElement) ? document.activeElement.getAttribute("href") : null;
    drawn = now;
    text(total, count(page.total, kind.one, kind.many));
    fill(listing, page[kind.list].length ? table(kind.title, columns(kind), page[kind.list]) : h("p", { class: "panel" }, empty()));
    fill(foot, pager(asked, page.total));
    if (held) listing.querySelector(`a[href="${held}"]`)?.focus();
  }

  async function load({ quiet = false } = {}) {
    turn.abort();
    turn = new AbortController();
    const mine = turn;
    const slow = setTimeout(() => { if (!drawn) fill(listing, h("p", { class: "soft" }, `Reading the ${kind.many}…`)); }, 200);
    if (!quiet) attribute(listing, "aria-busy", "true");
    try {
      const page = await get(kind.api, { ...kind.query, ...elements(asked) }, mine.signal);
      draw(page);
      performance.mark("rowlock-useful");
    } catch (error) {
      if (error.name !== "AbortError" && !quiet) await fault(error, mine);
    } finally {
      clearTimeout(slow);
      if (turn === mine) attribute(listing, "aria-busy", null);
    }
  }

  async function fault(error, mine) {
    const words = await refusal(error);
    if (turn !== mine) return;
    drawn = null;
    text(total, "");
    fill(foot);
    fill(listing, h("div", { class: "panel fault", role: "alert" }, h("p", {}, words), button("Try again", () => load()),
      narrowed(asked) ? button("Clear filters", () => go(withQuery(unfiltered))) : null));
  }

  follow(signal, SOON, () => load({ quiet: Boolean(drawn) }));
  signal.addEventListener("abort", () => {
    turn.abort();
    kept = { href, top: scrollY };
  });
  keys.bind(signal, [{ key: "/", does: "Search", run: filters.focus, group: kind.title }]);

  function show(next) {
    asked = next;
    filters.show(asked);
    return load();
  }
  async function update(to, { back: again }) {
    ({ href } = to);
    const turned = read(to).page !== asked.page;
    await show(read(to));
    if (turned && !again) scrollTo(0, 0);
  }
  show(asked).then(() => {
    if (back && kept?.href === href) scrollTo(0, kept.top);
    return filters.load();
  }).catch(() => {});
  return { update };
}
