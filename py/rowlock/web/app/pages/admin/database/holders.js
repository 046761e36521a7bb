// Who keeps vacuum from its work, and how far replicas are.

import { fill, h } from "../../../dom.js";
import { bytes, number, stretch } from "../../../format.js";
import { table } from "../../../parts/table.js";

const KINDS = { session: "Session", prepared: "Prepared transaction", slot: "Replication slot", replica: "Replica" };
const OLD = 600;

const seconds = (given) => (given === null ? "" : stretch(given * 1000));
const open = ({ seconds: given }) => h("span", { class: given > OLD ? "fault" : null }, seconds(given));

const HOLDERS = [
  { name: "Who", head: true, cell: ({ kind, name }) => `${KINDS[kind] ?? kind} ${name}` },
  { name: "Login", cell: ({ login }) => login },
  { name: "Program", cell: ({ application }) => application },
  { name: "State", cell: ({ state }) => state },
  { name: "Open for", number: true, cell: open },
  { name: "Snapshot", number: true, cell: ({ snapshot_age: age }) => (age === null ? "none" : `${number(age)} transactions old`) },
];
const SLOTS = [
  { name: "Slot", head: true, cell: ({ name }) => name },
  { name: "Kind", cell: ({ type }) => type },
  { name: "State", cell: ({ active }) => h("span", { class: active ? "tag good" : "tag warn" }, active ? "in use" : "nobody reads it") },
  { name: "Log it keeps", number: true, cell: (slot) => bytes(slot.bytes) },
];
const REPLICAS = [
  { name: "Replica", head: true, cell: ({ name }) => name },
  { name: "State", cell: ({ state, sync_state: sync }) => [state, sync].filter(Boolean).join(", ") || "hidden" },
  { name: "Behind by", number: true, cell: (one) => bytes(one.bytes) || "hidden" },
  { name: "Delay", number: true, cell: ({ seconds: given }) => (given === null ? "" : `${number(given)} s`) },
];

export function makeHolders() {
  const body = h("div", {});
  const el = h("section", { "aria-labelledby": "holders-title" },
    h("div", { class: "titled" }, h("h2", { id: "holders-title", tabindex: "-1" }, "What holds vacuum back")), body);
  function paint({ holders, slots, replicas, is_visible: visible }) {
    fill(body,
      h("p", { class: "soft" }, "Dead rows are cleaned up once nobody can see them: the oldest snapshot and the longest transaction decide from when on."),
      visible ? null : h("p", { class: "panel" }, "Sessions of other logins are hidden from this database's owner, so some may be missing here. ",
        h("code", {}, "rowlock doctor"), " says how to show them."),
      holders.length ? table("What holds vacuum back", HOLDERS, holders) : h("p", {}, visible ? "Nobody: no other transaction is open." : "Nobody that can be seen here."),
      slots.length ? [h("h3", {}, "Replication slots"), table("Replication slots", SLOTS, slots)] : null,
      replicas.length ? [h("h3", {}, "Replicas"), table("Replicas", REPLICAS, replicas)] : null,
      slots.length || replicas.length ? null : h("p", { class: "soft" }, "There are no replicas and no replication slots."));
  }
  return { el, paint };
}
