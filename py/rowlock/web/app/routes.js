// The pages, one a line: address, module, styles of its own (css/<name>.css), and in the navigation its name
// and to whom it is worth showing. `under` is the entry of the navigation that a page without a name belongs to.
// A module has `open({ root, at, back, signal })`, which may return `{ update(at) }` for another query.

import * as session from "./session.js";

export const routes = [
  { path: "/", load: () => import("./pages/inbox.js"), styles: ["inbox", "filters"], name: "Inbox" },
  { path: "/board", load: () => import("./pages/board.js"), styles: ["board"], name: "Board" },
  { path: "/sign-in", load: () => import("./pages/signin.js"), styles: ["signin"], open: true },
  { path: "/escalations/{id}", load: () => import("./pages/escalation.js"), styles: ["escalation", "form"], under: "/" },
];
