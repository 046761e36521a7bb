// Roles and types to choose from: those that one reads.

import * as session from "../../session.js";
import { get } from "../../api.js";

export async function choices() {
  const own = session.readable();
  const [roles, types] = await Promise.all([
    own ?? get("/api/roles").then((told) => told.roles.map(({ role }) => role)),
    get("/api/escalations/types").then((told) => told.types),
  ]);
  return { roles, types };
}
