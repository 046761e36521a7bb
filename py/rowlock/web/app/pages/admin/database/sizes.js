// The tables and indexes by size, with what vacuum has left in them.

import { bytes, count, number, timeOf } from "../../../format.js";
import { fill, h } from "../../../dom.js";
import { s } from "../../../charts/svg.js";
import { table } from "../../../parts/table.js";
import { withQuery } from "../../../router.js";

const FIRST = 12;
const ORDERS = [["size", "Size", ({ bytes: size }) => size], ["rows", "Rows", ({ rows }) => rows], ["dead", "Dead rows", ({ dead_rows: dead }) => dead]];

function bar(size, index, most) {
  const part = (given) => Math.max(0, (given / Math.max(most, 1)) * 100);
  return s("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { class: "own", width: part(size - index), height: 8 }), s("rect", { class: "indexes", x: part(size - index), width: part(index), height: 8 }));
}

function when(iso) {
  if (!iso) return h("span", { class: "soft" }, "not yet");
  const time = timeOf(iso);
  return time;
}

const named = ({ name, about, is_valid: valid }) => [h("span", { class: "name" }, name),
  valid === false ? h("span", { class: "tag bad" }, "not valid") : null, about ? h("span", { class: "about" }, about) : null];
// As autovacuum's own threshold: some are always there.
const many = ({ rows, dead_rows: dead }) => dead > 10_000 && dead > rows / 5;

function tableColumns(most) {
  return [
    { name: "Table", head: true, cell: named },
    { name: "Size", cell: ({ bytes: size, index_bytes: index }) => [bar(size, index, most), h("span", { class: "size" }, bytes(size))] },
    { name: "Of it indexes", number: true, cell: ({ index_bytes: index }) => bytes(index) },
    { name: "Rows", number: true, cell: ({ rows }) => number(rows) },
    { name: "Dead rows", number: true, cell: (one) => (many(one) ? h("span", { class: "tag bad" }, number(one.dead_rows)) : number(one.dead_rows)) },
    { name: "Vacuumed", cell: ({ vacuumed_at: at }) => when(at) },
    { name: "Analyzed", cell: ({ analyzed_at: at }) => when(at) },
  ];
}

function indexColumns(most) {
  return [
    { name: "Index", head: true, cell: named },
    { name: "Table", cell: (one) => one.table },
    { name: "Size", cell: ({ bytes: size }) => [bar(size, size, most), h("span", { class: "size" }, bytes(size))] },
    { name: "Used", number: true, cell: ({ scans, is_unique: unique }) => (scans || unique ? number(scans) : h("span", { class: "tag" }, "never")) },
  ];
}

/** The first of them, with a way to all. */
function some(rows, what, element, at) {
  const all = at.query.get(element) === "all";
  const link = rows.length <= FIRST ? null
    : h("p", {}, h("a", { href: withQuery({ [element]: all ? null : "all" }, at) }, all ? `The first ${FIRST}` : `All ${count(rows.length, ...what)}`));
  return [all ? rows : rows.slice(0, FIRST), link];
}

export function makeSizes() {
  const orders = h("nav", { class: "orders", "aria-label": "Order of the tables" });
  const tables = h("div", {});
  const indexes = h("div", {});
  const el = h("div", { class: "sizes" },
    h("section", { "aria-labelledby": "tables-title" },
      h("div", { class: "titled" }, h("h2", { id: "tables-title", tabindex: "-1" }, "Tables"), orders),
      h("p", { class: "soft" }, "Rows are estimates of the server. ", h("span", { class: "key own" }), "rows and long values, ", h("span", { class: "key indexes" }), "indexes."), tables),
    h("section", { "aria-labelledby": "indexes-title" },
      h("div", { class: "titled" }, h("h2", { id: "indexes-title", tabindex: "-1" }, "Indexes")),
      h("p", { class: "soft" }, "Used: how often since the server's statistics were reset."), indexes));

  function paint(report, at) {
    const asked = at.query.get("by") ?? "size";
    const [, , value] = ORDERS.find(([name]) => name === asked) ?? ORDERS[0];
    fill(orders, ORDERS.map(([name, label]) =>
      h("a", { href: withQuery({ by: name === "size" ? null : name }, at), "aria-current": name === asked ? "true" : null }, label)));
    const sorted = [...report.tables].sort((a, b) => value(b) - value(a));
    const [rows, more] = some(sorted, ["table"], "tables", at);
    fill(tables, table("Tables", tableColumns(Math.max(...report.tables.map((one) => one.bytes))), rows), more);
    const [found, rest] = some(report.indexes, ["index", "indexes"], "indexes", at);
    fill(indexes, table("Indexes", indexColumns(report.indexes[0]?.bytes ?? 1), found), rest);
  }
  return { el, paint };
}
