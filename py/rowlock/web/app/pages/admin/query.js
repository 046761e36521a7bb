// The address of a list of accounts, and what it asks the service for.

export const PAGE = 50;
export const STATUSES = [["", "Any"], ["active", "Active"], ["inactive", "Inactive"], ["suspended", "Suspended"]];
export const TYPES = [["", "Any"], ["member", "Member"], ["admin", "Admin"], ["superadmin", "Superadmin"]];
const FILTERS = ["search", "role", "type", "status"];

/** The address without its filters. */
export const unfiltered = Object.fromEntries([...FILTERS, "page"].map((name) => [name, null]));

export function read(at) {
  const page = Number(at.query.get("page") ?? 1);
  return {
    ...Object.fromEntries(FILTERS.map((name) => [name, at.query.get(name) ?? ""])),
    page: Number.isInteger(page) && page > 0 && page * PAGE <= 1_000_000 ? page : 1,
  };
}

export const narrowed = (asked) => FILTERS.some((name) => asked[name]);

export function elements({ page, ...filters }) {
  return { ...filters, limit: PAGE, offset: (page - 1) * PAGE };
}
