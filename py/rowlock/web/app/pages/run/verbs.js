// What one does with the run of the page: each asks first, and says in words what was refused.

import * as session from "../../session.js";
import { announce, say } from "../../say.js";
import { field, h, select } from "../../dom.js";
import { get, post, remove } from "../../api.js";
import { question } from "../../parts/dialog.js";
import { refusal } from "../../words.js";
import { statusWord } from "../runs/words.js";

const SIGNALS = [
  ["INT", "INT, as Ctrl+C does"], ["TERM", "TERM, asks it to end"], ["HUP", "HUP, its terminal is gone"], ["QUIT", "QUIT"],
  ["USR1", "USR1"], ["USR2", "USR2"], ["KILL", "KILL, ends it at once"],
];
const TIMES = [["5 minutes", "5 minutes"], ["30 minutes", "30 minutes"], ["2 hours", "2 hours"], ["1 day", "1 day"]];

/** What was refused; of a run that moved on meanwhile, where it is by now. */
const refused = async (error) => (error.code === "transition_legal"
  ? `It has moved on meanwhile: it is ${statusWord(error.detail.from).toLowerCase()} by now.` : refusal(error));

export function makeVerbs(source) {
  const { path } = source;
  const run = () => source.state().run;
  const goes = ({ edges, run: { status } }, to) => edges.some((edge) => edge.from_status === status && edge.to_status === to);
  const renew = () => source.renew().catch(() => {});

  /** Sends from a dialog; what is refused is said in it, and the run is read anew. */
  const sending = (send, done) => async () => {
    try {
      const told = await send();
      announce(done(told));
      renew();
      return true;
    } catch (error) {
      renew();
      throw new Error(await refused(error));
    }
  };

  function stop() {
    const why = h("textarea", { rows: "3", maxlength: "10000" });
    return question({
      title: "Stop this run?", danger: true, act: "Stop the run",
      body: [h("p", {}, "It ends for good; what it still asks is called off. This can’t be undone."),
        field("Reason", why, "Kept with the run. May stay empty.")],
      send: sending(() => post(`${path}/stop`, why.value.trim() ? { reason: why.value.trim() } : {}), () => "Stopped"),
    });
  }

  function again() {
    const next = run().attempt + 1;
    return question({
      title: "Start this run again?", act: "Start it again",
      body: h("p", {}, `It is queued as attempt ${next}, and a host takes it from there.`),
      send: sending(() => post(`${path}/requeue`, { max_attempts: next }), () => `Queued as attempt ${next}`),
    });
  }

  function interrupt() {
    const signal = select(SIGNALS, "INT");
    return question({
      title: "Send a signal", act: "Send",
      body: [h("p", {}, "The worker of the host hands it to the process. The run itself stays as it is."), field("Signal", signal)],
      send: sending(() => post(`${path}/interrupt`, { signal: signal.value }), () => "Sent"),
    });
  }

  function attach() {
    const holder = h("input", { maxlength: "200", value: run().lease?.holder ?? session.name() });
    const ttl = select(TIMES, "30 minutes");
    return question({
      title: "Attach to its session", act: "Attach",
      body: [h("p", {}, "One at a time may be attached. Others see who it is, and for how long."),
        field("Who is attached", holder, "A name, and where you sit if you like."), field("For how long", ttl)],
      send: sending(async () => {
        const { lease } = await post(`${path}/lease`, { holder: holder.value.trim(), ttl: ttl.value });
        if (!lease) throw new Error("Somebody else is attached right now");
      }, () => "Attached"),
    });
  }

  async function detach() {
    try {
      await remove(`${path}/lease`, { holder: run().lease.holder });
      announce("Detached");
    } catch (error) {
      say(await refusal(error), { fault: true });
    }
    renew();
  }

  async function dispatch() {
    let hosts = [];
    try {
      ({ hosts } = await get("/api/hosts", { is_eligible: true, limit: 500 }));
    } catch (error) {
      say(await refusal(error), { fault: true });
      return null;
    }
    if (!hosts.length) {
      say("There is no host right now that could take it.", { action: ["Look at the hosts", () => location.assign("/hosts")] });
      return null;
    }
    const host = select(hosts.map((one) => [one.id, `${one.name} (${one.open_runs} open)`]), run().target_host_id ?? hosts[0].id);
    return question({
      title: "Give it to a host", act: "Give",
      body: field("Host", host, "Those that may take runs now."),
      send: sending(() => post(`${path}/dispatch`, { host_id: host.value }), () => "Given"),
    });
  }

  const planner = session.isPlanner();
  const running = ({ run: { status } }) => status === "running";
  return {
    all: [
      { name: "Give to a host…", act: dispatch, offered: (now) => planner && goes(now, "spawning") },
      { name: "Start again…", act: again, offered: (now) => planner && goes(now, "pending") },
      { name: "Attach…", act: attach, offered: (now) => planner && running(now) && !now.run.lease },
      { name: "Detach", act: detach, offered: (now) => planner && Boolean(now.run.lease) },
      { name: "Signal…", act: interrupt, offered: (now) => planner && running(now) },
      { name: "Stop…", act: stop, danger: true, offered: (now) => planner && goes(now, "stopped") },
    ],
  };
}
