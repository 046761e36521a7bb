// What a form's paths and conditions say, read as the database reads them (docs/forms.md). This only
// draws by them; whether an answer is good is the database's to say.

const DOMAINS = ["metadata", "payload", "envelope", "escalation", "resolver"];
const PATH = /^([^.[\]]+|\[\d{1,9}\])(\[\d{1,9}\])*(\.[^.[\]]+(\[\d{1,9}\])*)*$/;

/** An object that has only what is put into it: no name in it means anything to the language. */
export const plain = (entries = []) => {
  const made = Object.create(null);
  for (const [key, value] of entries) made[key] = value;
  return made;
};

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** The steps of a.b[0].c: text for keys, numbers for places of an array; null when it is no path. */
export function steps(path) {
  if (typeof path !== "string" || !PATH.test(path)) return null;
  return [...path.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, place, key]) => (key === undefined ? Number(place) : key));
}

/** Where in an answer the value of a field stands. */
export function bindOf(name, field) {
  const bind = field["x-lt-bind"];
  return typeof bind === "string" ? steps(bind) ?? [bind] : [name];
}

/** The value at these steps, undefined when there is none. */
export function at(value, path) {
  let found = value;
  for (const step of path) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, step)) return undefined;
    if (Array.isArray(found) && !/^\d+$/.test(step)) return undefined;
    found = found[step];
  }
  return found;
}

/** Puts a value there, making what is missing on the way. */
export function put(target, path, value) {
  let place = target;
  path.slice(0, -1).forEach((step, i) => {
    if (typeof place[step] !== "object" || place[step] === null) place[step] = typeof path[i + 1] === "number" ? [] : plain();
    place = place[step];
  });
  place[path.at(-1)] = value;
}

/** Where domain.path points to; null when it is none. */
export function placeOf(expression) {
  const found = steps(expression);
  return found && found.length > 1 && DOMAINS.includes(found[0]) && expression.startsWith(`${found[0]}.`) ? found : null;
}

export const truthy = (value) => value !== undefined && value !== null && value !== false && value !== 0 && value !== "";

const asText = (value) => {
  if (value === undefined || value === null) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** Is a field with this x-lt-showIf shown? What cannot be read hides nothing. */
export function isShown(condition, context) {
  if (typeof condition !== "string") return true;
  const negated = condition.startsWith("!");
  const said = negated ? condition.slice(1) : condition;
  const equals = said.indexOf("=");
  const unequal = equals > 0 && said[equals - 1] === "!";
  const place = placeOf((equals < 0 ? said : said.slice(0, equals - (unequal ? 1 : 0))).trim());
  if (!place) return true;
  const value = at(context, place);
  const holds = equals < 0 ? truthy(value) : unequal !== (said.slice(equals + 1).trim() === asText(value));
  return holds !== negated;
}

/** The names of a form's fields in their order. */
export function names(schema) {
  const all = isObject(schema?.properties) ? Object.keys(schema.properties) : [];
  const first = (Array.isArray(schema?.["x-lt-order"]) ? schema["x-lt-order"] : []).filter((name) => all.includes(name));
  return [...new Set([...first, ...all])];
}

/** A schema with its reference into the same document followed; null when that leads nowhere. */
export function followed(schema, root, hops = 8) {
  if (typeof schema?.$ref !== "string") return schema;
  if (!schema.$ref.startsWith("#/") || hops === 0) return null;
  const path = schema.$ref.slice(2).split("/").map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  const target = at(root, path);
  if (!isObject(target)) return null;
  const { $ref, ...beside } = schema;
  return followed({ ...target, ...beside }, root, hops - 1);
}

/** Does a field take a secret, itself or in what it is made of? */
export function hasSecret(schema, root, seen = new Set()) {
  const given = followed(schema, root);
  if (!isObject(given) || seen.has(schema)) return false;
  seen.add(schema);
  const parts = [given.items, ...(isObject(given.properties) ? Object.values(given.properties) : [])];
  return given.format === "password" || parts.some((one) => hasSecret(one, root, seen));
}

const TYPES = {
  number: (value) => typeof value === "number", integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === "string", boolean: (value) => typeof value === "boolean",
  array: Array.isArray, object: isObject, null: (value) => value === null,
};

/** Is a value of the kind that a field asks for? Drafts may be of an older form. */
export const fits = (value, type) => !TYPES[type] || TYPES[type](value);

/** The kind of value that a schema asks for: of several types the first that is not null. */
export const typeOf = (schema) =>
  (Array.isArray(schema.type) ? schema.type.find((type) => type !== "null") : schema.type)
  ?? (schema.properties ? "object" : schema.items ? "array" : undefined);

/** What people call a field: its title, else its name in words. */
export const titleOf = (name, field) => {
  if (typeof field.title === "string" && field.title) return field.title;
  const words = name.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_-]+/g, " ").trim() || name;
  return words.charAt(0).toUpperCase() + words.slice(1);
};
