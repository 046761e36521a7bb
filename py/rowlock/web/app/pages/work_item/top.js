// The head of an item: where it stands, what it is called, its status and where that may go.

import { attribute, button, fill, h, text } from "../../dom.js";
import { get, part } from "../../api.js";
import { kindName, nextOf, statusName } from "../plan/labels.js";

const DEEPEST = 100;

/** `on`: { edit, remove, to(status) }; `may()`: whether the plan may be written, `active()`: and its structure. */
export function makeTop(machine, signal, { may, active, on }) {
  const way = h("nav", { class: "way", "aria-label": "Where it stands" });
  const title = h("h1", { tabindex: "-1", "data-first": true });
  const kind = h("span", {});
  const who = h("span", {});
  const status = h("span", { class: "tag" });
  const edit = button("Edit", on.edit);
  const remove = button("Delete…", on.remove);
  const moves = h("div", { class: "moves", role: "group", "aria-label": "Change the status" });
  const el = h("header", { class: "top" }, way,
    h("div", { class: "titled" }, title, may() ? h("span", { class: "acts" }, edit, remove) : null),
    h("p", { class: "marks soft" }, status, kind, who), moves);
  let above = null;
  let drawn = null;

  async function paintWay(item, project) {
    if (above === item.parent_id) return;
    const mine = above = item.parent_id;
    const chain = [];
    for (let at = item.parent_id; at && chain.length < DEEPEST;) {
      const parent = await get(`/api/work-items/${part(at)}`, {}, signal);
      chain.unshift(parent);
      at = parent.parent_id;
    }
    if (mine !== above) return;
    const home = `/plan/${part(project.id)}`;
    fill(way, [["/plan", "Plan"], [home, project.name], ...chain.map((one) => [`/work-items/${part(one.id)}`, one.title])]
      .map(([href, words], i) => [i ? h("span", { "aria-hidden": "true" }, " › ") : null, h("a", { href }, words)]),
    h("a", { class: "seen", href: `${home}?item=${part(item.id)}` }, "Show it in the tree"),
    // The item at the top is the origin of all that came of it.
    h("a", { class: "seen", href: `/origins/${part(chain[0]?.id ?? item.id)}` }, "All that came of it"));
  }

  function paint(item, project) {
    text(title, item.title);
    text(kind, kindName(item.kind));
    text(who, item.assignee ?? "");
    text(status, statusName(item.status));
    attribute(status, "data-status", item.status);
    edit.hidden = !may();
    remove.hidden = !active();
    if (drawn !== item.status) {
      drawn = item.status;
      const held = moves.contains(document.activeElement);
      fill(moves, may() ? [h("span", { class: "soft" }, "Set it to"), nextOf(machine, item.status).map(({ to_status: to, cause }) =>
        button(`${statusName(to)}${to === "cancelled" ? "…" : ""}`, () => on.to(to), { title: cause, "data-status": to }))] : null);
      if (held) (moves.querySelector("button") ?? title).focus();
    }
    paintWay(item, project).catch(() => { above = undefined; });
  }
  above = undefined;
  return { el, paint };
}
