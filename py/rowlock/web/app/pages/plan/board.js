// The board of a project: its items in columns by status, in the order of the tree. Pulled, or sent by menu and keys.

import { h, select, text } from "../../dom.js";
import { go, withQuery } from "../../router.js";
import { KINDS, nextOf, statusName } from "./labels.js";
import { Later } from "./later.js";
import { makeColumns } from "./columns.js";
import { makePull } from "./pull.js";
import { part } from "../../api.js";
import { refusal } from "../../words.js";
import { say } from "../../say.js";
import { transition } from "./verbs.js";

// A board is read as a whole.
const GATHER = 600;

export function makeBoard(project, machine, signal, { may, touched }) {
  let asked = {};
  const { el: board, columns, items, read, paint, card, ...all } = makeColumns(project, machine.statuses, signal,
    { may, asked: () => asked, more: further, menu: (id) => menu(id) });
  const later = new Later(read, signal, paint, GATHER);
  const kind = select([["", "All kinds"], ...KINDS], "", { "aria-label": "Kind", onchange: () => go(withQuery({ kind: kind.value })) });
  const who = h("input", { type: "search", placeholder: "Who, in just these words", "aria-label": "Who does it", autocomplete: "off" });
  const form = h("form", { class: "narrow", role: "search", onsubmit: (event) => { event.preventDefault(); go(withQuery({ who: who.value.trim() })); } }, kind, who);
  who.addEventListener("search", () => go(withQuery({ who: who.value.trim() })));
  const el = h("div", { class: "board" }, form, board);

  async function reading() {
    try {
      await read();
      paint();
    } catch (error) {
      if (error.name !== "AbortError") say(await refusal(error), { fault: true });
    }
  }
  function further() {
    all.widen();
    return reading();
  }

  async function send(id, to) {
    const item = items.get(id);
    card(id)?.setAttribute("aria-busy", "true");
    await transition(item, to);
    card(id)?.removeAttribute("aria-busy");
    touched();
    later.touch("board");
    await later.look();
    card(id)?.querySelector("a").focus({ preventScroll: true });
  }

  const legal = (id) => nextOf(machine, items.get(id).status).map((one) => one.to_status);
  const menu = (id) => [
    { name: "Open", run: () => go(`/work-items/${part(id)}`) },
    ...legal(id).map((to) => ({ name: `${statusName(to)}${to === "cancelled" ? "…" : ""}`, run: () => send(id, to) })),
  ];

  board.addEventListener("keydown", (event) => {
    const id = event.target.closest(".card")?.dataset.id;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!id || !by || !event.altKey || !may) return;
    event.preventDefault();
    const from = machine.statuses.indexOf(items.get(id).status);
    const ways = by > 0 ? machine.statuses.slice(from + 1) : machine.statuses.slice(0, from).reverse();
    const to = ways.find((status) => legal(id).includes(status));
    if (to) send(id, to);
    else say("It cannot go that way from here.");
  });
  if (may) {
    makePull(board, signal, {
      from: (target) => target.closest(".card")?.dataset.id,
      begin: (id) => {
        card(id).dataset.pulled = "";
        for (const [status, column] of columns) column.el.classList.toggle("barred", status !== items.get(id).status && !legal(id).includes(status));
      },
      move(id, x, y, words) {
        const over = document.elementFromPoint(x, y)?.closest(".plan .column");
        const to = over?.dataset.status ?? null;
        for (const [status, column] of columns) column.el.classList.toggle("onto", status === to && legal(id).includes(to));
        const here = to === items.get(id).status;
        text(words, `${items.get(id).title}${to && !here ? legal(id).includes(to) ? ` → ${statusName(to)}` : `: not from ${statusName(items.get(id).status)} to ${statusName(to)}` : ""}`);
        return to && legal(id).includes(to) ? to : null;
      },
      end(id) {
        card(id)?.removeAttribute("data-pulled");
        for (const { el: column } of columns.values()) column.classList.remove("barred", "onto");
      },
      drop: (id, to) => { if (to) send(id, to); },
    });
  }

  function ask(to) {
    asked = { kind: to.query.get("kind"), who: to.query.get("who") };
    kind.value = asked.kind ?? "";
    who.value = asked.who ?? "";
    all.reset();
  }
  return {
    el,
    // The board hears these itself; here they are listed.
    keys: may ? [{ key: "Alt → ←", does: "Send the card one is at on, or back", run: () => false }] : [],
    async load(to) {
      ask(to);
      await read();
      paint();
    },
    update(to) {
      ask(to);
      return reading();
    },
    heard: () => later.touch("board"),
    gap: () => later.touch("board"),
  };
}
