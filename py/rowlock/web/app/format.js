// Times and values as people read them.

import { now } from "./api.js";
import { attribute, h, text } from "./dom.js";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const exactly = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const ofDay = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });
const ofDate = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" });
const ofYear = new Intl.DateTimeFormat(undefined, {
  day: "numeric", month: "short", hour: "2-digit", minute: "2-digit",
});

/** A stretch of time in its largest unit: 40 s, 12 min, 3 h, 5 d. */
export function stretch(milliseconds) {
  const ms = Math.max(0, milliseconds);
  if (ms < MINUTE) return `${Math.floor(ms / 1000)} s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`;
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)} h`;
  return `${Math.floor(ms / DAY)} d`;
}

/** So many minutes: 45 min, 1 h 30 min, 3 d. */
export function minutes(given) {
  const parts = [[Math.floor(given / 1440), "d"], [Math.floor(given / 60) % 24, "h"], [given % 60, "min"]];
  return parts.filter(([number]) => number).map(([number, unit]) => `${number} ${unit}`).join(" ") || "0 min";
}

export const since = (iso) => stretch(now() - Date.parse(iso));
export const left = (iso) => stretch(Date.parse(iso) - now());
export const isPast = (iso) => Date.parse(iso) <= now();

/** When something was or will be, years away too: 10:42 today, else the date. */
export function day(iso) {
  const at = new Date(iso);
  return at.toDateString() === new Date(now()).toDateString() ? ofDay.format(at) : ofDate.format(at);
}

/** The exact time, for titles. */
export const exact = (iso) => exactly.format(new Date(iso));

/** When something ends: 10:42 today, else with the day. */
export function clock(iso) {
  const at = new Date(iso);
  return (at.toDateString() === new Date(now()).toDateString() ? ofDay : ofYear).format(at);
}

/** Puts a time into a <time>: words of now, the exact one in its title. */
export function showTime(node, iso, words) {
  text(node, iso ? words(iso) : "");
  attribute(node, "datetime", iso);
  attribute(node, "title", iso && exact(iso));
}

/** A <time> that stays as it is. */
export function timeOf(iso, words = clock) {
  const made = h("time", {});
  showTime(made, iso, words);
  return made;
}

/** A value of a facet on one line. */
export const value = (given) => (typeof given === "string" ? given : JSON.stringify(given));

/** 12,345; nothing where there is none. */
export const number = (given) => (given === null || given === undefined ? "" : Number(given).toLocaleString("en"));

const SIZES = ["B", "KB", "MB", "GB", "TB"];

/** 1,536 is 1.5 KB, as Postgres counts. */
export function bytes(given) {
  if (given === null || given === undefined) return "";
  let left = Number(given);
  let unit = 0;
  while (left >= 1024 && unit < SIZES.length - 1) {
    left /= 1024;
    unit += 1;
  }
  return `${left.toLocaleString("en", { maximumFractionDigits: left < 10 && unit ? 1 : 0 })} ${SIZES[unit]}`;
}

export const capital = (words) => words.charAt(0).toUpperCase() + words.slice(1);

export const count = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
