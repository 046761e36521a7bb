// Starts the page: who is signed in, the journal's cursor, then whatever the address says.

import * as counts from "./store/counts.js";
import * as live from "./store/live.js";
import * as session from "./session.js";
import * as shell from "./shell.js";
import { here, start } from "./router.js";

/** What everybody who is signed in needs; before anything is read, so that no change is missed. */
export async function begin() {
  await Promise.all([session.load(), live.start()]);
  shell.open();
  counts.start();
}

async function main() {
  if (!here()?.route.open) {
    try {
      await begin();
    } catch (error) {
      // Who is not signed in is on the way to the page where that is done.
      if (error.status !== 401) {
        shell.fail(error);
        return;
      }
    }
  }
  await start();
}

main();
