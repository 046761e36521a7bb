// JSON set out to be read: what is short on one line, the rest a line each. Numbers stay as they were written.

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const WIDE = 76;

/** A tree of tokens: text, or { open, close, items: [{ name, node }] }. */
function treeOf(tokens) {
  let i = 0;
  function node() {
    const open = tokens[i++];
    if (open !== "{" && open !== "[") return open;
    const close = open === "{" ? "}" : "]";
    const items = [];
    while (tokens[i] !== close) {
      if (tokens[i] === ",") i += 1;
      const name = open === "{" ? tokens[i] : null;
      if (name !== null) i += 2;
      items.push({ name, node: node() });
    }
    i += 1;
    return { open, close, items };
  }
  return node();
}

const isText = (node) => typeof node === "string";
/** Whether it may stand on one line: nothing in it but values and lists of values. */
const isFlat = ({ items }) => items.every(({ node }) => isText(node) || (node.open === "[" && node.items.every((item) => isText(item.node))) || !node.items.length);
const named = (name, said) => (name === null ? said : `${name}: ${said}`);
const onOneLine = (node) => (isText(node) ? node
  : `${node.open}${node.items.map((item) => named(item.name, onOneLine(item.node))).join(", ")}${node.close}`);

function print(node, lead, before) {
  if (isText(node)) return node;
  if (isFlat(node)) {
    const short = onOneLine(node);
    if (lead.length + before + short.length <= WIDE) return short;
  }
  const inner = `${lead}  `;
  const lines = node.items.map(({ name, node: one }) =>
    `${inner}${named(name, print(one, inner, name === null ? 0 : name.length + 2))}`);
  return `${node.open}\n${lines.join(",\n")}\n${lead}${node.close}`;
}

/** A text of JSON, set out anew. */
export const format = (raw) => print(treeOf(raw.match(TOKEN) ?? ["null"]), "", 0);

const bytes = new TextEncoder();
const inOrder = ([a], [b]) => {
  const [x, y] = [bytes.encode(a), bytes.encode(b)];
  if (x.length !== y.length) return x.length - y.length;
  const i = x.findIndex((byte, n) => byte !== y[n]);
  return i < 0 ? 0 : x[i] - y[i];
};

/** A value as the database gives it back: it keeps names in an order of its own, shorter ones first. */
export function asStored(value) {
  if (Array.isArray(value)) return value.map(asStored);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).sort(inOrder).map(([key, one]) => [key, asStored(one)]));
}
