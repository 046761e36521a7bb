// Reads anew after a change: once for many that come together, and again for what came meanwhile.

import { say } from "../../../say.js";
import { refusal } from "../../../words.js";

const WAIT = 150;

/** A function to call at each change; `read` is called soon after, never twice at once. */
export function settling(signal, read) {
  let timer = null;
  let reading = false;
  let again = false;

  async function run() {
    timer = null;
    if (reading) {
      again = true;
      return;
    }
    reading = true;
    try {
      await read();
    } catch (error) {
      if (error.name !== "AbortError" && !signal.aborted) say(await refusal(error), { fault: true });
    }
    reading = false;
    if (again && !signal.aborted) {
      again = false;
      run();
    }
  }
  signal.addEventListener("abort", () => clearTimeout(timer));
  return () => { if (!signal.aborted) timer ??= setTimeout(run, WAIT); };
}
