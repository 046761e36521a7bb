// Why a role was left as it is, as one says it to a colleague.

import { count } from "../../../format.js";
import { refusal } from "../../../words.js";

const USES = {
  memberships: (number) => `${count(number, "account is", "accounts are")} in it`,
  personas: (number) => `${count(number, "persona gives", "personas give")} it`,
  chains: (number) => `rows can be passed on from or to it along ${count(number, "way")}`,
  levels: (number) => `rows come to it from ${count(number, "level")} of other roles`,
  downstream_roles: (number) => `it feeds ${count(number, "role")}`,
  child_roles: (number) => `it stands above ${count(number, "role")}`,
  pending: (number) => `${count(number, "row is", "rows are")} waiting in it`,
};

/** A refusal of a verb on a role, in words. */
export async function roleRefusal(error) {
  if (error.code === "role_built_in") return "This role is built in: global access hangs on it, so it stays.";
  if (error.code !== "role_in_use") return refusal(error);
  const given = error.detail.uses ?? {};
  const uses = Object.keys(USES).filter((name) => given[name]).map((name) => USES[name](given[name]));
  return `It is still in use: ${uses.join("; ")}. Take these away first.`;
}
