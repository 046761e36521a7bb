// The list's address and what it asks the service for: one element each.

export const PAGE = 50;
const FILTERS = ["status", "project", "host", "item", "parked"];
const OPEN = ["pending", "spawning", "running"];

/** What an address asks for. */
export const read = (at) => Object.fromEntries(FILTERS.map((name) => [name, at.query.get(name) ?? ""]));

/** How many filters narrow the list. */
export const narrowed = (asked) => FILTERS.filter((name) => asked[name]).length;

/** The address without its filters. */
export const unfiltered = Object.fromEntries(FILTERS.map((name) => [name, null]));

/** The query of GET /api/runs; `open` stands for all that has not ended. */
export const request = ({ status, project, host, item, parked }) => ({
  status: status === "open" ? OPEN : status ? [status] : null,
  project_id: project, host_id: host, work_item_id: item, parked: parked ? "true" : null,
});
