// Asks the service. Knows how errors look and what a lost session means; no route and no record.

/** What the service refused, in its own words; `status` 0: it was not reached. */
export class Refused extends Error {
  constructor(status, told = {}) {
    super(told.error ?? `the service answered ${status}`);
    this.status = status;
    this.code = told.code ?? "unknown";
    this.detail = told.detail ?? {};
    this.hint = told.hint ?? "";
    this.violations = told.violations ?? [];
    this.requestId = told.request_id ?? "";
  }
}

export const events = new EventTarget();

const AGAIN = 150;
let ahead = 0;

/** Now, by the clock of the service: a computer's own may be wrong. */
export const now = () => Date.now() + ahead;

function readClock(answer) {
  const said = Date.parse(answer.headers.get("Date") ?? "");
  // The header has whole seconds; less than three are no difference.
  if (said) ahead = Math.abs(said + 500 - Date.now()) > 3000 ? said + 500 - Date.now() : 0;
}

function address(path, query = {}) {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined || value === "") continue;
    given.set(name, typeof value === "object" ? JSON.stringify(value) : String(value));
  }
  return given.size ? `${path}?${given}` : path;
}

async function told(answer) {
  try {
    return await answer.json();
  } catch {
    return {};
  }
}

/** Asks; what only reads is asked a second time when it got lost on the way, as browsers let some. */
async function send(method, url, given) {
  try {
    return await fetch(url, given);
  } catch (error) {
    if (method !== "GET" || error.name === "AbortError" || given.signal?.aborted) throw error;
    await new Promise((resolve) => { setTimeout(resolve, AGAIN); });
    return fetch(url, given);
  }
}

/** An answer that is none of a refusal; throws Refused. A 401 also tells everybody that nobody is signed in. */
export async function request(method, path, { query, body, signal } = {}) {
  const headers = { "X-Rowlock": "1" };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await send(method, address(path, query), { method, headers, signal, body: body && JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, {
      error: "the service cannot be reached", code: "unreachable", hint: "Try again in a moment.",
    });
  }
  readClock(answer);
  if (answer.ok) return answer;
  const refused = new Refused(answer.status, await told(answer));
  if (refused.status === 401 && path !== "/api/auth/login") events.dispatchEvent(new Event("signed-out"));
  throw refused;
}

/** The body of an answer; throws as `request` does. */
export const ask = async (method, path, given) => told(await request(method, path, given));

export const get = (path, query, signal) => ask("GET", path, { query, signal });
export const post = (path, body = {}) => ask("POST", path, { body });
export const patch = (path, body = {}) => ask("PATCH", path, { body });
export const put = (path, body = {}) => ask("PUT", path, { body });
export const remove = (path, query) => ask("DELETE", path, { query });

/** An id as a part of a path. */
export const part = encodeURIComponent;
