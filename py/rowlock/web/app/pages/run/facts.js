// Where the run belongs, where it works, and who is attached to it.

import { attribute, h, text } from "../../dom.js";
import { called, learn } from "../../store/names.js";
import { clock, left, showTime } from "../../format.js";
import { get, part } from "../../api.js";

const LINKS = {
  project: ({ project_id: id, project_name: name }) => [name, `/plan/${part(id)}`],
  item: ({ work_item_id: id, item_title: title }) => [title, `/work-items/${part(id)}`],
  host: ({ host_id: id, host_name: name }) => [name, id && `/hosts?search=${part(name)}`],
  origin: ({ origin_id: id }) => [id && "All of the same origin", `/origins/${part(id)}`],
  others: ({ work_item_id: id }) => ["Runs of this item", `/runs?item=${part(id)}`],
};

function link(read) {
  const el = h("a", {});
  return { el, paint(run) {
    const [name, href] = read(run);
    text(el, name ?? "–");
    attribute(el, "href", name && href);
  } };
}
function words(read, mono = false) {
  const el = h("span", { class: mono ? "mono" : null });
  return { el, paint: (run) => text(el, read(run) ?? "–") };
}
function time(read) {
  const el = h("time", {});
  return { el, paint: (run) => showTime(el, read(run), clock) };
}

/** What caused it: a run, or the question whose answer did; its id does not say which. */
async function causeOf(id) {
  try {
    const run = await get(`/api/runs/${part(id)}`);
    return [run.item_title, `/runs/${part(id)}`];
  } catch {
    return ["An answer", `/escalations/${part(id)}`];
  }
}

export function makeFacts() {
  const lease = h("p", { class: "lease" });
  let cause = null;
  const causeLink = h("a", {});
  const causeRow = h("div", { hidden: true }, h("dt", {}, "Caused by"), h("dd", {}, causeLink));
  const rows = [
    ["Work item", link(LINKS.item)], ["Project", link(LINKS.project)], ["Host", link(LINKS.host)],
    ["Agent", words((run) => run.provider)], ["Directory", words((run) => run.cwd, true)], ["Session", words((run) => run.session_name, true)],
    ["Queued by", words((run) => (run.created_by ? called(run.created_by) : null))], ["Queued", time((run) => run.created_at)],
    ["Lineage", link(LINKS.origin)], ["Other runs", link(LINKS.others)], ["Id", words((run) => run.id, true)],
  ];
  const el = h("section", { class: "facts", "aria-labelledby": "facts-title" },
    h("h2", { id: "facts-title" }, "Details"), lease,
    h("dl", { class: "record" }, rows.map(([name, { el: value }]) => h("div", {}, h("dt", {}, name), h("dd", {}, value))), causeRow));

  function tick({ run }) {
    const held = run.lease;
    text(lease, held ? `${held.holder} is attached to its session for ${left(held.expires_at)} more.` : "");
    lease.hidden = !held;
  }
  async function paint(state) {
    const draw = () => { for (const [, row] of rows) row.paint(state.run); };
    draw();
    tick(state);
    if (cause !== state.run.parent_id) {
      cause = state.run.parent_id;
      causeRow.hidden = !cause;
      if (cause) causeOf(cause).then(([name, href]) => { text(causeLink, name); attribute(causeLink, "href", href); });
    }
    if (await learn([state.run.created_by])) draw();
  }
  return { el, paint, tick };
}
