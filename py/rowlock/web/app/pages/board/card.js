// One station: made once, then its figures change in place.

import { number } from "../../format.js";
import * as session from "../../session.js";
import { attribute, h, hidden, text } from "../../dom.js";
import { hourly, percent, took } from "./figures.js";

const inbox = (query) => `/?${new URLSearchParams(query)}`;

/** Whether all its rows may be listed, so that a list has as many as are counted. */
const readsAll = (role) => session.readable() === null || session.actor().read_all.includes(role);

function times(label) {
  const p50 = h("td", { class: "number" });
  const p99 = h("td", { class: "number" });
  return {
    el: h("tr", {}, h("th", { scope: "row" }, label), p50, p99),
    paint(told) {
      text(p50, took(told.p50));
      text(p99, took(told.p99));
    },
  };
}

function figure(name, words) {
  const many = h("strong", {});
  const el = h(name, { class: "figure" }, many, h("span", {}, words));
  return { el, many };
}

export function makeCard(role) {
  const id = `station-${role}`;
  const title = h("h3", { id });
  const named = h("span", { class: "mono name" });
  const after = h("span", { class: "after" });
  const pending = figure("a", "pending");
  const held = figure("span", "held");
  const jeopardy = figure("a", "in jeopardy");
  const wait = times("Wait");
  const work = times("Work");
  const meter = h("meter", { min: 0, max: 100, "aria-label": "Answers against the target" });
  const pace = h("span", { class: "pace" });
  const target = h("span", { class: "soft" });
  const el = h("article", { class: "station", "aria-labelledby": id, "data-role": role },
    title,
    h("p", { class: "soft origin" }, named, after),
    h("p", { class: "now" }, pending.el, held.el, jeopardy.el),
    h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}, hidden("Time")), ["p50", "p99"].map((name) => h("th", { scope: "col", class: "number" }, name)))),
      h("tbody", {}, wait.el, work.el)),
    h("div", { class: "through" }, h("p", {}, pace, target), meter));
  jeopardy.el.classList.add("jeopardy");

  function paintJeopardy({ priority_count: many }) {
    text(jeopardy.many, number(many));
    jeopardy.el.dataset.is = many ? "some" : "none";
    attribute(jeopardy.el, "href", many > 0 && readsAll(role) && inbox({ role, jeopardy: "yes" }));
    attribute(jeopardy.el, "title", many ? "Held by nobody, and older than this role allows" : null);
  }

  function paintPace({ resolved, throughput_pct: share, target_per_hour: wanted }, hours) {
    const aimed = share !== null;
    meter.hidden = !aimed;
    meter.value = aimed ? Math.min(share, 100) : 0;
    text(pace, hourly(resolved, hours));
    text(target, aimed ? `${percent(share)} of ${number(wanted)} an hour` : `${number(resolved)} answered`);
  }

  return {
    el,
    /** `station`: its figures and its role in one; `named`: what the roles before it are called. */
    paint(station, before, hours) {
      text(title, station.title || role);
      text(named, station.title && station.title !== role ? role : "");
      text(after, before.length ? `after ${before.join(", ")}` : "");
      text(pending.many, number(station.pending));
      attribute(pending.el, "href", inbox({ view: "all", role }));
      attribute(pending.el, "title", readsAll(role) ? null : "Of these you see your own");
      text(held.many, number(station.claimed));
      wait.paint(station.wait);
      work.paint(station.work);
      paintJeopardy(station);
      paintPace(station, hours);
    },
  };
}
