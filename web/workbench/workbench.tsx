// The workbench page: one place for all that people do with Greenroom.

import { effect } from "@preact/signals";
import { render } from "preact";
import { watchAttention } from "./attention";
import { receiveFrame } from "./courses/frames";
import { prepareEngine } from "./courses/live";
import { listenToKeys } from "./dialogs/keys";
import { receive } from "./inbox";
import { pairFromAddress } from "./pairing";
import { showKeys } from "./shell/Keys";
import { Shell } from "./shell/Shell";
import { connect } from "./socket";
import { connection, settings } from "./state";
import { language as inspectorLanguage } from "../inspector/words";
import { language } from "./strings";

effect(() => {
  document.documentElement.dataset["theme"] = settings.value.theme;
  document.documentElement.lang = language.value;
  inspectorLanguage.value = language.value;
});
// A file dropped beside a card would replace the page, with everything entered.
for (const type of ["dragover", "drop"]) document.addEventListener(type, (event) => event.preventDefault());
watchAttention();
listenToKeys(showKeys);
render(<Shell />, document.getElementById("workbench") ?? document.body);

await pairFromAddress();
connect({ message: receive, frame: receiveFrame, connection: (next) => (connection.value = next) });
prepareEngine();
