// How hosts are told.

import { since } from "../../format.js";

const STATUSES = { registered: "Never seen", online: "Online", offline: "Offline", disabled: "Disabled" };
const TONES = { online: "good", offline: "bad" };

export const PLATFORMS = [["linux", "Linux"], ["macos", "macOS"]];
export const STATUS_PAIRS = Object.entries(STATUSES);
export const platformWord = (platform) => PLATFORMS.find(([id]) => id === platform)?.[1] ?? platform;
export const statusTag = ({ status }) => [STATUSES[status] ?? status, TONES[status] ?? ""];
export const suspectTag = ({ instance_suspect: suspect }) => (suspect ? ["Suspect", "warn"] : [null]);

/** Whether it takes runs, and where not, why. */
export function takes(host) {
  if (host.is_eligible) return "Takes runs";
  if (host.status === "disabled") return "Takes none while it is disabled";
  if (host.status === "registered") return "Takes none until its worker comes";
  if (host.instance_suspect) return "Takes none until you say which installation is right";
  return "Takes none until it is heard of again";
}

export const lastBeat = (iso) => `${since(iso)} ago`;
