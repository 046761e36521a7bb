// Times in a named zone: what its clocks show, and the moments at which an axis has its marks.

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONDAY = Date.UTC(2000, 0, 3);

const made = new Map();
function formatter(zone, options) {
  const key = `${zone} ${JSON.stringify(options)}`;
  if (!made.has(key)) made.set(key, new Intl.DateTimeFormat(options.locale, { ...options, timeZone: zone }));
  return made.get(key);
}

const CLOCK = {
  locale: "en-US", calendar: "gregory", numberingSystem: "latn", hourCycle: "h23",
  year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric", second: "numeric",
};

/** The zone of whoever reads. */
export const own = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** What the clocks of the zone show, as if it were UTC. */
export function wall(at, zone) {
  const told = Object.fromEntries(formatter(zone, CLOCK).formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(told.year, told.month - 1, told.day, told.hour, told.minute, told.second);
}

/** The first moment at which the clocks show this; where they leap over it, that of the leap. */
export function moment(shown, zone) {
  const offsets = [shown - DAY, shown + DAY].map((at) => wall(at, zone) - at);
  const found = offsets.map((offset) => shown - offset).filter((at) => wall(at, zone) === shown);
  return found.length ? Math.min(...found) : shown - offsets[0];
}

// What an axis is cut by: a length on the clock, days from a Monday on, months of the year.
const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((n) => ({ size: n * MINUTE, every: n * MINUTE })),
  ...[1, 2, 3, 6, 12].map((n) => ({ size: n * HOUR, every: n * HOUR })),
  ...[1, 2, 7, 14].map((n) => ({ size: n * DAY, days: n })),
  ...[1, 2, 3, 6, 12, 24, 60, 120].map((n) => ({ size: n * 30.4 * DAY, months: n })),
];

function* shownCuts(step, from, until) {
  if (step.every) for (let at = Math.floor(from / step.every) * step.every; at <= until; at += step.every) yield at;
  else if (step.days) {
    const size = step.days * DAY;
    for (let at = MONDAY + Math.floor((from - MONDAY) / size) * size; at <= until; at += size) yield at;
  } else {
    const year = new Date(from).getUTCFullYear();
    for (let n = 0; ; n += step.months) {
      const at = Date.UTC(year - (year % 10), n);
      if (at > until) return;
      if (at >= from) yield at;
    }
  }
}

const label = (at, zone, options) => formatter(zone, options).format(at);
const OF_DAY = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const DATE = { day: "numeric", month: "short" };
const DAY_OF_WEEK = { weekday: "short", day: "numeric", month: "short" };

function worded(at, shown, step, zone) {
  if (step.every && shown % DAY !== 0) return label(at, zone, OF_DAY);
  if (step.every || step.days) return label(at, zone, step.days === 1 ? DATE : step.every ? DAY_OF_WEEK : DATE);
  return label(at, zone, new Date(shown).getUTCMonth() ? { month: "short" } : { year: "numeric" });
}

/** [{ at, words, strong }] from `from` to `until`, about so many; `strong`: a day among hours, a year among months. */
export function timeMarks(from, until, zone, many) {
  const step = STEPS.find(({ size }) => size * Math.max(many, 1) >= until - from) ?? STEPS.at(-1);
  const found = [];
  for (const shown of shownCuts(step, wall(from, zone), wall(until, zone))) {
    const at = moment(shown, zone);
    if (at < from || at > until || at === found.at(-1)?.at) continue;
    const strong = step.every ? shown % DAY === 0 : Boolean(step.months) && new Date(shown).getUTCMonth() === 0;
    found.push({ at, words: worded(at, shown, step, zone), strong });
  }
  return found;
}

/** The last cut of a step at or before a moment: minutes from midnight, days from Monday, months of the year. */
export function cutBefore(at, zone, { minutes, days, months }) {
  const shown = wall(at, zone);
  if (minutes) return moment(shown - (shown % DAY + DAY) % DAY % (minutes * MINUTE), zone);
  if (days) return moment(MONDAY + Math.floor((shown - MONDAY) / (days * DAY)) * days * DAY, zone);
  const month = new Date(shown).getUTCMonth();
  return moment(Date.UTC(new Date(shown).getUTCFullYear(), month - (month % months)), zone);
}

const EXACT = { ...DAY_OF_WEEK, ...OF_DAY };

const yearOf = (shown) => (new Date(shown).getUTCFullYear() === new Date().getUTCFullYear() ? {} : { year: "numeric" });

/** A moment with its day, and its year where that is another. */
export const stamp = (at, zone) => label(at, zone, { ...EXACT, ...yearOf(wall(at, zone)) });

/** A stretch of time: days by their dates, the rest by the clock. */
export function stretchOf(from, until, zone) {
  const [first, last] = [wall(from, zone), wall(until, zone)];
  const said = (at, options) => label(at, zone, { ...options, ...yearOf(first) });
  if (first % DAY === 0 && last - first === DAY) return said(from, DAY_OF_WEEK);
  if (first % DAY === 0 && last % DAY === 0) return `${said(from, DATE)} – ${said(until - 1, DATE)}`;
  const sameDay = Math.floor(first / DAY) === Math.floor((last - 1) / DAY);
  return `${said(from, EXACT)} – ${sameDay ? label(until, zone, OF_DAY) : said(until, EXACT)}`;
}

/** The same for an <input type="datetime-local">, and back. */
export const toInput = (at, zone) => new Date(wall(at, zone)).toISOString().slice(0, 16);
export const fromInput = (value, zone) => moment(Date.parse(`${value}Z`), zone);
