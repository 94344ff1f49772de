// What stands at the end of the header: who drives what, and what can be switched from everywhere.

import { effect, signal } from "@preact/signals";
import { Icon } from "../../inspector/Icon";
import { ownPage } from "../courses/driving";
import { course, player, sessions } from "../courses/state";
import { changeSettings, settings, show, view } from "../state";
import { t } from "../strings";
import type { SessionCard } from "../wire";
import { showKeys } from "./Keys";

/** What this page plays, while no view is told of it. */
const own = signal<SessionCard | null>(null);
effect(() => {
  const id = player.value?.session;
  const known = all().find((one) => one.session_id === id);
  if (known) own.value = known;
  else if (own.value?.session_id !== id) own.value = null;
});

/** The session that somebody drives now, first the person's own; it leads there. */
export function DriverChip() {
  const driven = mine() ?? agents();
  if (!driven) return null;
  const { card, isMine } = driven;
  const title = card.title;
  const words = isMine
    ? t("top.drives.you", { title })
    : t("top.drives.agent", { agent: card.agent ?? t("home.anAgent"), title });
  return (
    <a
      class={`driver-chip ${isMine ? "is-person" : "is-agent"}`}
      href={`#/play/${card.session_id}`}
      title={words}
      onClick={(event) => {
        event.preventDefault();
        show("play", card.session_id);
      }}
    >
      <Icon name={isMine ? "wheel" : "spark"} />
      <span>{words}</span>
    </a>
  );
}

interface Driven {
  card: SessionCard;
  isMine: boolean;
}

/** What is told now: in Play of its session, on Home of all. */
function all(): SessionCard[] {
  const now = course.value?.card;
  const listed = view.value === "home" ? (sessions.value ?? []) : [];
  const others = listed.filter((one) => one.session_id !== now?.session_id);
  return now ? [now, ...others] : others;
}

function mine(): Driven | null {
  const held = (one: SessionCard) => one.holder?.hold === "drives" && one.holder.page === ownPage.value;
  const card = own.value ?? all().find(held);
  return card ? { card, isMine: true } : null;
}

function agents(): Driven | null {
  const card = all().find((one) => one.driver === "agent" && one.holder === null);
  return card ? { card, isMine: false } : null;
}

export function ThemeSwitch() {
  const isDark = () =>
    settings.value.theme === "dark" ||
    (settings.value.theme === "system" && matchMedia("(prefers-color-scheme: dark)").matches);
  return (
    <button
      type="button"
      class="icon hide-phone"
      aria-label={t("top.theme")}
      title={t("top.theme")}
      onClick={() => changeSettings({ theme: isDark() ? "light" : "dark" })}
    >
      <Icon name="theme" />
    </button>
  );
}

export function KeysButton() {
  return (
    <button
      type="button"
      class="icon hide-phone"
      aria-label={t("top.keys")}
      title={`${t("top.keys")} (?)`}
      onClick={showKeys}
    >
      <Icon name="help" />
    </button>
  );
}
