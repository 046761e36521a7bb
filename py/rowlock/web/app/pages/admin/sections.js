// The way between the pages of administration.

import * as session from "../../session.js";
import { sections } from "../../parts/sections.js";

const ENTRIES = [
  { href: "/admin/users", name: "People" },
  { href: "/admin/bots", name: "Bots" },
  { href: "/admin/personas", name: "Personas" },
  { href: "/admin/roles", name: "Roles" },
  { href: "/admin/database", name: "Database", shown: session.isGlobal },
];

/** The entries that the reader may use; `path` says on which page one is. */
export const adminSections = (path) =>
  sections("Administration", ENTRIES.filter(({ shown }) => !shown || shown()), path);
