// The inbox's address and what it asks the service for: one element each, nothing hidden.

import * as session from "../../session.js";

export const PAGE = 50;
export const VIEWS = [["available", "Available"], ["mine", "Mine"], ["all", "All"]];
export const STATUSES = [
  ["", "Pending"], ["resolved", "Resolved"], ["cancelled", "Cancelled"], ["expired", "Expired"], ["any", "Any status"],
];
export const PRIORITIES = [["", "Any priority"], ["1", "1, most urgent"], ["2", "2"], ["3", "3"], ["4", "4, least urgent"]];
export const ORDERS = [
  ["", "Most urgent"], ["oldest", "Oldest"], ["newest", "Newest"], ["deadline", "Soonest deadline"],
  ["changed", "Last changed"],
];
const SORTING = {
  oldest: [{ field: "created_at" }],
  newest: [{ field: "created_at", direction: "desc" }],
  deadline: [{ field: "expires_at" }, { field: "priority" }],
  changed: [{ field: "updated_at", direction: "desc" }],
};
/** The order by a facet: -number.amount is by its number, greatest first. */
export const FACET_ORDER = /^(-?)(facet|number)\.(\w+)$/;
const FILTERS = ["role", "type", "priority", "status", "jeopardy", "facets", "search"];

/** What an address asks for. `facets` is null where it is no JSON object; the service then says so. */
export function read(at) {
  const given = Object.fromEntries(FILTERS.map((name) => [name, at.query.get(name) ?? ""]));
  const view = at.query.get("view") ?? "available";
  let facets = {};
  try {
    facets = given.facets ? JSON.parse(given.facets) : {};
    if (typeof facets !== "object" || Array.isArray(facets)) facets = null;
  } catch {
    facets = null;
  }
  return {
    ...given, facets, rawFacets: given.facets, jeopardy: given.jeopardy === "yes", order: at.query.get("order") ?? "",
    view: VIEWS.some(([name]) => name === view) ? view : "available",
  };
}

/** How many filters narrow the list. */
export const narrowed = (asked) =>
  ["role", "type", "priority", "jeopardy", "search"].filter((name) => asked[name]).length
  + (asked.view !== "available" && asked.status ? 1 : 0)
  + (asked.facets ? Object.keys(asked.facets).length : 1);

/** The address without its filters. */
export const unfiltered = Object.fromEntries(FILTERS.map((name) => [name, null]));

function sorting(order) {
  const facet = FACET_ORDER.exec(order);
  if (!facet) return Object.hasOwn(SORTING, order) ? SORTING[order] : null;
  const [, down, kind, key] = facet;
  return [{ field: `metadata.${key}`, direction: down ? "desc" : "asc", numeric: kind === "number" }];
}

/** The filters as elements of a query. */
export function elements(asked) {
  const { role, type, priority, search } = asked;
  const facets = asked.facets === null ? asked.rawFacets : Object.keys(asked.facets).length ? asked.facets : null;
  const query = { role, type, priority, search, facets, jeopardy: asked.jeopardy || null };
  if (asked.view === "mine") query.assigned_to = session.id();
  if (asked.view === "available") return query;
  if (asked.status !== "any") query.status = asked.status || "pending";
  return query;
}

/** The route and the query of a page of the list. */
export function request(asked) {
  const path = asked.view === "available" ? "/api/escalations/available" : "/api/escalations";
  return { path, query: { ...elements(asked), order_by: sorting(asked.order) } };
}

/** The query as facet-counts takes it: with what the view itself means. */
export function counted(asked) {
  const given = Object.entries(elements(asked)).filter(([, value]) => value !== "" && value !== null);
  const query = Object.fromEntries(given);
  if (query.priority) query.priority = Number(query.priority);
  return asked.view === "available" ? { ...query, status: "pending", available: true } : query;
}
