// The two kinds of account: what differs between people and bots is named here.

export const PEOPLE = {
  api: "/api/users", list: "users", query: { account_type: "user" }, href: "/admin/users", other: "/admin/bots",
  title: "People", one: "person", many: "people", named: "Sign-in name", add: "Add a person…", type: "user", passwords: true,
  none: "There is nobody yet.",
};

export const BOTS = {
  api: "/api/bot-accounts", list: "bots", query: {}, href: "/admin/bots", other: "/admin/users",
  title: "Bots", one: "bot", many: "bots", named: "Account name", add: "Add a bot…", type: "bot", keys: true,
  none: "There is no bot yet. A bot is an account of a program; it signs in by a key.",
};

/** What an account is called. */
export const nameOf = (account) => account.display_name || account.external_id;

const STATUSES = { active: ["Active", "good"], inactive: ["Inactive", "warn"], suspended: ["Suspended", "bad"] };

/** A status as its word and the class of its tag. */
export const statusOf = ({ status }) => STATUSES[status] ?? [status, ""];
