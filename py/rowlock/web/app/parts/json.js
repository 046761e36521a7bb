// JSON as one reads it: names and values, lists, and links that lead out of here.

import { h } from "../dom.js";

const DEEPEST = 4;
const LONG = 100;

function scalar(value) {
  if (value === null) return h("span", { class: "soft" }, "–");
  if (typeof value === "boolean") return value ? "yes" : "no";
  const said = String(value);
  // Only addresses of the web: what a row says is not to be run.
  if (/^https?:\/\/\S+$/.test(said) && URL.canParse(said)) {
    return h("a", { href: said, target: "_blank", rel: "noopener noreferrer nofollow" }, said);
  }
  return said;
}

const raw = (value) => h("pre", { class: "mono", tabindex: "0" }, JSON.stringify(value, null, 2));

function entries(pairs, depth) {
  const rows = pairs.slice(0, LONG).map(([key, value]) => h("div", {}, h("dt", {}, key), h("dd", {}, shown(value, depth + 1))));
  const rest = pairs.length > LONG ? h("p", { class: "soft" }, `and ${pairs.length - LONG} more`) : null;
  return [h("dl", { class: "record" }, rows), rest];
}

/** An element for any value: objects as names and values, lists as lists, what is deep as its text. */
export function shown(value, depth = 0) {
  if (typeof value !== "object" || value === null) return h("span", { class: "value" }, scalar(value));
  const list = Array.isArray(value);
  const size = list ? value.length : Object.keys(value).length;
  if (size === 0) return h("span", { class: "soft" }, list ? "none" : "nothing");
  if (depth >= DEEPEST) return raw(value);
  if (!list) return h("div", {}, entries(Object.entries(value), depth));
  if (value.every((one) => typeof one !== "object" || one === null) && value.length <= 8) {
    return h("span", { class: "value" }, value.map((one, i) => [i ? ", " : null, scalar(one)]));
  }
  const items = value.slice(0, LONG).map((one) => h("li", {}, shown(one, depth + 1)));
  return h("div", {}, h("ol", { class: "values" }, items), size > LONG ? h("p", { class: "soft" }, `and ${size - LONG} more`) : null);
}
