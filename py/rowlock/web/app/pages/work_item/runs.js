// The runs of the item, newest first, and a new one where it may have some.

import { askRun } from "../plan/questions.js";
import { announce, say } from "../../say.js";
import { button, fill, h } from "../../dom.js";
import { timeOf } from "../../format.js";
import { get, part } from "../../api.js";
import { hasRuns } from "../plan/labels.js";
import { refusal } from "../../words.js";
import { tagWord } from "../runs/words.js";
import { table } from "../../parts/table.js";

const PAGE = 20;
const GOOD = { exited: "good", failed: "bad", running: "warn" };

const COLUMNS = [
  { name: "Run", head: true, cell: ({ id, session_name: name }) => h("a", { href: `/runs/${part(id)}` }, name) },
  { name: "Status", cell: (run) => h("span", { class: `tag ${GOOD[run.status] ?? ""}` }, tagWord(run)) },
  { name: "Agent", cell: ({ provider }) => provider },
  { name: "Attempt", number: true, cell: ({ attempt }) => String(attempt) },
  { name: "Asked for", cell: ({ created_at: at }) => timeOf(at) },
  { name: "Ended", cell: ({ finished_at: at }) => (at ? timeOf(at) : null) },
];

/** `item()`: as it is now; `may()`: whether a run may be started now. */
export function makeRuns(item, signal, may) {
  const list = h("div", {});
  const start = button("Start a run…", begin);
  const more = button("Show more", () => { wanted += PAGE; read(); }, { class: "plain", hidden: true });
  const el = h("section", { "aria-labelledby": "runs-title", hidden: true },
    h("div", { class: "titled" }, h("h2", { id: "runs-title" }, "Runs"), start), list, more);
  let wanted = PAGE;
  let turn = Promise.resolve();
  let drawn = "";

  async function begin() {
    // Which hosts there are is a help: without it, any may take the run.
    const { hosts } = await get("/api/hosts", { limit: 200, status: ["registered", "online", "offline"] }, signal).catch(() => ({ hosts: [] }));
    if (await askRun(item(), hosts)) {
      announce("The run waits for a host");
      read();
    }
  }

  async function page() {
    try {
      const { runs, next } = await get("/api/runs", { work_item_id: item().id, limit: Math.min(wanted, 500) }, signal);
      more.hidden = !next;
      if (JSON.stringify(runs) === drawn) return;
      drawn = JSON.stringify(runs);
      fill(list, runs.length ? table("Runs", COLUMNS, runs) : h("p", { class: "soft" }, "No agent has worked on it yet."));
    } catch (error) {
      if (error.name === "AbortError") return;
      if (drawn) say(await refusal(error), { fault: true });
      else fill(list, h("p", { class: "fault" }, await refusal(error)));
    }
  }
  const read = () => { turn = turn.then(page); return turn; };

  return {
    el, read,
    paint() {
      el.hidden = !hasRuns(item()) && !list.querySelector("table");
      start.hidden = !may() || !hasRuns(item());
    },
  };
}
