// The page begins: admission first, and only then the session.

import "./ui.css";
import { othersByServer, seekAdmission, type Admission } from "./admission";
import { answerAttention, showDuplicate, withoutConserve } from "./duplicate";
import { fieldOf } from "./field";
import { TOKEN_KEY } from "./link";
import { explainMarks } from "./marks";
import { Notices } from "./notices";
import { Page } from "./page";
import type { Json } from "./wire";

const { session = "1", build = "" } = document.documentElement.dataset;
const main = document.querySelector("main") ?? document.body;
const notices = new Notices(document.querySelector("greenroom-notices") ?? document.body);

/** For scripts of authors. */
Object.assign(window, {
  greenroom: { set: (element: Element, value?: Json) => fieldOf(element)?.set(value) },
});

// Forms are for Lua; nothing is ever submitted to a server.
document.addEventListener("submit", (event) => event.preventDefault());

// The page was let in by its cookie, but what the socket asks for is gone.
if (!localStorage.getItem(TOKEN_KEY)) {
  location.replace(`/-/enter?to=${encodeURIComponent(location.href)}`);
}

sessionStorage.removeItem("greenroom-ui-tried");

const conserve = new URLSearchParams(location.search).get("conserve") === "true";
const admission = await seekAdmission(session, build, conserve);
if (admission.isAdmitted) begin(admission);
else showDuplicate(session, main, admission.worker);

function begin({ tab, others, worker }: Admission): void {
  if (conserve) history.replaceState(history.state, "", withoutConserve());
  if (worker) answerAttention(session, worker, notices);
  explainMarks();
  new Page(session, tab, main, notices).start();
  if (others !== null) void lookElsewhere(tab, others);
}

/** The worker knows the tabs of this browser only; the server knows all. */
async function lookElsewhere(tab: string, here: number): Promise<void> {
  if ((await othersByServer(session, tab)) > here) {
    notices.show("elsewhere", "This session is also open in another browser.");
  }
}
