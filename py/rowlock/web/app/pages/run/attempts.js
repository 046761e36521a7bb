// The attempts of the run, and the signals by which its worker told of each.

import { bytes, number, timeOf } from "../../format.js";
import { fill, h } from "../../dom.js";
import { table } from "../../parts/table.js";
import { duration, failure, statusWord } from "../runs/words.js";

function time(iso) {
  if (!iso) return "–";
  const el = timeOf(iso);
  return el;
}

function ending(one) {
  const why = failure(one);
  const code = one.exit_code !== null && one.status !== "failed" ? `exit code ${one.exit_code}` : null;
  const more = one.status === "failed" ? why : [one.stop_reason, code].filter(Boolean).join(", ");
  return [h("span", { class: `tag ${{ failed: "bad", running: "good" }[one.status] ?? ""}`.trim() }, statusWord(one.status)), more ? ` ${more}` : null];
}

const ATTEMPTS = [
  { name: "No.", cell: ({ attempt }) => attempt, head: true },
  { name: "How it stands", cell: ending },
  { name: "Host", cell: (one) => one.host_name ?? "–" },
  { name: "Began", cell: (one) => time(one.started_at ?? one.taken_at) },
  { name: "Ended", cell: (one) => time(one.ended_at) },
  { name: "Took", cell: (one) => duration(one.started_at, one.ended_at) || "–", number: true },
];

const KINDS = { started: "Started", finished: "Finished", failed: "Failed", progress: "Progress" };
const SIGNALS = [
  { name: "Attempt", cell: ({ attempt }) => attempt, head: true },
  { name: "Signal", cell: ({ kind, seq }) => [KINDS[kind] ?? kind, seq ? ` no. ${seq}` : null] },
  { name: "Said", cell: ({ said }) => said || "–" },
  { name: "Received", cell: ({ at }) => time(at) },
];

const wrote = ({ lines, bytes: size }) => (lines === null ? "" : `${number(lines)} lines, ${bytes(size)} so far`);

/** One line each signal that counted; of the many that tell of progress, the last. */
function signalsOf(one) {
  const said = { finished: one.exit_code === null ? "" : `exit code ${one.exit_code}`, failed: failure({ failure_reason: one.failure_reason }) };
  const all = one.signals.map(({ kind, received_at: at }) => ({ attempt: one.attempt, kind, said: said[kind], at }));
  if (one.progress) all.push({ attempt: one.attempt, kind: "progress", seq: one.progress.seq, said: wrote(one.progress), at: one.progress.at });
  return all.sort((a, b) => (a.at ?? "").localeCompare(b.at ?? ""));
}

export function makeAttempts() {
  const attempts = h("div", { class: "attempts" });
  const signals = h("div", {});
  const el = h("div", { class: "ledger" },
    h("section", { "aria-labelledby": "attempts-title" }, h("h2", { id: "attempts-title" }, "Attempts"), attempts),
    h("section", { "aria-labelledby": "signals-title" }, h("h2", { id: "signals-title" }, "Signals of its worker"), signals,
      h("p", { class: "soft" }, "Signals that were refused, came late or came twice are not kept.")));
  let drawn = null;

  function draw(state) {
    fill(attempts, table("Attempts, latest first", ATTEMPTS, state.attempts, ({ attempt }) => ({ "data-attempt": attempt })));
    const all = state.attempts.flatMap(signalsOf);
    fill(signals, all.length ? table("Signals of each attempt", SIGNALS, all) : h("p", {}, "None has come yet."));
  }
  return {
    el,
    paint(state) {
      const now = JSON.stringify(state.attempts);
      if (now === drawn) return;
      drawn = now;
      draw(state);
    },
    /** What runs takes longer by the minute. */
    tick(state) {
      const cell = attempts.querySelector("tbody tr td.number");
      const [last] = state.attempts;
      if (cell && last) cell.textContent = duration(last.started_at, last.ended_at) || "–";
    },
  };
}
