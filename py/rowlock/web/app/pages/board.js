// The board: how every station stands, and in which order work goes through them.

import { attribute, button, fill, h, text } from "../dom.js";
import { count, number, timeOf } from "../format.js";
import { groups } from "./board/sequence.js";
import { makeCard } from "./board/card.js";
import { makeStations } from "./board/stations.js";
import { PERIODS, USUAL } from "./board/figures.js";
import { now } from "../api.js";
import { refusal } from "../words.js";
import { setTitle, withQuery } from "../router.js";

const arrow = () => h("span", { class: "arrow", "aria-hidden": "true" }, "→");
const sum = (stations, name) => number(stations.reduce((all, station) => all + station[name], 0));

export function open({ root, at, signal }) {
  setTitle("Board");
  const cards = new Map();
  let drawn = "";
  let last = null;
  let asked = null;

  const periods = PERIODS.map(([name, words]) => h("a", { "data-period": name }, words));
  const totals = h("p", { class: "totals" });
  const stale = h("p", { class: "stale", role: "status" });
  const body = h("div", { class: "groups" });
  root.append(h("section", { class: "board", "aria-labelledby": "title" },
    h("div", { class: "titled" }, h("h1", { id: "title", tabindex: "-1", "data-first": true }, "Board"),
      h("nav", { class: "periods", "aria-label": "Period" }, periods)),
    totals, stale, body,
    h("p", { class: "soft legend" }, "Pending, held and in jeopardy are of now; the other figures are of what was answered in the period. "
      + "Wait: from the question to its claim. Work: from the claim to the answer. p50: half took no longer; p99: 99 of 100 took no longer.")));

  const source = makeStations(signal, { shown, failed });

  function group({ parent, flows, loose }, roles, alone) {
    const id = `group-${parent ?? ""}`;
    const role = roles.get(parent);
    const name = parent === null ? "Others" : role?.title || parent;
    const above = roles.get(role?.parent_role);
    const one = ({ role: own }) => cards.get(own).el;
    return h("section", { class: "group", "aria-labelledby": id },
      h("h2", { id, class: alone ? "unseen" : null }, alone ? "Stations" : name,
        above ? h("span", { class: "soft" }, ` in ${above.title || above.role}`) : null),
      flows.map((steps) => h("ol", { class: "flow" }, steps.map((step, i) =>
        h("li", { class: "step" }, i ? arrow() : null, h("div", { class: "beside" }, step.map(one)))))),
      loose.length ? h("ul", { class: "flow loose" }, loose.map((station) => h("li", { class: "step" }, one(station)))) : null);
  }

  /** Only another order draws anew; figures change where they stand. */
  function draw(stations, roles) {
    const parents = new Map([...roles.values()].map((role) => [role.role, role.parent_role]));
    const made = groups(stations, parents);
    const shape = JSON.stringify(made.map(({ parent, flows, loose }) =>
      [parent, roles.get(parent)?.title, flows.map((steps) => steps.map((step) => step.map(({ role }) => role))), loose.map(({ role }) => role)]));
    if (shape === drawn) return;
    drawn = shape;
    fill(body, made.map((one) => group(one, roles, made.length === 1 && one.parent === null)));
  }

  function shown({ stations: all, roles, period }) {
    const stations = all.filter((station) => station.ops_visible);
    const [, , hours] = PERIODS.find(([name]) => name === period);
    const called = (role) => roles.get(role)?.title || role;
    for (const station of stations) {
      if (!cards.has(station.role)) cards.set(station.role, makeCard(station.role));
      cards.get(station.role).paint(station, station.upstream_roles.map(called), hours);
    }
    last = { period, at: new Date(now()).toISOString() };
    fill(stale);
    if (!stations.length) {
      drawn = "";
      text(totals, "");
      fill(body, empty(all.length));
      return;
    }
    const away = all.length - stations.length;
    text(totals, `${sum(stations, "pending")} pending, ${sum(stations, "claimed")} held, ${sum(stations, "priority_count")} in jeopardy`
      + ` in ${count(stations.length, "station")}${away ? ` (${number(away)} kept off boards)` : ""}`);
    draw(stations, roles);
  }

  const empty = (away) => h("div", { class: "empty" },
    h("p", {}, away ? "The roles you read are kept off boards." : "You are a member of no role yet, so there is no station to see."),
    h("p", { class: "soft" }, away ? "An administrator of a role decides whether boards show it." : "Ask an administrator to grant you one."));

  async function failed(error) {
    const words = await refusal(error);
    if (signal.aborted) return;
    if (drawn && last.period === asked) {
      const time = timeOf(last.at);
      fill(stale, words, " These figures are of ", time, ".");
      return;
    }
    drawn = "";
    text(totals, "");
    fill(body, h("div", { class: "panel fault", role: "alert" }, h("p", {}, words), button("Try again", () => source.again())));
  }

  function update(to) {
    asked = to.query.get("period") ?? USUAL;
    for (const link of periods) {
      const { period: name } = link.dataset;
      link.href = withQuery({ period: name === USUAL ? null : name }, to);
      attribute(link, "aria-current", name === asked && "page");
    }
    return source.show(asked);
  }
  const bones = setTimeout(() => { if (!drawn && !body.childElementCount) fill(body, h("p", { class: "soft" }, "Looking at the stations…")); }, 200);
  signal.addEventListener("abort", () => clearTimeout(bones));
  update(at);
  return { update };
}
