// Shows the document of the service. Everything is made of nodes and text; nothing is parsed as HTML.

const $ = (id) => document.getElementById(id);

function node(name, given = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(given)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== ""));
  return made;
}

// `code` and plain text; the document has no other marks inside a line.
const marked = (text) => (text ?? "").split("`").map((part, i) => (i % 2 ? node("code", {}, part) : part));

function prose(text) {
  return text.split(/\n\n+/).map((block) => {
    const items = block.split(/\n?^- /m).slice(1);
    const line = (part) => marked(part.replace(/\s+/g, " ").trim());
    return items.length ? node("ul", {}, items.map((i) => node("li", {}, line(i)))) : node("p", {}, line(block));
  });
}

const table = (head, rows) =>
  node("table", {},
    node("thead", {}, node("tr", {}, head.map((h) => node("th", { scope: "col" }, h)))),
    node("tbody", {}, rows.map((cells) => node("tr", {}, cells.map((c, i) =>
      node("td", i === cells.length - 1 ? { class: "wide" } : {}, c))))));

function example(text) {
  const shown = node("div", { class: "example" }, node("pre", { tabindex: "0" }, text));
  if (navigator.clipboard) {
    const copy = node("button", { type: "button", onclick: async () => {
      await navigator.clipboard.writeText(text);
      copy.textContent = "Copied";
      setTimeout(() => { copy.textContent = "Copy"; }, 1500);
    } }, "Copy");
    shown.append(copy);
  }
  return shown;
}

const json = (value) => JSON.stringify(value, null, 2);
const record = (ref) => ref.split("/").at(-1);

function kind(schema) {
  if (!schema) return "";
  if (schema.$ref) return node("a", { href: `#record-${record(schema.$ref)}` }, record(schema.$ref));
  if (schema.anyOf) return node("span", {}, kind(schema.anyOf[0]), " or null");
  if (schema.enum) return schema.enum.filter((w) => w !== null).join(" | ");
  const types = [schema.type ?? "any JSON"].flat().filter((t) => t !== "null");
  if (types[0] === "array") return node("span", {}, "array of ", kind(schema.items));
  return [types.join(" or "), schema.format && !/^int/.test(schema.format) ? schema.format : ""].filter(Boolean).join(", ");
}

function limits(schema, required) {
  const told = [required ? "required" : ""];
  if (schema?.minimum !== undefined) told.push(`${schema.minimum} to ${schema.maximum}`);
  if (schema?.default !== undefined) told.push(`default ${JSON.stringify(schema.default)}`);
  return told.filter(Boolean).map((t) => `, ${t}`).join("");
}

const fields = (schema) => Object.entries(schema.properties ?? {}).map(([name, told]) => [
  node("code", {}, name),
  node("span", { class: "soft" }, kind(told), [told.type].flat().includes("null") ? " or null" : ""),
  node("span", {}, marked(told.description)),
]);

function takes(operation) {
  const rows = (operation.parameters ?? []).map((p) => {
    const schema = p.schema ?? p.content["application/json"].schema;
    return [p.name, p.in, schema, p.required, p.description];
  });
  const body = operation.requestBody?.content["application/json"].schema;
  for (const [name, told] of Object.entries(body?.properties ?? {})) {
    rows.push([name, "body", told, body.required?.includes(name), told.description]);
  }
  return rows.map(([name, place, schema, required, about]) => [
    node("code", {}, name),
    place,
    node("span", { class: "soft" }, kind(schema), limits(schema, required)),
    node("span", {}, marked(about)),
  ]);
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

function curl(method, path, operation) {
  const given = Object.fromEntries((operation.parameters ?? []).filter((p) => p.in === "path").map((p) => [p.name, p.example]));
  const asked = Object.entries(operation["x-query"] ?? {}).map(([name, value]) =>
    `${name}=${encodeURIComponent(Array.isArray(value) ? value.join(",") : typeof value === "object" ? JSON.stringify(value) : value)}`);
  const url = location.origin + path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(given[name])) + (asked.length ? `?${asked.join("&")}` : "");
  const stream = "text/event-stream" in (operation.responses["200"]?.content ?? {});
  const lines = [`curl ${stream ? "-N " : ""}${method === "get" ? "" : `-X ${method.toUpperCase()} `}${quoted(url)}`];
  if (operation.security?.length !== 0) lines.push('-H "Authorization: Bearer $TOKEN"');
  const body = operation.requestBody?.content["application/json"];
  if (body) lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body.example ?? {}))}`);
  return lines.join(" \\\n  ");
}

function errorRows(doc, names) {
  const found = new Map();
  for (const name of names) {
    const { value } = doc.components.examples[name];
    const reason = [value.detail?.field && `${value.detail.field}:`, value.detail?.reason].filter(Boolean).join(" ");
    const key = [value.code, value.error, value.hint].join("\n");
    const row = found.get(key) ?? { status: doc.statuses.get(name), value, reasons: [] };
    if (reason) row.reasons.push(reason);
    found.set(key, row);
  }
  return [...found.values()].sort((a, b) => a.status - b.status).map(({ status, value, reasons }) => [
    node("span", { class: "status bad" }, String(status)),
    node("code", {}, value.code),
    node("span", {}, value.error, reasons.length ? node("span", { class: "soft" }, ` (${reasons.join(", ")})`) : "",
      value.hint ? node("span", { class: "soft" }, node("br"), value.hint) : ""),
  ]);
}

const ERRORS = ["status", "code", "message (reason), and what to do"];
const refused = (operation) => Object.values(operation.responses)
  .flatMap((r) => Object.keys(r.content?.["application/json"]?.examples ?? {}));

function fill(doc, { method, path, operation }) {
  const made = [...prose(operation.description)];
  made.push(node("h3", {}, "Example"), example(curl(method, path, operation)));
  const rows = takes(operation);
  if (rows.length) made.push(node("h3", {}, "Arguments"), table(["name", "in", "kind", "meaning"], rows));
  made.push(node("h3", {}, "Answers"));
  for (const [status, told] of Object.entries(operation.responses)) {
    for (const [media, content] of Object.entries(told.content ?? {})) {
      if (content.examples) continue;
      const bad = Number(status) >= 400 ? "status bad" : "status";
      made.push(node("p", {}, node("span", { class: bad }, status), " ", marked(told.description), " ",
        node("span", { class: "soft" }, "(", media === "application/json" ? kind(content.schema) : media, ")")));
      if (content.example !== undefined) made.push(example(json(content.example)));
    }
  }
  const own = refused(operation).filter((name) => !doc.common.has(name));
  const rest = refused(operation).length > own.length
    ? node("p", { class: "soft" }, "And ", node("a", { href: "#refusals" }, "what any route can refuse"), ".") : "";
  if (own.length || rest) made.push(node("h3", {}, "Refusals"));
  if (own.length) made.push(table(ERRORS, errorRows(doc, own)));
  return [...made, rest];
}

function shown(doc, entry) {
  const { method, path, operation } = entry;
  const body = node("div", { class: "body" });
  const made = node("details", { class: "operation", id: operation.operationId, ontoggle: () => {
    if (made.open && !body.hasChildNodes()) body.append(...fill(doc, entry));
  } },
    node("summary", {},
      node("span", { class: `method ${method}` }, method.toUpperCase()),
      node("span", { class: "path" }, path, " ", operation.security?.length === 0 ? node("span", { class: "tag" }, "public") : ""),
      node("span", { class: "says" }, marked(operation.summary))),
    body);
  const codes = refused(operation).map((name) => doc.components.examples[name].value.code);
  const words = takes(operation).map(([name]) => name.textContent);
  entry.text = [method, path, operation.operationId, operation.description, ...words, ...codes].join(" ").toLowerCase();
  entry.shown = made;
  return made;
}

function section(id, title, ...children) {
  return node("section", { id, "aria-labelledby": `${id}-title` }, node("h2", { id: `${id}-title` }, title), ...children);
}

function open() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (wanted?.tagName === "DETAILS") wanted.open = true;
  wanted?.scrollIntoView();
}

function search(entries, groups) {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const entry of entries) {
    const fits = words.every((w) => entry.text.includes(w));
    entry.shown.hidden = entry.link.hidden = !fits;
    count += fits;
  }
  for (const group of groups) group.hidden = !group.querySelector("details:not([hidden]), a:not([hidden])");
  for (const other of document.querySelectorAll(".besides")) other.hidden = words.length > 0;
  $("found").textContent = words.length ? `${count} of ${entries.length} operations` : "";
}

async function main() {
  const answer = await fetch("openapi.json");
  if (!answer.ok) throw new Error(`openapi.json: ${answer.status}`);
  const doc = await answer.json();
  $("version").textContent = doc.info.version;
  $("about").append(...prose(doc.info.description));

  const entries = Object.entries(doc.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  doc.statuses = new Map(entries.flatMap(({ operation }) => Object.entries(operation.responses).flatMap(([status, told]) =>
    Object.keys(told.content?.["application/json"]?.examples ?? {}).map((name) => [name, Number(status)]))));
  const closed = entries.filter(({ operation }) => operation.security?.length !== 0).map(({ operation }) => new Set(refused(operation)));
  doc.common = new Set([...(closed[0] ?? [])].filter((name) => closed.every((names) => names.has(name))));

  const groups = doc.tags.flatMap(({ name }) => {
    const of = entries.filter(({ operation }) => operation.tags.includes(name));
    const listed = section(`group-${name}`, name, of.map((entry) => shown(doc, entry)));
    const links = node("div", {}, node("h2", {}, name), of.map((entry) => {
      const method = node("span", { class: `method ${entry.method}` }, entry.method.toUpperCase());
      entry.link = node("a", { href: `#${entry.operation.operationId}` }, method, node("span", {}, entry.path.replace(/^\/api/, "")));
      return entry.link;
    }));
    $("operations").append(listed);
    $("contents").append(links);
    return [listed, links];
  });
  const records = Object.entries(doc.components.schemas).map(([name, schema]) =>
    node("details", { class: "operation", id: `record-${name}` },
      node("summary", {}, node("span", { class: "method" }, "record"), node("span", { class: "path" }, name)),
      node("div", { class: "body" }, table(["field", "kind", "meaning"], fields(schema)))));
  $("operations").append(
    node("div", { class: "besides" },
      section("refusals", "What any route can refuse", table(ERRORS, errorRows(doc, doc.common))),
      section("records", "Records", records)));

  $("search").addEventListener("input", () => search(entries, groups));
  document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", open);
  addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.ctrlKey && !event.metaKey && document.activeElement !== $("search")) {
      event.preventDefault();
      $("search").focus();
    }
  });
  open();
}

main().catch((error) => { $("found").textContent = `The document cannot be shown: ${error.message}`; });
