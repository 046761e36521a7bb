// What stands around every page: where one can go, the counts, the stream's state, who one is.

import * as counts from "./store/counts.js";
import * as keys from "./keys.js";
import * as live from "./store/live.js";
import * as session from "./session.js";
import { attribute, button, fill, h, hidden, text } from "./dom.js";
import { go, pageTitle, titles } from "./router.js";
import { refusal } from "./words.js";
import { routes } from "./routes.js";

const head = document.getElementById("head");
const brand = () => h("a", { href: "/", class: "brand" }, "rowlock");

const STATES = {
  live: ["Live", "Changes are shown as they happen."],
  waiting: ["Reconnecting", "The service cannot be followed right now; what changed meanwhile will be caught up on."],
  paused: ["Paused", "Nothing is followed while nobody looks at this tab."],
  off: ["", ""],
};

function badge(name) {
  const number = h("span", { class: `badge ${name}` });
  const paint = ({ available, mine, capped }) => {
    const said = name === "mine" ? mine : available;
    text(number, said === null ? "" : counts.amount(said, name !== "mine" && capped));
    attribute(number, "title", `${number.textContent} ${name === "mine" ? "mine" : "available to me"}`);
  };
  return { number, paint };
}

function menu(signal) {
  const made = h("details", { class: "menu" },
    h("summary", { "aria-label": `Account: ${session.name()}` }, h("span", { class: "name" }, session.name())),
    h("div", { class: "sheet" },
      button("Keyboard", () => { made.open = false; help(); }),
      h("a", { href: "/delegations" }, "Delegations"),
      button("Password…", () => { made.open = false; password(); }),
      h("a", { href: "/api/docs" }, "API"),
      button("Sign out", async () => {
        try {
          live.stop();
          await session.signOut();
        } catch (error) {
          fail(error);
        }
      })));
  const shut = (event) => { if (!made.contains(event.target)) made.open = false; };
  addEventListener("click", shut, { signal });
  addEventListener("focusin", shut, { signal });
  made.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !made.open) return;
    made.open = false;
    made.firstElementChild.focus();
  });
  return made;
}

async function password() {
  const { askPassword } = await import("./parts/password.js");
  askPassword();
}

async function help() {
  const { openHelp } = await import("./parts/help.js");
  openHelp();
}

function paintTitle() {
  const { available, mine } = counts.current();
  const lead = available === null ? "" : `(${counts.available()}${mine ? ` · ${mine}` : ""}) `;
  document.title = `${session.id() ? lead : ""}${pageTitle()} · rowlock`;
}

let opened = null;

/** Only the name, while nobody is signed in. */
function bare() {
  opened?.abort();
  fill(head, h("span", { class: "brand" }, "rowlock"));
}

titles.addEventListener("change", paintTitle);
titles.addEventListener("page", ({ detail: at }) => { if (at.route.open) bare(); });

/** The whole header, for whoever is signed in. */
export function open() {
  opened?.abort();
  opened = new AbortController();
  const { signal } = opened;
  const available = badge("available");
  const mine = badge("mine");
  const state = h("span", { class: "state", role: "status" });
  const shown = routes.filter((route) => route.name && (!route.shown || route.shown()));
  const links = shown.map((route) => h("a", { href: route.path }, route.name,
    route.path === "/" ? [available.number, hidden(" available"), mine.number, hidden(" mine")] : null));
  const more = h("div", { class: "more", id: "pages" }, links.slice(1));
  const opener = button("Pages", () => unfold(!more.classList.contains("open")), { class: "plain pages", "aria-controls": "pages" });
  const unfold = (wide) => {
    more.classList.toggle("open", wide);
    attribute(opener, "aria-expanded", String(wide));
  };
  const shut = ({ target }) => { if (!more.contains(target) && target !== opener) unfold(false); };
  addEventListener("click", shut, { signal });
  addEventListener("focusin", shut, { signal });
  more.addEventListener("keydown", ({ key }) => { if (key === "Escape") { unfold(false); opener.focus(); } });
  unfold(false);
  fill(head, brand(), h("nav", { "aria-label": "Pages" }, links[0], more, opener), h("span", { class: "gap" }), state,
    button("?", help, { class: "plain help", "aria-label": "Keyboard", title: "Keyboard (?)" }), menu(signal));

  const paintState = () => {
    const [word, meaning] = STATES[live.status()];
    text(state, word);
    attribute(state, "title", meaning);
    state.dataset.is = live.status();
  };
  const paintLinks = ({ detail: at }) => {
    const { path, under } = at.route;
    links.forEach((link, i) => {
      const own = shown[i].path;
      attribute(link, "aria-current", own === path ? "page" : own === under && "true");
    });
    unfold(false);
  };
  live.listen(signal, { status: paintState });
  counts.listen(signal, (now) => { available.paint(now); mine.paint(now); paintTitle(); });
  titles.addEventListener("page", paintLinks, { signal });
  paintState();
  keys.bind(signal, [
    { key: "?", does: "Show the keys", run: () => { help(); }, always: true, group: "Everywhere" },
    { key: "i", does: "Go to the inbox", run: () => { go("/"); }, group: "Everywhere" },
  ]);
}

/** What to show when nothing can be shown. */
export async function fail(error) {
  const main = document.getElementById("main");
  fill(main, h("div", { class: "fault panel", role: "alert" },
    h("p", {}, await refusal(error)), button("Try again", () => location.reload())));
}
