// The page of a session: takes the server's frames, and keeps the views true to them.

import { aimAt } from "./aim";
import { Link, type LinkEvents } from "./link";
import type { Notices } from "./notices";
import { Outbox, type Saying, type Wire } from "./outbox";
import { Liveness } from "./liveness";
import { restyle } from "./restyle";
import { AppPlace } from "./app_place";
import { Variables, type Variable } from "./variable";
import { View } from "./view";
import { Viewdefs } from "./viewdefs";
import type { Frame, FromPage, FromServer, Json, NoticeKind, Welcome } from "./wire";

const NOT_SENT = { code: "NOT_CONNECTED", message: "Not sent: there is no connection to Greenroom." };
const NOT_DELIVERED = {
  code: "NOT_DELIVERED",
  message: "Not delivered: the connection was lost. Please try again.",
};
const GONE = "What you used has just been removed or replaced; nothing was done.";

export class Page implements LinkEvents, Wire {
  readonly viewdefs = new Viewdefs();
  readonly views = new Set<View>();
  private readonly outbox = new Outbox(this);
  private readonly link: Link;
  private readonly id = crypto.randomUUID();
  private server: string | null = null;
  /** Whether the server knows this connection's variables, so that they can be spoken of. */
  private isWelcome = false;
  private expectsStore = true;
  /** The server said that it stops, so the loss of the connection is expected. */
  private isStopping = false;
  private readonly scrollers = new Set<Element>();
  private readonly liveness = new Liveness();
  variables = new Variables(this.outbox);
  private app: View | null = null;

  constructor(
    private readonly session: string,
    private readonly tab: string,
    private readonly main: Element,
    private readonly notices: Notices,
  ) {
    this.link = new Link(session, this);
    document.addEventListener("visibilitychange", () => this.tellVisibility());
  }

  start(): void {
    this.showApp();
    this.link.open();
  }

  /** Calls a method. Without connection the element says so: a click must not act minutes later. */
  call(variable: Variable, value: Json): void {
    if (!this.outbox.call(aimAt(variable), value)) this.variables.mark(variable, NOT_SENT);
  }

  /** What the human used shows something that is no longer there. */
  tellGone(): void {
    this.notices.pass(GONE);
  }

  /** Content grew: the nearest element that follows its output scrolls to its end. */
  contentAdded(element: Element): void {
    const scroller = element.closest("[ui-scroll-on-output]");
    if (!scroller) return;
    // Once for all content of a frame: looking at heights makes the browser lay out the page.
    if (this.scrollers.size === 0) queueMicrotask(() => this.scroll());
    this.scrollers.add(scroller);
  }

  isOpen(): boolean {
    return this.isWelcome && this.link.isOpen();
  }

  send(messages: FromPage[], userEvent: boolean): number {
    return this.link.send(messages, userEvent);
  }

  opened(): void {
    const { pathname, search } = location;
    const path = (pathname.slice(`/${this.session}`.length) || "/") + search;
    const first: FromPage[] = [
      { type: "hello", protocol: 1, page: this.id, tab: this.tab, path },
      { type: "visible", visible: isVisible() },
    ];
    this.expectsStore = true;
    // Later the variables are told after the welcome, which says what of them is known.
    this.link.send(this.server === null ? [...first, { type: "watch", id: 1 }] : first, false);
  }

  closed(): void {
    this.isWelcome = false;
    this.outbox.lost();
  }

  missing(forLong: boolean): void {
    this.liveness.lost();
    if (this.isStopping && !forLong) return;
    this.notices.show(
      "connection",
      forLong
        ? "Greenroom has stopped or moved; ask your agent to open this page again."
        : "The connection to Greenroom is lost. Trying again…",
    );
  }

  limited(): void {
    this.notices.show("over", "A limit of the session was reached. Trying again…");
  }

  over(): void {
    this.liveness.lost();
    this.notices.clear("connection");
    const reload = { text: "Reload", act: () => location.reload() };
    this.notices.show("over", "This session has ended.", reload);
  }

  frame(frame: Frame<FromServer>): void {
    // Frames of a lost connection are below the number of `hello` too: of them the welcome tells.
    const done = this.isWelcome ? this.outbox.handled(frame.ack) : [];
    const failed = new Set<number>();
    const types = new Set<string>();
    for (const message of frame.messages) {
      switch (message.type) {
        case "welcome":
          this.welcomed(message);
          break;
        case "viewdefs":
          for (const type of this.takeViewdefs(message.defs)) types.add(type);
          break;
        case "update":
          this.variables.take(message, frame.ack);
          break;
        case "destroy":
          this.variables.destroyed(message.ids);
          break;
        case "error":
          if (message.id !== undefined && message.code !== null) failed.add(message.id);
          this.fault(message);
          break;
        case "notice":
          this.notice(message.kind, message.text ?? "");
      }
    }
    this.unmark(done.filter((saying) => saying.action && !failed.has(saying.message.id)));
    this.variables.settle();
    for (const view of types.size > 0 ? [...this.views] : []) view.redefined(types);
    this.variables.sweep();
    // All that follows from a frame goes back at once: there is nothing more to gather.
    this.outbox.flush();
  }

  private welcomed(welcome: Welcome): void {
    this.link.isBack();
    this.liveness.back();
    this.notices.clear("connection");
    this.notices.clear("over");
    this.isStopping = false;
    const isFirst = this.server === null;
    const isRestarted = !isFirst && this.server !== welcome.server;
    this.server = welcome.server;
    this.isWelcome = true;
    if (isFirst) return;
    if (isRestarted) return this.beginAnew();
    this.variables.tellAll();
    const known = (id: number): boolean => this.variables.get(id) !== undefined;
    for (const { message } of this.outbox.again(welcome.handled, known)) {
      const variable = this.variables.get(message.id);
      if (variable) this.variables.mark(variable, NOT_DELIVERED);
      else this.notices.pass(NOT_DELIVERED.message);
    }
  }

  private beginAnew(): void {
    this.notices.pass("Greenroom was restarted.");
    if (this.outbox.forget().length > 0) this.notices.pass(NOT_DELIVERED.message);
    this.app?.release();
    this.views.clear();
    this.variables = new Variables(this.outbox);
    this.showApp();
    this.outbox.tell({ type: "watch", id: 1 });
    this.outbox.flush();
  }

  private takeViewdefs(defs: Parameters<Viewdefs["merge"]>[0]): Set<string> {
    const isStore = this.expectsStore;
    this.expectsStore = false;
    return isStore ? this.viewdefs.replace(defs) : this.viewdefs.merge(defs);
  }

  private showApp(): void {
    this.app = View.ofApp(this, new AppPlace(this.main));
  }

  private scroll(): void {
    for (const scroller of this.scrollers) scroller.scrollTop = scroller.scrollHeight;
    this.scrollers.clear();
  }

  private fault(message: Extract<FromServer, { type: "error" }>): void {
    const { id, code, message: text = "" } = message;
    const variable = id === undefined ? undefined : this.variables.get(id);
    if (variable) this.variables.mark(variable, code === null ? null : { code, message: text });
    else if (id === undefined && code === "GONE") this.tellGone();
    else if (id === undefined && code !== null) this.notices.pass(`${code}: ${text}`);
  }

  /** A call that the server has handled without complaint clears the mark of an earlier one. */
  private unmark(done: Saying[]): void {
    for (const { message } of done) {
      const variable = this.variables.get(message.id);
      if (variable) this.variables.mark(variable, null);
    }
  }

  private notice(kind: NoticeKind, text: string): void {
    switch (kind) {
      case "busy":
        return this.notices.show("busy", text || "The app is busy…");
      case "idle":
        return this.notices.clear("busy");
      case "attention":
        return text ? this.notices.show("attention", text) : this.notices.clear("attention");
      case "reloaded":
        return this.notices.pass(text || "Reloaded.");
      case "style":
        return restyle(this.session);
      case "ended":
      case "stopping":
        this.isStopping = true;
        this.liveness.lost();
        return this.notices.show("over", text || "Greenroom has stopped this session.");
    }
  }

  private tellVisibility(): void {
    this.outbox.tell({ type: "visible", visible: isVisible() });
    this.outbox.flush();
  }
}

function isVisible(): boolean {
  return document.visibilityState === "visible";
}
