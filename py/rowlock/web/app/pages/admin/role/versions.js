// The versions of a schema, newest first: who made them when, and why. Each can be looked at and compared.

import { button, fill, h } from "../../../dom.js";
import { calledFirst, learn } from "../../../store/names.js";
import { timeOf } from "../../../format.js";
import { table } from "../../../parts/table.js";
import { refusal } from "../../../words.js";
import { refill } from "./refill.js";

const day = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** When, as a <time>. */
export const when = (iso) => timeOf(iso, (said) => day.format(new Date(said)));

export const author = (version) => (version.created_by ? calledFirst(version.created_by) : "The service");

/** `link(changes)`: the address of this page with another query. */
export function makeVersions(source, link) {
  const body = h("div", {});
  const fault = h("p", { class: "fault", role: "alert" });
  const more = button("Show older", () => load(kind, true), { class: "plain", hidden: true });
  const el = h("section", { class: "versions", "aria-labelledby": "versions-title" }, h("h2", { id: "versions-title" }, "Versions"), body, more, fault);
  let kind = null;
  let known = [];
  let total = 0;
  let looked = null;
  let turn = 0;

  function columns() {
    const current = source.record()[kind.counter];
    return [
      { name: "Version", head: true, cell: ({ version }) => [
        h("a", { href: link({ version, against: null }), "aria-current": version === looked ? "true" : null }, `Version ${version}`),
        version === current ? [" ", h("span", { class: "tag good" }, "current")] : null] },
      { name: "When", cell: (version) => when(version.created_at) },
      { name: "By", cell: author },
      { name: "What changed", cell: (version) => version.change_summary ?? h("span", { class: "soft" }, "–") },
      { name: "Compare", cell: ({ version }) => h("span", { class: "ways" },
        version > 1 ? h("a", { href: link({ version, against: version - 1 }) }, `with ${version - 1}`) : null,
        version !== current ? h("a", { href: link({ version: current, against: version }) }, "with the current one") : null) },
    ];
  }
  function draw() {
    refill(body, known.length ? table("Versions, newest first", columns(), known)
      : h("p", { class: "soft" }, "It has never been set."));
    more.hidden = known.length >= total;
  }

  async function load(next, older = false) {
    const mine = ++turn;
    kind = next;
    try {
      const page = await source.history(kind, older ? known.length : 0);
      if (mine !== turn) return;
      known = older ? [...known, ...page.versions] : page.versions;
      total = page.total;
      fill(fault);
      draw();
      if (await learn(known.map((one) => one.created_by)) && mine === turn) draw();
    } catch (error) {
      if (error.name !== "AbortError" && mine === turn) fill(fault, await refusal(error));
    }
  }
  return {
    el, load,
    known: () => known,
    find: (number) => known.find(({ version }) => version === number),
    look(number) { looked = number; if (kind) draw(); },
  };
}
