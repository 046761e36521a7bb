// Amounts with their units, as short as they stay clear.

const grouped = (number, digits = 0) => number.toLocaleString("en", { maximumFractionDigits: digits });

/** Minutes as people say them: 40 s, 2.5 min, 3 h 20 min, 2 d 4 h. */
export function lasting(minutes) {
  if (minutes === null || minutes === undefined) return "–";
  if (minutes < 0) return `−${lasting(-minutes)}`;
  const seconds = Math.round(minutes * 60);
  if (seconds < 60) return minutes > 0 && seconds === 0 ? "under 1 s" : `${seconds} s`;
  if (minutes < 9.95) return `${grouped(minutes, 1)} min`;
  const whole = Math.round(minutes);
  if (whole < 60) return `${whole} min`;
  const two = (big, small, words) => (small ? `${grouped(big)} ${words[0]} ${small} ${words[1]}` : `${grouped(big)} ${words[0]}`);
  if (whole < 2880) return two(Math.floor(whole / 60), whole % 60, ["h", "min"]);
  const hours = Math.round(whole / 60);
  return two(Math.floor(hours / 24), hours % 24, ["d", "h"]);
}

const days = (minutes) => (minutes % 1440 === 0 ? `${grouped(minutes / 1440)} d` : lasting(minutes));

/** A value of a unit; `axis`: of the axis, where whole days are told as days. */
export function amount(value, unit, axis = false) {
  if (value === null || value === undefined) return "–";
  if (axis && value === 0) return "0";
  if (unit === "minutes") return axis && value >= 1440 ? days(value) : lasting(value);
  if (unit === "percent") return `${grouped(value, 1)} %`;
  return grouped(value, 2);
}

/** The name of the unit, for the axis. */
export const UNITS = { rows: "rows", minutes: "time", percent: "%" };
