// What memberships, personas and keys allow, in words.

/** Both scopes of a member as one choice: [value, name, meaning]. */
export const PROFILES = [
  ["all/all", "Works the whole queue", "Sees all rows of the role and acts on any of them."],
  ["all/self", "Acts on their own", "Sees all rows, acts only on those assigned to them."],
  ["self/self", "Only what is assigned to them", "Sees and answers the rows assigned to them, and no others."],
  ["all/none", "Looks on", "Sees all rows and changes nothing."],
  ["self/none", "Looks on, own only", "Sees the rows assigned to them and changes nothing."],
];

export const TYPES = {
  member: ["Member", "As far as the choice below goes."],
  admin: ["Admin", "Sees and acts on all rows, many at once, and brings people into this role."],
  superadmin: ["Superadmin", "Everything, in every role."],
};

// The one role whose admins are admins of everything.
const EVERYWHERE = "admin";

export const typeWords = (type, role) =>
  (type === "admin" && role === EVERYWHERE ? "Everything in every role, but for what superadmins keep to themselves." : TYPES[type][1]);

/** A membership in a sentence. */
export function membershipWords({ type, role, read_scope: read, write_scope: write }) {
  if (type !== "member") return typeWords(type, role);
  return PROFILES.find(([value]) => value === `${read}/${write}`)?.[2] ?? `Sees ${read}, acts on ${write}.`;
}

export const RELATIONSHIPS = [
  ["write-all", "Works the whole queue", "Sees all rows of the role and acts on any of them."],
  ["write-self", "Acts on their own", "Sees all rows, acts only on those assigned to them."],
  ["read-all", "Looks on", "Sees all rows and changes nothing."],
];

export const relationshipWords = (given) => RELATIONSHIPS.find(([value]) => value === given)?.[1] ?? given;

export const KEY_SCOPES = [
  ["", "All that its bot may", "Reads and writes wherever the bot's roles allow it."],
  ["read", "Reading only", "Looks at what the bot may see, and changes nothing."],
  ["host", "The worker of a host", "What a worker needs to take runs and report on them, and nothing else."],
  ["host read", "The worker of a host, and reading", "Both of these."],
];

export const keyWords = (scopes) =>
  KEY_SCOPES.find(([value]) => value === [...scopes].sort().join(" "))?.[1] ?? scopes.join(", ");
