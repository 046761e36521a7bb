// The pages: address, module, and the name in the navigation for those that stand there.
// A module has `open({ root, at, back, signal })`, which may return `{ update(at) }` for another query.

export const routes = [
  { path: "/", load: () => import("./pages/inbox.js"), name: "Inbox" },
  { path: "/sign-in", load: () => import("./pages/signin.js"), open: true },
  { path: "/escalations/{id}", load: () => import("./pages/escalation.js") },
];
