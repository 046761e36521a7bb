// Figures of a station as one reads them, with their units.

/** The stretches that the service counts over: name in the address, words, hours. */
export const PERIODS = [
  ["15m", "15 min", 0.25], ["1h", "1 h", 1], ["24h", "24 h", 24], ["7d", "7 d", 168], ["30d", "30 d", 720],
];
export const USUAL = "24h";

const short = (number) => number.toLocaleString("en", { maximumFractionDigits: Math.abs(number) < 10 ? 1 : 0 });

/** Minutes in the unit that suits them: 40 s, 2.5 min, 3 h, 5 d. */
export function took(minutes) {
  if (minutes === null) return "–";
  if (minutes < 1) return `${short(Math.round(minutes * 60))} s`;
  if (minutes < 60) return `${short(minutes)} min`;
  if (minutes < 2 * 1440) return `${short(minutes / 60)} h`;
  return `${short(minutes / 1440)} d`;
}

/** How many an hour. */
export const hourly = (many, hours) => `${short(many / hours)} an hour`;

export const percent = (share) => `${short(share)} %`;
