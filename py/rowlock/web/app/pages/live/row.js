// One event: when, what, of what, by whom; all of it when it is asked for.

import * as session from "../../session.js";
import { attribute, button, h, hidden, text } from "../../dom.js";
import { called, nameOf } from "../../store/names.js";
import { exact } from "../../format.js";
import { now } from "../../api.js";
import { place, withQuery } from "../../router.js";

const ofDay = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });
const ofYear = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });
const PAGES = { escalation: "/escalations", run: "/runs", work_item: "/work-items", project: "/plan" };
const ADMIN = { role: "/admin/roles", membership: "/admin/users" };

const moment = (iso) => (new Date(iso).toDateString() === new Date(now()).toDateString() ? ofDay : ofYear).format(new Date(iso));

/** The page of an id, where there is one. */
function page(path, id) {
  const href = path && `${path}/${encodeURIComponent(id)}`;
  return href && place(new URL(href, location.origin).href) ? href : null;
}

function subject(event) {
  const words = [`${event.subject_type.replaceAll("_", " ")} `, h("span", { class: "mono" }, event.subject_id)];
  const href = page(PAGES[event.subject_type] ?? (session.isAdmin() && ADMIN[event.subject_type]), event.subject_id);
  const given = { class: "subject", title: event.subject_id };
  return href ? h("a", { ...given, href }, words) : h("span", given, words);
}

function origin(id) {
  const href = page("/origins", id);
  return [href ? h("a", { href }, id) : id, ", ", h("a", { href: withQuery({ origin_id: id }) }, "only its events")];
}

function payload(event) {
  const facts = [["Number", event.id], ["Version of the subject", event.version], ["Status after it", event.status],
    ["Origin", event.origin_id && origin(event.origin_id)]];
  return h("div", { class: "payload", id: `payload-${event.id}` },
    h("dl", {}, facts.filter(([, value]) => value !== null).map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd", {}, value)))),
    h("pre", { class: "mono", tabindex: "0", role: "region", "aria-label": "Payload" }, JSON.stringify(event.data, null, 2)));
}

/** `opened()` when somebody looks at its payload. */
export function makeRow(event, opened) {
  const actor = h("span", { class: "actor" });
  const opener = button("Payload", () => toggle(), { class: "plain", "aria-expanded": "false" });
  const el = h("li", { class: "event", "data-id": event.id, "data-topic": event.topic },
    h("time", { datetime: event.timestamp, title: exact(event.timestamp) }, moment(event.timestamp)),
    h("span", { class: "topic mono" }, event.topic), subject(event), actor,
    h("span", { class: "role" }, event.role ? [hidden("in "), event.role] : null), opener);
  let shown = null;

  function toggle() {
    const open = !shown;
    attribute(opener, "aria-expanded", String(open));
    attribute(opener, "aria-controls", open && `payload-${event.id}`);
    if (open) {
      shown = payload(event);
      el.append(shown);
      opened();
    } else {
      shown.remove();
      shown = null;
    }
  }

  /** False until its actor's name is known. */
  function paint() {
    text(actor, event.actor ? `by ${called(event.actor)}` : "by the service");
    return !event.actor || nameOf(event.actor) !== null;
  }
  return { el, paint, named: paint(), actor: event.actor };
}
