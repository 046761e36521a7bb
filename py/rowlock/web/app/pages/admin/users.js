// The people, and a way to add one.

import { openList } from "./list.js";
import { PEOPLE } from "./kinds.js";

export const open = (given) => openList(PEOPLE, given);
