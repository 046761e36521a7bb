// Counting what rules would do, and doing it: asked first, told afterwards.

import { count, number } from "../../../format.js";
import { h } from "../../../dom.js";
import { outcomeWords } from "./words.js";
import { post } from "../../../api.js";
import { refusal } from "../../../words.js";
import { question, show } from "../../../parts/dialog.js";
import { say } from "../../../say.js";
import { table } from "../../../parts/table.js";

const COLUMNS = [
  { name: "Rule", head: true, cell: ({ rule }) => rule },
  { name: "Rows", number: true, cell: ({ row_count: rows }) => number(rows) },
  { name: "What became of it", cell: (report) => h("span", { class: report.outcome === "failed" ? "fault" : null }, outcomeWords(report)) },
];

const told = (title, reports) => show(title, reports.length
  ? table(title, COLUMNS, reports)
  : h("p", {}, "No rule is on, so there is nothing to do."), true);

/** How much rules would delete or archive now; nothing changes. */
export async function countNow(rules) {
  try {
    const { rules: reports } = await post("/api/retention/run", { dry_run: true, rules });
    if (rules?.length === 1) say(`${rules[0]}: ${outcomeWords(reports[0])}`);
    else await told("What would go now", reports);
  } catch (error) {
    say(await refusal(error), { fault: true });
  }
}

/** One batch of each rule that is on, or of those that are named. */
export async function runNow(rules) {
  const answer = await question({
    title: rules ? `Run ${rules[0]} now?` : "Run all rules that are on?", act: "Run now", danger: true,
    body: h("p", {}, "One batch of each is done at once; the timer works off what is left of those that are on. What is deleted is gone for good."),
    send: async () => {
      try {
        return await post("/api/retention/run", { rules });
      } catch (error) {
        throw new Error(await refusal(error));
      }
    },
  });
  if (!answer) return false;
  const reports = answer.rules;
  const failed = reports.filter(({ outcome }) => outcome === "failed");
  if (reports.length === 1) say(`${reports[0].rule}: ${outcomeWords(reports[0])}`, { fault: failed.length > 0 });
  else if (failed.length) say(`${count(failed.length, "rule")} failed: see past runs.`, { fault: true });
  if (reports.length !== 1) await told("What was done", reports);
  return true;
}
