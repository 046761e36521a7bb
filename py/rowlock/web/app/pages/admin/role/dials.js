// What can be set of a role, in words: the docs of role_patch, for people.

/** `kind` says how it is drawn; `unit` in what it is counted. */
export const GROUPS = [
  { title: "What it is", dials: [
    { key: "title", name: "Name that people see", kind: "text", help: "Empty: the role's own name is shown." },
    { key: "description", name: "What it is for", kind: "long" },
  ] },
  { title: "How long a row may wait", dials: [
    { key: "sla_minutes", name: "Time to answer", kind: "number", unit: "minutes",
      help: "A row that waits longer is late. Nothing happens to it by itself. Empty: none is ever late." },
    { key: "priority_threshold_minutes", name: "In jeopardy after", kind: "number", unit: "minutes",
      help: "Boards count the rows that nobody holds and that wait longer. Empty: the time to answer is the limit." },
    { key: "priority_facet", name: "Waits since", kind: "text", mono: true,
      help: "The key in a row's metadata that has the time from which it waits, such as due_at. Letters, digits and _. Empty: since it was made. A row without that time is never in jeopardy." },
  ] },
  { title: "The station", dials: [
    { key: "target_per_hour", name: "Target", kind: "number", unit: "answers an hour", help: "Boards show how much of it is reached. Empty: no target." },
    { key: "worker_count", name: "At work", kind: "number", unit: "people", help: "How many usually work here, for your own planning." },
    { key: "ops_visible", name: "Show it on boards", kind: "check", clear: true },
    { key: "default_pins", name: "Links on the board", kind: "pins", clear: [], help: "Each leads to a path of this site, beginning with one slash." },
  ] },
  { title: "Answers", dials: [
    { key: "enforce_schema", name: "Refuse answers that break the form", kind: "check", clear: false,
      help: "Off: the form is drawn, but any answer is taken. On: it counts for the next answer, whoever sends it and whichever way." },
    { key: "run_self_approval", name: "A run may answer what it asked itself", kind: "check", clear: false,
      help: "Off: somebody else has to answer the questions of a run." },
  ] },
  { title: "Its place among the roles", dials: [
    { key: "parent_role", name: "Above it", kind: "role", help: "The role that this one belongs to. It gives nobody any rights." },
    { key: "upstream_roles", name: "Its work comes from", kind: "roles", clear: [], help: "For boards. It moves no row and gives no rights." },
  ] },
  { title: "Facts of your own", dials: [
    { key: "properties", name: "Properties", kind: "json", clear: {}, help: "A JSON object of up to 32 KiB. The service keeps it and does nothing with it." },
  ] },
];

export const DIALS = GROUPS.flatMap(({ dials }) => dials);
