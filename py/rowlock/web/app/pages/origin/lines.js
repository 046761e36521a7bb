// The things of an origin as lines of a chart: from when to when each waited, was worked on, or was there.

import { inRecord } from "../../store/names.js";
import { lasting } from "../../charts/units.js";
import { part } from "../../api.js";
import { place } from "../../router.js";
import { stamp, stretchOf } from "../../charts/zone.js";
import { stateOf } from "./state.js";

export const KINDS = { escalation: "Escalation", task: "Task", run: "Run", work_item: "Work item" };
const PATHS = { escalation: "/escalations/", run: "/runs/", work_item: "/work-items/" };
const SAID = { wait: "waited", work: "worked on", open: "there for" };
const DONE = ["done", "cancelled"];

const words = (text) => String(text ?? "").replaceAll("_", " ");

/** Where a thing has a page of its own. */
export function hrefOf(kind, id) {
  const href = PATHS[kind] && PATHS[kind] + part(id);
  return href && place(href) ? href : null;
}

export const titleOf = ({ record, id }) =>
  record.description || record.title || record.workflow_id || record.session_name || record.type || id;

/** [look, since, until] of each segment; an until that is null is still to come. */
function stretches({ kind, at, record }, interval) {
  if (kind === "escalation") {
    return interval
      ? [["wait", interval.wait_since, interval.wait_until], ["work", interval.work_since, interval.work_until]]
      : [["wait", at, record.ended_at]];
  }
  if (kind === "run") return [["wait", at, record.started_at ?? record.finished_at], ["work", record.started_at, record.finished_at]];
  if (kind === "task") return [["wait", at, record.started_at ?? record.completed_at], ["work", record.started_at, record.completed_at]];
  return [["open", at, DONE.includes(record.status) ? record.updated_at : null]];
}

/** `intervals`: those of the rows, by id, as the service tells them. */
export function lineOf(entry, { intervals, ticks, zone, now }) {
  const { kind, id, record } = entry;
  const segments = stretches(entry, intervals.get(id)).filter(([, since]) => since).map(([look, since, until]) => {
    const [from, to] = [Date.parse(since), until ? Date.parse(until) : now];
    const said = `${SAID[look]} ${lasting((to - from) / 60_000)}`;
    return { look, from, until: to, said, title: `${said}: ${stretchOf(from, to, zone)}` };
  });
  return {
    key: id, kind: KINDS[kind] ?? kind, name: titleOf(entry), href: hrefOf(kind, id),
    state: stateOf(entry),
    said: `${stamp(Date.parse(entry.at), zone)}: ${segments.map(({ said }) => said).join(", ")}`, segments, ticks: ticks.get(id) ?? [],
  };
}

/** People that the things and events name. */
export const peopleOf = (entries) => entries.flatMap(({ kind, record }) =>
  (kind === "event" ? [record.actor, record.data?.on_behalf_of] : kind === "escalation" ? inRecord(record) : [])).filter(Boolean);

/** What an event says, as a sentence without its subject: claimed by Ada. */
export function happened({ topic, actor, data }, called) {
  const verb = words(topic.split(".").slice(1).join(" "));
  const other = data?.on_behalf_of ? ` for ${called(data.on_behalf_of)}` : "";
  return actor ? `${verb} by ${called(actor)}${other}` : verb;
}
