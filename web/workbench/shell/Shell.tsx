// The shell: navigation, connection state, and the view below. New views are one entry in `VIEWS` of the state and one here.

import type { JSX } from "preact";
import { Icon } from "../../inspector/Icon";
import {
  announcement,
  askingCards,
  changeSettings,
  connection,
  dismiss,
  settings,
  show,
  status,
  toasts,
  uptime,
  view,
  VIEWS,
  type View,
} from "../state";
import { duration, t } from "../strings";
import { Home } from "../home/Home";
import { Play } from "../courses/Play";
import { History } from "../views/History";
import { Inspector } from "../views/Inspector";
import { Pages } from "../views/Pages";
import { Questions } from "../views/Questions";
import { Settings } from "../views/Settings";
import { Keys } from "./Keys";
import { PairingRequest } from "./PairingRequest";
import { DriverChip, KeysButton, ThemeSwitch } from "./TopChips";
import { Unpaired } from "./Unpaired";

const SHOWN: Record<View, (() => JSX.Element) | null> = {
  home: Home,
  questions: Questions,
  pages: Pages,
  history: History,
  inspector: Inspector,
  settings: Settings,
  // It stays beside the others while a course plays.
  play: null,
};

export function Shell() {
  const unpaired = connection.value === "unpaired";
  const Current = unpaired ? Unpaired : SHOWN[view.value];
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {t("nav.skip")}
      </a>
      <header class="top">
        <p class="brand">
          <span class="mark" aria-hidden="true" />
          Greenroom
        </p>
        {!unpaired && <Navigation />}
        <Toasts />
        <div class="state">
          {!unpaired && <DriverChip />}
          <DoNotDisturb />
          <ThemeSwitch />
          <KeysButton />
          <ConnectionState />
        </div>
      </header>
      {connection.value === "offline" && (
        <p class="banner" role="status">
          {t("link.lost")}
        </p>
      )}
      {connection.value === "online" && <PairingRequest />}
      <main id="main" tabIndex={-1} class={`view-${unpaired ? "unpaired" : view.value}`}>
        {Current && <Current />}
        {!unpaired && <Play />}
      </main>
      <p class="visually-hidden" aria-live="polite" id="announcements">
        {announcement.value}
      </p>
      <Keys />
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Navigation() {
  const open = askingCards.value.length;
  return (
    <nav aria-label={t("nav.label")}>
      {VIEWS.map((one) => (
        <a
          key={one}
          href={`#/${one}`}
          aria-current={view.value === one ? "page" : undefined}
          onClick={(event) => {
            event.preventDefault();
            show(one);
          }}
        >
          {t(`nav.${one}`)}
          {one === "questions" && open > 0 && <span class="count">{open}</span>}
        </a>
      ))}
    </nav>
  );
}

function DoNotDisturb() {
  const on = settings.value.doNotDisturb;
  return (
    <button
      type="button"
      class="icon"
      aria-pressed={on}
      aria-label={t("quiet.toggle")}
      title={t(on ? "quiet.on" : "quiet.off")}
      onClick={() => changeSettings({ doNotDisturb: !on })}
    >
      <Icon name={on ? "bell-off" : "bell"} />
    </button>
  );
}

/** The same three values as `GET /status`, beside the state of this page's own connection. */
function ConnectionState() {
  const known = status.value;
  return (
    <div class={`connection is-${connection.value}`} data-connection={connection.value}>
      <span class="dot" aria-hidden="true" />
      <span role="status">{t(`link.${connection.value}`)}</span>
      {connection.value === "online" && known && (
        <span
          class="asker-state"
          data-connected={String(known.connected)}
          data-active={known.activeDialogs}
          data-uptime={uptime.value}
        >
          {[
            t(known.connected ? "link.agents" : "link.noAgents"),
            t("link.open", { n: known.activeDialogs }),
            t("link.uptime", { time: duration(uptime.value) }),
          ].map((words) => ` · ${words}`)}
        </span>
      )}
    </div>
  );
}

/** In the header, where nothing can be pressed: a word that goes by must not cover a button. */
function Toasts() {
  const older = toasts.value.length - 1;
  return (
    <div class="toasts" role="log" aria-live="polite">
      {toasts.value.map((toast, index) => (
        <p key={toast.id} class={`toast ${toast.tone}`} hidden={index < older}>
          <span class="toast-text" title={toast.text}>
            {toast.text}
          </span>
          {older > 0 && <span class="toast-more">+{older}</span>}
          <button type="button" class="quiet small" aria-label={t("keys.close")} onClick={() => dismiss(toast.id)}>
            ×
          </button>
        </p>
      ))}
    </div>
  );
}
