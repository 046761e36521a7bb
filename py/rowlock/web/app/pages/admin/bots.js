// The bots, and a way to add one.

import { BOTS } from "./kinds.js";
import { openList } from "./list.js";

export const open = (given) => openList(BOTS, given);
