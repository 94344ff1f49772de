// The page that plays a course: engine, API, content and journal put together.

import { load } from "../../crates/scorm-wasm/js/engine.js";
import { exposeApi } from "./api";
import { Frame, Popup } from "./frame";
import { awaitPresentation } from "./ispring";
import { Journal } from "./journal";
import { Player } from "./stage";
import type { Boot } from "./wire";

async function begin(): Promise<Player> {
  const [boot, engine] = await Promise.all([
    fetch("boot.json").then((answer) => answer.json() as Promise<Boot>),
    fetch("engine.wasm").then(load),
  ]);
  const journal = new Journal(`ws://${location.host}/player/events`, "events");
  const frame = document.getElementById("content") as HTMLIFrameElement;
  const place = boot.popup ? new Popup() : new Frame(frame);
  const player = new Player(engine.open(boot.opening), journal, place, "/content/");
  exposeApi(player, boot.api);
  awaitPresentation();
  await player.launch(boot.launch);
  return player;
}

// For the tools, from the first moment on. The content shares this window's origin, so the name
// cannot be taken over.
Object.defineProperty(window, "greenroom", { value: begin() });
