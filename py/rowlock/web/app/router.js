// Which page is shown: the address says it, all of it. Knows no page; routes.js lists them.

import { announce } from "./say.js";
import { routes } from "./routes.js";
import { button, fill, h } from "./dom.js";

const root = document.getElementById("main");
let shown = null;
let turn = 0;

function decoded(given) {
  try {
    return decodeURIComponent(given);
  } catch {
    return null;
  }
}

/** The place that an address is: its route, the variables of its path, its query; null where it is none. */
export function place(href) {
  const url = new URL(href, location.origin);
  if (url.origin !== location.origin) return null;
  for (const route of routes) {
    const names = [];
    const shape = route.path.replace(/\{(\w+)\}/g, (_, name) => (names.push(name), "([^/]+)"));
    const found = new RegExp(`^${shape}$`).exec(url.pathname);
    if (!found) continue;
    const params = Object.fromEntries(names.map((name, i) => [name, decoded(found[i + 1])]));
    if (Object.values(params).includes(null)) return null;
    return { route, params, path: url.pathname, query: url.searchParams, href: url.pathname + url.search };
  }
  return null;
}

export const here = () => place(location.href);

/** An address of this page's path with another query: null takes an element away. */
export function withQuery(changes, at = here()) {
  const query = new URLSearchParams(at.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === undefined || value === "") query.delete(name);
    else query.set(name, value);
  }
  return query.size ? `${at.path}?${query}` : at.path;
}

/** Go there; `replace` leaves no step to go back to. */
export function go(href, { replace = false } = {}) {
  if (href !== location.pathname + location.search) history[replace ? "replaceState" : "pushState"]({}, "", href);
  return show(false);
}

/** The title of the page, before which the counts stand. */
export const titles = new EventTarget();
let title = "rowlock";
export function setTitle(said) {
  title = said;
  titles.dispatchEvent(new Event("change"));
}
export const pageTitle = () => title;

/** A page's own styles, before anything is drawn that they would move. */
function style(name) {
  const href = new URL(`css/${name}.css`, import.meta.url).href;
  if ([...document.styleSheets].some((sheet) => sheet.href === href)) return null;
  return new Promise((resolve) => {
    document.head.append(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }));
  });
}

/** Whether the service has another version of the page than this one: its files come with the document. */
async function isOutdated() {
  try {
    const answer = await fetch(location.href, { cache: "no-store" });
    return answer.ok && !(await answer.text()).includes(new URL("main.js", import.meta.url).pathname);
  } catch {
    return false;
  }
}

async function show(back) {
  const at = here();
  if (!at) {
    turn += 1;
    shown?.leave.abort();
    shown = null;
    setTitle("No page");
    fill(root, h("div", { class: "panel fault", role: "alert" }, h("p", {}, "This address leads nowhere."), h("p", {}, h("a", { href: "/" }, "To the inbox"))));
    return;
  }
  if (shown && shown.path === at.path && shown.page?.update) {
    shown.page.update(at, { back });
    return;
  }
  const mine = ++turn;
  shown?.leave.abort();
  const leave = new AbortController();
  shown = { path: at.path, leave, page: null };
  try {
    const [module] = await Promise.all([at.route.load(), ...(at.route.styles ?? []).map(style)]);
    if (mine !== turn) return;
    fill(root);
    titles.dispatchEvent(new CustomEvent("page", { detail: at }));
    shown.page = (await module.open({ root, at, back, signal: leave.signal })) ?? {};
  } catch (error) {
    if (error.name === "AbortError" || mine !== turn) return;
    const lost = error instanceof TypeError && /module/.test(error.message);
    if (lost && await isOutdated()) location.reload();
    if (mine !== turn) return;
    console.error(error);
    fill(root, h("div", { class: "panel fault", role: "alert" },
      h("p", {}, lost ? "This page cannot be shown: the service cannot be reached. Try again in a moment." : `This page cannot be shown: ${error.message}.`),
      button("Try again", () => location.reload())));
  }
  if (mine === turn && !back) {
    (root.querySelector("[data-first]") ?? root).focus({ preventScroll: true });
    scrollTo(0, 0);
    announce(title);
  }
}

function onClick(event) {
  const link = event.target.closest?.("a[href]");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented || link.target || link.getAttribute("href").startsWith("#")) return;
  const to = place(link.href);
  if (!to) return;
  event.preventDefault();
  go(to.href);
}

export function start() {
  history.scrollRestoration = "manual";
  addEventListener("click", onClick);
  addEventListener("popstate", () => show(true));
  return show(false);
}
