// What a change of a schema means for the rows that there are: docs/forms.md, "Which schema applies".

import { count } from "../../../format.js";
import { get } from "../../../api.js";
import { h } from "../../../dom.js";

/** How many rows wait in a role: all, with a form of their own, and pinned to a version. */
async function waiting(role) {
  const total = async (more) => {
    const page = await get("/api/escalations", { role, status: "pending", limit: 1, ...more });
    return page.total_capped ? Infinity : page.total;
  };
  const [all, own, pinned] = await Promise.all([
    total({}), total({ exists: ["form_schema"] }), total({ exists: ["schema_version"] })]);
  return { all, own, pinned };
}

const rows = (number) => (number === Infinity ? "more than 10,000 rows" : count(number, "row"));

function formWords({ enforce_schema: enforced }, told, next) {
  const lines = [];
  if (next === null) lines.push("From now on people are asked for JSON, and no answer is held against anything.");
  else if (enforced) lines.push("From now on every answer in this role is held against it, and refused if it breaks it.");
  else lines.push("The form is drawn from it from now on. Answers are not held against it, because this role does not enforce its form.");
  if (!told) return lines;
  const { all, own, pinned } = told;
  if (all === 0) return [...lines, "No row waits in this role right now."];
  const some = own || pinned;
  lines.push(`${rows(all)} ${all === 1 ? "waits" : "wait"} in this role now. ${some ? "It counts for those that are neither pinned to a version nor have a form of their own."
    : "It counts for all of them: none is pinned to an earlier version or has a form of its own."}`);
  if (pinned) lines.push(`Pinned to a version (schema_version in the metadata), and staying with it: ${rows(pinned)}.`);
  if (own) lines.push(`With a form of their own (form_schema in the metadata), and keeping it: ${rows(own)}.`);
  return lines;
}

/** A list of sentences about what saving this does. */
export async function meaning(kind, record, next) {
  let lines;
  if (kind.of === "list") lines = ["The service only keeps it: nothing is held against it."];
  else if (kind.of === "metadata") {
    lines = [next === null ? "From now on new rows may have any metadata."
      : "From now on the metadata of each new row is held against it, and a row that breaks it is refused.",
    "Rows that are there already are not looked at again. A new row pinned to an earlier version goes by that one."];
  } else {
    lines = formWords(record, await waiting(record.role).catch(() => null), next);
  }
  return h("ul", { class: "meaning" }, lines.map((line) => h("li", {}, line)));
}
