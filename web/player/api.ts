// The API object that the content looks for. Every answer comes from the engine.

import { FUNCTIONS, type ApiFunction } from "../../crates/scorm-wasm/js/engine.js";
import type { Player } from "./stage";

type ApiObject = "API" | "API_1484_11";

/** Puts the object of the course's version on this window, where its frames and popups look. */
export function exposeApi(player: Player, where: ApiObject): void {
  const api: Record<string, unknown> = where === "API" ? {} : { version: "1.0" };
  for (const name of FUNCTIONS) {
    api[where === "API" ? name12(name) : name] = (...args: unknown[]) => player.call(name, args);
  }
  Object.defineProperty(window, where, { value: Object.freeze(api), enumerable: true });
  // The other version's object is not there, but that the content looked for it is worth knowing.
  Object.defineProperty(window, where === "API" ? "API_1484_11" : "API", {
    get: () => {
      player.lookedForOtherApi = true;
      return undefined;
    },
  });
}

/** How SCORM 1.2 calls the same function. */
function name12(name: ApiFunction): string {
  return "LMS" + (name === "Terminate" ? "Finish" : name);
}
