// One bot: the account, its roles, personas and keys.

import { BOTS } from "./kinds.js";
import { openAccount } from "./account.js";

export const open = (given) => openAccount(BOTS, given);
