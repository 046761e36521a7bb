// What happened to the run, from the journal, with its questions in between; latest last.

import { button, fill, h } from "../../dom.js";
import { calledFirst, learn } from "../../store/names.js";
import { timeOf } from "../../format.js";
import { failure } from "../runs/words.js";
import { part } from "../../api.js";
import { refusal } from "../../words.js";
import { say } from "../../say.js";

const ENDS = { resolved: "An answer came", cancelled: "The question was called off", expired: "Nobody answered in time" };

/** Words of an event: `who` did it, `where` it was, as sentences without their stop. */
const WORDS = {
  created: ({ who }) => `${who} queued it`,
  spawning: ({ where, data }) => `Taken by ${where}${data.attempt > 1 ? `, attempt ${data.attempt}` : ""}`,
  started: ({ where }) => `It began to work on ${where}`,
  finished: ({ data }) => `Its command ended with exit code ${data.exit_code}`,
  failed: ({ data }) => `It failed${failure(data) ? `: ${failure(data)}` : ""}`,
  stopped: ({ who, data }) => `${who} stopped it${data.reason ? `: ${data.reason}` : ""}`,
  signal_received: ({ who, data }) => `${who} sent ${data.signal} to its process`,
  lease_acquired: ({ data }) => `${data.holder} attached to its session`,
  lease_released: ({ data }) => `${data.holder} ${{ expired: "was attached for as long as was asked", ended: "was attached until its end" }[data.reason] ?? "left its session"}`,
};

function ofEvent(event, { attempts, run }) {
  const verb = event.topic.split(".")[1];
  const host = event.data.host_id;
  const names = Object.fromEntries([...attempts, run].filter((one) => one.host_id).map((one) => [one.host_id, one.host_name]));
  const who = event.actor ? calledFirst(event.actor) : "The service";
  const said = (WORDS[verb] ?? (() => verb.replaceAll("_", " ")))({ who, where: names[host] ?? "a host", data: event.data });
  return { at: event.timestamp, said, verb };
}

function ofAsk({ escalation: row }) {
  const link = h("a", { href: `/escalations/${part(row.id)}` }, row.description || row.type);
  const asked = { at: row.created_at, said: ["It asked: ", link], verb: "asked" };
  return row.ended_at ? [asked, { at: row.ended_at, said: `${ENDS[row.status] ?? "A question ended"}: ${row.description || row.type}`, verb: "answered" }] : [asked];
}

function line({ at, said, verb }) {
  const time = timeOf(at);
  return h("li", { "data-is": verb }, h("span", { class: "said" }, said), time);
}

export function makeHistory(source) {
  const list = h("ol", { class: "run-history" });
  const more = button("Show more", async () => {
    try {
      await source.moreEvents();
    } catch (error) {
      if (error.name !== "AbortError") say(await refusal(error), { fault: true });
    }
  });
  const note = h("p", { class: "soft" }, "Nothing is kept of it in the journal.");
  const el = h("section", { "aria-labelledby": "history-title" }, h("h2", { id: "history-title" }, "History"), note, list, more);
  let drawn = null;
  async function paint(state) {
    const { events, asks, eventsNext, attempts } = state;
    note.hidden = events.length > 0;
    more.hidden = !eventsNext;
    const now = JSON.stringify([events.length, attempts.map((one) => one.host_name), asks.map(({ escalation: e }) => [e.id, e.version])]);
    if (now === drawn) return;
    drawn = now;
    const draw = () => {
      // Of what is not read yet, no question is told either.
      const until = eventsNext ? events.at(-1).timestamp : null;
      const all = [...events.map((event) => ofEvent(event, state)), ...asks.flatMap(ofAsk)].filter(({ at }) => !until || at <= until);
      fill(list, all.sort((a, b) => a.at.localeCompare(b.at)).map(line));
    };
    draw();
    if (await learn(events.map(({ actor }) => actor)) && drawn === now) draw();
  }
  return { el, paint };
}
