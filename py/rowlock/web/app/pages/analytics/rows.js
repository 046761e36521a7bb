// The rows of the window as bars: wait, then work.

import { attribute, button, fill, h, text } from "../../dom.js";
import { called, learn } from "../../store/names.js";
import { csvButton, ordered } from "../../charts/csv.js";
import { get, now, part } from "../../api.js";
import { lasting } from "../../charts/units.js";
import { makeGantt, meaning } from "../../charts/gantt.js";
import { over } from "./asked.js";
import { refusal } from "../../words.js";
import { stamp, stretchOf } from "../../charts/zone.js";

const SOME = 25;
const MANY = 250;
const ENDED = { resolved: "Resolved", cancelled: "Cancelled", expired: "Expired" };

function line(row, zone, until) {
  const end = (iso) => (iso ? Date.parse(iso) : until);
  const segments = [["wait", "waited", row.wait_since, row.wait_until, row.wait_minutes], ["work", "worked on", row.work_since, row.work_until, row.work_minutes]]
    .filter(([, , since]) => since)
    .map(([look, words, since, to, minutes]) => {
      const [from, last] = [Date.parse(since), end(to)];
      return { from, until: last, look, said: `${words} ${lasting(minutes)}`, title: `${words} ${lasting(minutes)}: ${stretchOf(from, last, zone)}` };
    });
  return {
    key: row.id, href: `/escalations/${part(row.id)}`, kind: row.role, name: row.type,
    state: ENDED[row.status] ?? (row.assigned_to ? called(row.assigned_to) : "Open"),
    said: `${stamp(Date.parse(row.created_at), zone)}: ${segments.map(({ said }) => said).join(", ")}`, segments,
  };
}

export function makeRows({ zoom }) {
  const gantt = makeGantt("Rows of the window, the oldest first", { zoom });
  const note = h("p", { class: "soft" });
  const more = button("Show more", () => { limit = MANY; again?.(); });
  let columns = {};
  let limit = SOME;
  let again = null;
  const file = csvButton("rowlock-intervals", "Rows", () => ordered(columns, ["id", "role", "type", "status", "created_at", "ended_at"]));
  file.disabled = true;
  const body = h("div", {}, meaning({ wait: "waited", work: "worked on" }), gantt.el);
  const fault = h("p", { class: "fault" });
  const el = h("section", { class: "chart", "aria-labelledby": "chart-rows", "data-chart": "rows" },
    h("div", { class: "chart-head" }, h("h2", { id: "chart-rows" }, "Rows"), file),
    h("p", { class: "about soft" }, "Each row that was open in the window, the oldest first: how long it waited, and how long somebody worked on it."),
    body, fault, h("div", { class: "foot" }, note, more));
  body.hidden = true;
  more.hidden = true;
  text(note, "Reading…");

  async function load(asked, signal) {
    again = () => load(asked, signal).catch(async (error) => { if (error.name !== "AbortError") fail(await refusal(error), again); });
    ({ columns } = await get("/api/analytics/intervals", { ...over(asked), limit }, signal));
    const rows = columns.id.map((_id, i) => Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, values[i]])));
    await learn(columns.assigned_to.filter(Boolean));
    signal.throwIfAborted();
    const { since, until, ends } = asked.frame;
    const to = ends ? until : now();
    fill(fault);
    attribute(el, "aria-busy", null);
    body.hidden = !rows.length;
    file.disabled = !rows.length;
    gantt.show({ from: since, until: to, zone: asked.zone, lines: rows.map((row) => line(row, asked.zone, to)) });
    const full = rows.length === limit;
    more.hidden = !full || limit === MANY;
    text(note, rows.length ? (full ? `The ${limit} oldest; there may be more.` : "") : "Nothing was open in this window.");
  }
  function fail(words, retry) {
    attribute(el, "aria-busy", null);
    body.hidden = true;
    more.hidden = true;
    text(note, retry ? "" : words);
    fill(fault, retry ? [words, " ", button("Try again", retry)] : null);
  }
  return { el, load, fail, wait: () => attribute(el, "aria-busy", "true") };
}
