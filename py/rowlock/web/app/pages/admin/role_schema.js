// The schemas of a role: written, previewed, saved as versions, looked at and compared as they were.

import * as live from "../../store/live.js";
import * as session from "../../session.js";
import { fill, h } from "../../dom.js";
import { here, setTitle, withQuery } from "../../router.js";
import { refusal } from "../../words.js";
import { sections } from "../../parts/sections.js";
import { adminSections } from "./sections.js";
import { KINDS, kindOf } from "./role/kinds.js";
import { makeDesk } from "./role/desk.js";
import { makeLook } from "./role/look.js";
import { makePreview } from "./role/preview.js";
import { makeSource } from "./role/source.js";
import { makeVersions } from "./role/versions.js";
import { settling } from "./role/settling.js";

const number = (given) => (/^[1-9]\d{0,9}$/.test(given ?? "") ? Number(given) : null);

export async function open({ root, at, signal }) {
  const { role } = at.params;
  setTitle(`Schemas of ${role}`);
  const source = makeSource(role, signal);
  const renew = settling(signal, () => source.renew());
  live.listen(signal, { topics: ["role.>"], event: (event) => { if (event.role === role) renew(); }, gap: renew });
  try {
    await source.renew();
    signal.throwIfAborted();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    fill(root, adminSections("/admin/roles"), h("p", { class: "fault panel", role: "alert" }, await refusal(error)),
      h("p", {}, h("a", { href: "/admin/roles" }, "All roles")));
    return {};
  }

  let asked = at;
  let kind = null;
  // Of the address as it is when the link is made.
  const link = (changes) => withQuery(changes, asked);
  const preview = makePreview(signal, { refused: (error) => desk.refused(error), settle: () => desk.settle(),
    enforced: () => source.record().enforce_schema, may: session.isAdminOf([role]) });
  const desk = makeDesk(source, preview, link);
  const versions = makeVersions(source, link);
  const look = makeLook(source, desk, preview, versions, link);
  const name = h("a", { href: `/admin/roles/${encodeURIComponent(role)}` }, role);
  const tabs = h("div", {});
  const about = h("p", { class: "about" });
  const enforced = h("p", { class: "soft" });
  const pane = h("div", { class: "pane", tabindex: "-1", role: "region", "aria-label": "Schema" });
  const bench = h("div", { class: "bench" }, pane, preview.el);
  fill(root, h("article", { class: "role-admin schemas" }, adminSections("/admin/roles"),
    h("header", { class: "titled" }, h("h1", {}, "Schemas of ", name)), tabs, about, enforced, bench, versions.el));

  function paintState() {
    const record = source.record();
    const version = record[kind.counter];
    fill(about, kind.about, " ", version ? h("span", { class: "tag" }, `version ${version}`) : h("span", { class: "tag" }, "never set"));
    if (kind.of !== "form") fill(enforced);
    else {
      fill(enforced, record.enforce_schema ? "Answers that break it are refused. " : "It is drawn, but answers are not held against it. ",
        session.isAdminOf([role]) ? h("a", { href: `/admin/roles/${encodeURIComponent(role)}` }, "Change that") : null);
    }
  }

  function show(next, { back = true } = {}) {
    asked = next;
    const before = kind;
    kind = kindOf(asked.query.get("of"));
    const [version, against] = ["version", "against"].map((one) => number(asked.query.get(one)));
    const href = (one) => withQuery({ of: one.of === "form" ? null : one.of, version: null, against: null }, asked);
    fill(tabs, sections("Schemas", KINDS.map((one) => ({ href: href(one), name: one.name })), href(kind)));
    paintState();
    const editing = version === null && against === null;
    if (kind !== before) versions.load(kind);
    desk.show(editing);
    desk.open(kind);
    if (editing) look.leave();
    else look.show(kind, version, against);
    const wanted = editing ? desk.el : look.el;
    if (pane.firstElementChild !== wanted) fill(pane, wanted);
    const drawn = kind.of === "form" && against === null;
    bench.classList.toggle("double", drawn);
    preview.el.hidden = !drawn;
    versions.look(version);
    // What was pressed is drawn anew, or gone: the reader goes on where the change is.
    if (back || pane.contains(document.activeElement)) return;
    if (kind === before) pane.focus();
    else tabs.querySelector("[aria-current]")?.focus();
  }

  source.onChange(() => {
    paintState();
    desk.paint();
    versions.load(kind);
    const [version, against] = ["version", "against"].map((one) => number(asked.query.get(one)));
    if (version !== null || against !== null) look.show(kind, version, against);
  });
  show(here() ?? at);
  return { update: show };
}
