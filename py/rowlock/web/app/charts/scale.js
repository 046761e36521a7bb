// From values to places and back, and the round values at which an axis has its marks.

/** A function from a value to its place; `back` is the way back. */
export function linear([low, high], [first, last]) {
  const size = (last - first) / (high - low || 1);
  const at = (value) => first + (value - low) * size;
  at.back = (place) => low + (place - first) / size;
  return at;
}

/** By orders of magnitude: each tenfold is as far; what is below `low` is at its place. */
export function orders([low, high], [first, last]) {
  const way = linear([Math.log(low), Math.log(high)], [first, last]);
  return (value) => way(Math.log(Math.max(value, low)));
}

const TENS = [1, 2, 2.5, 5, 10];

function tens(span, many) {
  const raw = span / Math.max(many, 1);
  const unit = 10 ** Math.floor(Math.log10(raw));
  return TENS.find((step) => step * unit >= raw * 0.999) * unit;
}

// Minutes that people count in: seconds, minutes, hours, days.
const LASTING = [
  1 / 60, 2 / 60, 5 / 60, 10 / 60, 15 / 60, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14400, 43200,
];
const lasting = (span, many) => LASTING.find((step) => step * many >= span * 0.999) ?? tens(span / 1440, many) * 1440;
const counting = (span, many) => Math.max(Math.ceil(tens(span, many)), 1);

const STEP = { rows: counting, minutes: lasting };

/** Round values from `low` to `high`, zero among them, about so many; the first and the last hold the rest between them. */
export function marks(low, high, many, unit = "rows") {
  const step = (STEP[unit] ?? tens)(high - low || 1, many);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

const ORDERS = [1 / 60, 10 / 60, 1, 10, 60, 360, 1440, 7200, 43200, 525600];

/** The same by orders of magnitude, of minutes. */
export function orderMarks(low, high) {
  const first = Math.max(ORDERS.findLastIndex((mark) => mark <= low), 0);
  const last = ORDERS.findIndex((mark) => mark >= high);
  return ORDERS.slice(first, Math.max(last < 0 ? ORDERS.length : last + 1, first + 2));
}
