// What an operator is asked before a host is made, changed, taken out of service, or trusted again.

import { announce } from "../../say.js";
import { count } from "../../format.js";
import { field, fill, h, select } from "../../dom.js";
import { get, part, patch, post } from "../../api.js";
import { question } from "../../parts/dialog.js";
import { refusal } from "../../words.js";
import { PLATFORMS } from "./words.js";

const at = (host) => `/api/hosts/${part(host.id)}`;

/** Sends from a dialog; a refusal is said in it, at its field where it names one. */
const sending = (send, fields, done) => async () => {
  for (const { input, fault } of Object.values(fields)) {
    input.removeAttribute("aria-invalid");
    fill(fault);
  }
  try {
    const told = await send();
    announce(done);
    return told;
  } catch (error) {
    const own = error.code === "host_name_taken" ? fields.name : fields[error.detail?.field];
    const said = await refusal(error);
    if (!own) throw new Error(said);
    own.input.setAttribute("aria-invalid", "true");
    fill(own.fault, said);
    throw new Error("One field needs another look.");
  }
};

function named(label, input, hint) {
  const fault = h("span", { class: "fault", role: "alert" });
  const el = field(label, input, hint);
  el.append(fault);
  return { el, input, fault };
}

async function bots() {
  try {
    return (await get("/api/bot-accounts", { limit: 100 })).bots;
  } catch {
    return [];
  }
}

/** Makes a host, or changes `host`. */
export async function askHost(host) {
  const known = (await bots()).map((bot) => [bot.id, bot.display_name || bot.external_id]);
  const fields = {
    name: named("Name", h("input", { value: host?.name ?? "", maxlength: "200", autocomplete: "off", spellcheck: "false" }), "Runs may ask for it by this name."),
    platform: named("Platform", select(PLATFORMS, host?.platform ?? "linux")),
    bot_id: named("Spoken for by", select([["", host?.last_seen_at ? "Operators alone" : "The first bot that registers it"], ...known], host?.bot_id ?? ""), "The bot whose key its worker has."),
    token_fingerprint: named("Fingerprint of its token", h("input", { value: host?.token_fingerprint ?? "", maxlength: "200", autocomplete: "off", spellcheck: "false", class: "mono" }), "What the worker has to know. May stay empty."),
  };
  const given = () => Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.value.trim() || (name === "name" ? "" : null)]));
  return question({
    title: host ? `Edit ${host.name}` : "Add a host",
    body: [host ? null : h("p", { class: "soft" }, "A worker that registers brings its host along. Add one here to say beforehand who may come."),
      Object.values(fields).map(({ el }) => el)],
    act: host ? "Save" : "Add",
    send: sending(() => (host ? patch(at(host), given()) : post("/api/hosts", given())), fields, host ? "Saved" : "Added"),
  });
}

export const askDisable = (host) => question({
  title: `Disable ${host.name}?`, danger: true, act: "Disable",
  body: h("p", {}, `It takes no more runs, whatever its worker says, until it is enabled. ${
    host.open_runs ? `${count(host.open_runs, "run")} there ${host.open_runs === 1 ? "goes" : "go"} on.` : "Nothing runs there."}`),
  send: sending(() => post(`${at(host)}/disable`), {}, "Disabled"),
});

/** Which of the two installations is the host. */
export function askSuspicion(host) {
  const choice = (id, label) => h("p", { class: "check" },
    h("input", { type: "radio", name: "instance", id: `i-${id}`, value: id }),
    h("label", { for: `i-${id}` }, label, " ", h("span", { class: "mono" }, id)));
  const choices = h("fieldset", { class: "choices" }, h("legend", {}, "Which one is right?"),
    choice(host.instance_id, "The one of before:"),
    host.presented_instance_id ? choice(host.presented_instance_id, "The one that came since:") : null);
  return question({
    title: `Two workers speak for ${host.name}`, act: "This one is right",
    body: [h("p", {}, "A second installation used its name while the first one was alive: a copied disk, perhaps. Until you say which is right it takes no runs. Look at both machines first."), choices],
    send: () => {
      const right = choices.querySelector(":checked")?.value;
      if (!right) throw new Error("Choose one of them.");
      return sending(() => post(`${at(host)}/clear-suspect`, { instance_id: right }), {}, "Trusted again")();
    },
  });
}
