// The address of analytics and what it asks the service for: the window, its step and zone, which rows count.

import { cutBefore, own } from "../../charts/zone.js";
import { now } from "../../api.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export const PERIODS = [["1h", "1 hour"], ["24h", "24 hours"], ["7d", "7 days"], ["30d", "30 days"]];
const LENGTH = { "1h": HOUR, "24h": DAY, "7d": 7 * DAY, "30d": 30 * DAY };
const STEPS = [
  ["1 minute", { minutes: 1 }], ["5 minutes", { minutes: 5 }], ["15 minutes", { minutes: 15 }], ["30 minutes", { minutes: 30 }],
  ["1 hour", { minutes: 60 }], ["3 hours", { minutes: 180 }], ["6 hours", { minutes: 360 }], ["12 hours", { minutes: 720 }],
  ["1 day", { days: 1 }], ["7 days", { days: 7 }], ["1 month", { months: 1 }],
];
const MOST = 2000;
const USUAL = 60;
export const MEASURES = [["age", "From creation to answer"], ["wait", "Waiting for a claim"], ["work", "Working on it"]];
const NAMES = ["period", "since", "until", "step", "tz", "role", "type", "query", "measure", "scale"];

const sizeOf = ({ minutes, days, months }) => (minutes ? minutes * MINUTE : days ? days * DAY : months * 28 * DAY);

function known(zone) {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return zone;
  } catch {
    return "UTC";
  }
}

/** What an address asks for; `zone` is one that this browser knows, `tz` what is asked for. */
export function read(at) {
  const given = Object.fromEntries(NAMES.map((name) => [name, at.query.get(name) ?? ""]));
  const [since, until] = [Date.parse(given.since), Date.parse(given.until)];
  const chosen = !Number.isNaN(since);
  const tz = given.tz || own();
  return {
    ...given, tz, zone: known(tz), since: chosen ? since : null, until: chosen && !Number.isNaN(until) ? until : null,
    period: chosen ? "" : Object.hasOwn(LENGTH, given.period) ? given.period : "24h",
    measure: MEASURES.some(([name]) => name === given.measure) ? given.measure : "age",
  };
}

/** The window in milliseconds and its step. One of the last hours or days begins where a step does, so that no bucket is cut. */
export function frame(asked) {
  const until = asked.until ?? now();
  const length = asked.period ? LENGTH[asked.period] : until - asked.since;
  const usual = STEPS.find(([, step]) => length / sizeOf(step) <= USUAL) ?? STEPS.at(-1);
  const step = asked.step || usual[0];
  const cut = STEPS.find(([name]) => name === step)?.[1];
  const since = asked.period ? until - length : asked.since;
  return { since: asked.period && cut ? cutBefore(since, asked.zone, cut) : since, until, step, ends: asked.until !== null };
}

/** The steps that make sense of a window: not too many buckets, and more than one. */
export const steps = ({ since, until }) =>
  STEPS.filter(([, step]) => (until - since) / sizeOf(step) <= MOST / 4 && (until - since) / sizeOf(step) >= 2).map(([name]) => name);

/** Which rows count, as the service takes it; text that is no object goes as it is, and is refused in words. */
export function query({ role, type, query: text }) {
  let given = {};
  try {
    given = text ? JSON.parse(text) : {};
  } catch {
    return text;
  }
  if (typeof given !== "object" || given === null || Array.isArray(given)) return text;
  const all = { ...given, ...(role && { role }), ...(type && { type }) };
  return Object.keys(all).length ? all : null;
}

/** The elements of a request over a window. */
export function over(asked) {
  const { since, until, ends } = asked.frame;
  return { since: new Date(since).toISOString(), until: ends ? new Date(until).toISOString() : null, query: query(asked), shape: "columns" };
}

/** The same with buckets. */
export const cut = (asked) => ({ ...over(asked), step: asked.frame.step, tz: asked.tz });

export const times = (texts) => texts.map((text) => Date.parse(text));

/** Nothing narrows what counts. */
export const whole = ({ role, type, query: text }) => !role && !type && !text;

/** The address without what narrows. */
export const unfiltered = { role: null, type: null, query: null };
