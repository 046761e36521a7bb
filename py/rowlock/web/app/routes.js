// The pages, one a line: address, module, styles of its own (css/<name>.css), and in the navigation its name
// and to whom it is worth showing. `under` is the entry of the navigation that a page without a name belongs to.
// A module has `open({ root, at, back, signal })`, which may return `{ update(at) }` for another query.

import * as session from "./session.js";

export const routes = [
  { path: "/", load: () => import("./pages/inbox.js"), styles: ["inbox", "filters"], name: "Inbox" },
  { path: "/sign-in", load: () => import("./pages/signin.js"), styles: ["signin"], open: true },
  { path: "/escalations/{id}", load: () => import("./pages/escalation.js"), styles: ["escalation", "form"], under: "/" },
  { path: "/board", load: () => import("./pages/board.js"), styles: ["board"], name: "Board" },
  { path: "/analytics", load: () => import("./pages/analytics.js"), styles: ["charts", "analytics"], name: "Analytics" },
  { path: "/origins/{origin_id}", load: () => import("./pages/origin.js"), styles: ["charts", "analytics"], under: "/analytics" },
  { path: "/plan", load: () => import("./pages/plan.js"), styles: ["plan"], name: "Plan" },
  { path: "/plan/{id}", load: () => import("./pages/plan_project.js"), styles: ["plan"], under: "/plan" },
  { path: "/work-items/{id}", load: () => import("./pages/work_item.js"), styles: ["plan"], under: "/plan" },
  { path: "/runs", load: () => import("./pages/runs.js"), styles: ["runs"], name: "Runs" },
  { path: "/runs/{id}", load: () => import("./pages/run.js"), styles: ["runs"], under: "/runs" },
  { path: "/hosts", load: () => import("./pages/hosts.js"), styles: ["runs"], under: "/runs" },
  { path: "/live", load: () => import("./pages/live.js"), styles: ["live"], name: "Live" },
  { path: "/delegations", load: () => import("./pages/delegations.js"), styles: ["admin", "form", "delegations"] },
  { path: "/admin/users", load: () => import("./pages/admin/users.js"), styles: ["admin", "form"], name: "Admin", shown: () => session.isAdmin() },
  { path: "/admin/users/{id}", load: () => import("./pages/admin/user.js"), styles: ["admin", "form"], under: "/admin/users" },
  { path: "/admin/bots", load: () => import("./pages/admin/bots.js"), styles: ["admin", "form"], under: "/admin/users" },
  { path: "/admin/bots/{id}", load: () => import("./pages/admin/bot.js"), styles: ["admin", "form"], under: "/admin/users" },
  { path: "/admin/personas", load: () => import("./pages/admin/personas.js"), styles: ["admin", "form"], under: "/admin/users" },
  { path: "/admin/personas/{key}", load: () => import("./pages/admin/persona.js"), styles: ["admin", "form"], under: "/admin/users" },
  { path: "/admin/roles", load: () => import("./pages/admin/roles.js"), styles: ["roles"], under: "/admin/users" },
  { path: "/admin/roles/{role}", load: () => import("./pages/admin/role.js"), styles: ["roles", "role", "form"], under: "/admin/users" },
  { path: "/admin/roles/{role}/schema", load: () => import("./pages/admin/role_schema.js"), styles: ["roles", "form"], under: "/admin/users" },
  { path: "/admin/database", load: () => import("./pages/admin/database.js"), styles: ["admin", "form", "database"], under: "/admin/users" },
];
