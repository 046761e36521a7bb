// JSON as somebody wrote it: its value, where each part of it stands, and where it stops being JSON.

const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.+-])/y;
const WORD = /(?:true|false|null)\b/y;
const SPACE = /[ \t\r\n]*/y;
const DEEPEST = 200;

const step = (name) => String(name).replaceAll("~", "~0").replaceAll("/", "~1");
const digits = (said) => said.replace(/[eE].*|[-.]/g, "").replace(/^0+|0+$/g, "");

/** { line, column } of a place in a text, both from 1. */
export function lineOf(text, offset) {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: [...before.slice(start)].length + 1 };
}

/**
 * { value, places } of a text, or { fault: { message, offset, line, column } }. places: a map from JSON pointers
 * to [start, end], of names too, as "#" and the pointer. `exact`: a number that a browser would change is a fault.
 */
export function read(text, { exact = true } = {}) {
  const places = new Map();
  let at = 0;

  function refuse(message, offset = at) {
    throw Object.assign(new Error(message), { offset });
  }
  function take(pattern) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found?.[0];
  }
  const space = () => take(SPACE);
  const next = () => { space(); return text[at]; };

  function string() {
    const found = take(STRING);
    if (found !== undefined) return JSON.parse(found);
    const end = text.indexOf("\n", at);
    return refuse(text.indexOf('"', at + 1) < 0 || (end > 0 && text.indexOf('"', at + 1) > end)
      ? "This text has no closing quote" : "This text has a character or an escape that JSON does not allow");
  }

  function number() {
    const start = at;
    const found = take(NUMBER);
    if (found === undefined) refuse("This is no number of JSON");
    const value = Number(found);
    if (exact && (!Number.isFinite(value) || digits(String(value)) !== digits(found))) {
      refuse("This number has more digits than a browser keeps; set it by the command line", start);
    }
    return value;
  }

  /** The members of an object or array, one after the other; `member` reads one. */
  function members(close, what, member) {
    at += 1;
    if (next() === close) { at += 1; return; }
    for (;;) {
      member();
      const after = next();
      if (after === close) { at += 1; return; }
      if (after === undefined) refuse(`The text ends here, and ${close} is missing`);
      if (after !== ",") refuse(`A comma or ${close} belongs here`);
      at += 1;
      if (next() === close) refuse(`No ${what} follows this comma`, text.lastIndexOf(",", at));
    }
  }

  function object(pointer, depth) {
    const made = {};
    members("}", "name", () => {
      if (next() !== '"') refuse("A name in double quotes belongs here");
      const start = at;
      const name = string();
      if (Object.hasOwn(made, name)) refuse(`The name ${JSON.stringify(name)} stands here twice`, start);
      places.set(`#${pointer}/${step(name)}`, [start, at]);
      if (next() !== ":") refuse("A colon belongs here");
      at += 1;
      Object.defineProperty(made, name, { value: any(`${pointer}/${step(name)}`, depth + 1), enumerable: true, configurable: true, writable: true });
    });
    return made;
  }

  function array(pointer, depth) {
    const made = [];
    members("]", "value", () => made.push(any(`${pointer}/${made.length}`, depth + 1)));
    return made;
  }

  function any(pointer, depth) {
    const first = next();
    const start = at;
    if (depth > DEEPEST) refuse(`More than ${DEEPEST} values stand in each other`);
    let value;
    if (first === "{") value = object(pointer, depth);
    else if (first === "[") value = array(pointer, depth);
    else if (first === '"') value = string();
    else if (first !== undefined && /[-\d]/.test(first)) value = number();
    else {
      const word = take(WORD) ?? refuse(first === undefined ? "The text ends here, and a value is missing" : first === "'" ? "Text stands in double quotes" : "A value belongs here");
      value = JSON.parse(word);
    }
    places.set(pointer, [start, at]);
    return value;
  }

  try {
    const value = any("", 0);
    if (next() !== undefined) refuse("Nothing may follow the value");
    return { value, places };
  } catch (error) {
    if (error.offset === undefined) throw error;
    return { fault: { message: error.message, offset: error.offset, ...lineOf(text, error.offset) } };
  }
}

/** Where a pointer leads, or the nearest place on the way that there is; of a member where its name begins. */
export function placeOf(places, pointer) {
  for (let path = pointer; ; path = path.slice(0, path.lastIndexOf("/"))) {
    const found = places.get(`#${path}`) ?? places.get(path);
    if (found) return found[0];
    if (!path.includes("/")) return 0;
  }
}
