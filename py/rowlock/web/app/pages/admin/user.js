// One person: the account, its roles and personas.

import { openAccount } from "./account.js";
import { PEOPLE } from "./kinds.js";

export const open = (given) => openAccount(PEOPLE, given);
