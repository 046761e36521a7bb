// What is worth offering to the reader about an account. The service decides; see docs/access.md.

import * as session from "../../session.js";
import { get, part } from "../../api.js";

let superadmin = false;

const isSuperadmin = (memberships) => memberships.some(({ type }) => type === "superadmin");
const administers = (role) => session.actor().admin_of.includes(role);

/** Learns whether the reader is a superadmin: of who is global, only those may do the rest. */
export async function learnReader(signal) {
  if (!session.isGlobal()) {
    superadmin = false;
    return;
  }
  const { roles } = await get(`/api/users/${part(session.id())}/roles`, {}, signal);
  superadmin = isSuperadmin(roles);
}

/** Name, password, metadata and keys. */
export const mayChange = (memberships) => superadmin
  || (!isSuperadmin(memberships) && (session.isGlobal() || memberships.every(({ role }) => administers(role))));

/** Status, and the end of it. */
export const mayEnd = (memberships) => session.isGlobal() && mayChange(memberships);

/** Memberships of these roles, of an account with these memberships. */
export const mayGrant = (roles, memberships = []) => superadmin
  || (!isSuperadmin(memberships) && roles.every(administers));

/** The types that the reader may grant. */
export const grantable = () => (superadmin ? ["member", "admin", "superadmin"] : ["member", "admin"]);
