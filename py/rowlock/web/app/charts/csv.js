// Data as a file for spreadsheets: RFC 4180, made here from what is shown.

import { button, h } from "../dom.js";

// A spreadsheet would take such a text for a formula, and people choose their names.
const tame = (value) => (typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value);
const cell = (value) => {
  const said = String(tame(value) ?? "");
  return /[",\r\n]/.test(said) ? `"${said.replaceAll('"', '""')}"` : said;
};

/** Columns in an order that reads well; what is not named comes after. */
export const ordered = (columns, names) =>
  Object.fromEntries([...names, ...Object.keys(columns).filter((name) => !names.includes(name)).sort()].map((name) => [name, columns[name]]));

/** The text of a file: `columns` has a list of values by name. */
export function csvOf(columns) {
  const names = Object.keys(columns);
  const rows = (columns[names[0]] ?? []).map((_, i) => names.map((name) => columns[name][i]));
  return [names, ...rows].map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n";
}

function save(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
  const link = h("a", { href, download: `${name}.csv` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}

/** A button that saves what `columns()` gives, as <name>.csv. */
export const csvButton = (name, title, columns) =>
  button("CSV", () => save(name, csvOf(columns())), { class: "plain csv", "aria-label": `Download as CSV: ${title}`, title: "Download as CSV" });
