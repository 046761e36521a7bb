// The hosts: which there are, whether they are alive, what runs there, and what an operator does about them.

import * as counts from "../store/counts.js";
import * as live from "../store/live.js";
import * as session from "../session.js";
import { announce, say } from "../say.js";
import { attribute, button, field, fill, h, select, text } from "../dom.js";
import { columns } from "./hosts/columns.js";
import { count } from "../format.js";
import { each, paced, runSections } from "./runs/shared.js";
import { get, part, post } from "../api.js";
import { go, setTitle, withQuery } from "../router.js";
import { keyed } from "./runs/keyed.js";
import { learn } from "../store/names.js";
import { refusal } from "../words.js";
import { STATUS_PAIRS } from "./hosts/words.js";

const PAGE = 200;
const TICK = 5000;
// Beats and what operators do are not journaled.
const IDLE = 20_000;
const TOPICS = ["worker.>", ...["spawning", "finished", "failed", "stopped"].map((verb) => `run.${verb}`)];

export function open({ root, at, signal }) {
  setTitle("Hosts");
  let { query } = at;
  let hosts = [];
  let next = null;
  let turn = 0;
  const acting = async (question) => { if (await question) load(); };
  const ask = async (name, ...given) => (await import("./hosts/questions.js"))[name](...given);
  const acts = {
    edit: (host) => acting(ask("askHost", host)),
    suspicion: (host) => acting(ask("askSuspicion", host)),
    turn: (host) => (host.status === "disabled" ? enable(host) : acting(ask("askDisable", host))),
  };
  async function enable(host) {
    try {
      await post(`/api/hosts/${part(host.id)}/enable`);
      announce("Enabled");
    } catch (error) {
      say(await refusal(error), { fault: true });
    }
    load();
  }

  const operator = session.isGlobal();
  const table = keyed("Hosts", columns(operator ? acts : null));
  const blank = h("div", { class: "blank" });
  const foot = h("div", { class: "foot" });
  const sum = h("span", { class: "soft" });
  const search = h("input", { type: "search", name: "search", autocomplete: "off", spellcheck: "false" });
  const status = select([["", "Any status"], ...STATUS_PAIRS], "", { onchange: () => go(withQuery({ status: status.value })) });
  const form = h("form", { class: "run-filters", role: "search", onsubmit: (event) => { event.preventDefault(); go(withQuery({ search: search.value.trim() })); } },
    field("Name", search), field("Status", status), sum);
  root.append(h("div", { class: "runs" }, runSections(at.path),
    h("div", { class: "titled" }, h("h1", { tabindex: "-1", "data-first": true }, "Hosts"),
      operator ? button("Add a host…", () => acting(ask("askHost", null))) : null),
    form, table.el, blank, foot));

  const narrowed = () => Boolean(query.get("search") || query.get("status"));
  const empty = () => (narrowed()
    ? [h("p", {}, "No host is like that."), button("Show all hosts", () => go("/hosts"))]
    : [h("p", {}, "There are no hosts yet."), h("p", { class: "soft" }, "A host is a machine whose worker takes runs. It comes here by itself when its worker starts.")]);

  function paint() {
    table.el.hidden = !hosts.length;
    table.draw(hosts);
    const can = hosts.filter((host) => host.is_eligible).length;
    text(sum, hosts.length ? `${count(hosts.length, "host")}${next ? " so far" : ""}, ${can} of them take${can === 1 ? "s" : ""} runs` : "");
    fill(blank, hosts.length ? null : h("div", { class: "empty" }, empty()));
    fill(foot, next ? button("Load more", () => more()) : null);
    learn(hosts.map((host) => host.bot_id)).then((some) => { if (some && !signal.aborted) table.tick(); });
  }

  const page = (after, limit = PAGE) => get("/api/hosts",
    { search: query.get("search"), status: query.get("status") ? [query.get("status")] : null, limit, after }, signal);

  async function load({ quiet = false } = {}) {
    const mine = ++turn;
    if (!hosts.length && !quiet) fill(blank, h("p", { class: "soft empty", role: "status" }, "Looking for hosts…"));
    try {
      const told = await page(null, Math.min(500, Math.max(PAGE, hosts.length)));
      if (mine !== turn) return;
      ({ hosts, next } = told);
      paint();
    } catch (error) {
      if (error.name === "AbortError" || mine !== turn) return;
      // What was read before stays; the stream's state says that the service is away.
      if (quiet && hosts.length) return;
      hosts = [];
      paint();
      fill(blank, h("div", { class: "panel fault", role: "alert" }, h("p", {}, await refusal(error)), button("Try again", () => load())));
    }
  }

  async function more() {
    try {
      const told = await page(next);
      hosts = [...hosts, ...told.hosts];
      ({ next } = told);
      paint();
    } catch (error) {
      if (error.name !== "AbortError") say(await refusal(error), { fault: true });
    }
  }

  const look = paced(signal, () => load({ quiet: true }));
  live.listen(signal, { topics: TOPICS, event: ({ topic }) => { if (TOPICS.includes(topic) || topic.startsWith("worker.")) look(); }, gap: look });
  each(signal, TICK, table.tick);
  each(signal, IDLE, look);

  function show(to) {
    ({ query } = to);
    search.value = query.get("search") ?? "";
    status.value = query.get("status") ?? "";
    attribute(table.el, "aria-busy", false);
    return load();
  }
  show(at).then(counts.touch);
  return { update: show };
}
