// What an agent plays, live: who drives, what is done where, and the wheel for the person who wants it.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import type { Ended, Holder, Seat } from "../wire";
import { drive, give, lastAct, ownPage, seat } from "./driving";
import { isSeen, picture, rate, unwatchFrames, watchFrames } from "./frames";
import { lendHand } from "./hand";
import { Icon } from "./Icon";
import { LivePicture } from "./LivePicture";
import { course, online, session } from "./state";

const SECOND = 1_000;
/** Pixels around the picture. */
const EDGE = 4;
/** How long it is said that somebody gave back. */
const ENDED_SHOWN_MS = 60 * SECOND;

export function Watch() {
  const id = session();
  const isOnline = online();
  const isVisible = isSeen.value;
  useEffect(() => {
    if (!isOnline || !isVisible || id === null) return;
    const view = {};
    watchFrames(view, [id], "live");
    return () => unwatchFrames(view);
  }, [isOnline, isVisible, id]);
  useTakeOverKey(id);
  if (id === null) return null;
  const here = seat.value?.session === id ? seat.value.seat : null;
  const mine = here?.holder?.page === ownPage.value && ownPage.value !== "";
  const drives = mine && here?.holder?.hold === "drives";
  return (
    <div class={`watch ${here?.holder ? "is-held" : ""} ${mine ? "is-mine" : ""}`} data-drives={drives}>
      <Banner id={id} seat={here} mine={mine} />
      <Caption id={id} />
      <Screen id={id} drives={drives} />
      {here && <Here seat={here} />}
    </div>
  );
}

/** `T` takes over and gives back, wherever nothing is typed. */
function useTakeOverKey(id: string | null): void {
  useEffect(() => {
    if (id === null) return;
    const listen = (event: KeyboardEvent) => {
      const typing = (event.target as Element | null)?.closest?.("input, textarea, select, [contenteditable], dialog");
      if (event.key !== "t" || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      const mine = seat.value?.session === id && seat.value.seat.holder?.page === ownPage.value;
      void drive(id, { wish: mine ? "give_back" : "take_over" });
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [id]);
}

/** A clock that ticks while somebody looks. */
function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), SECOND);
    return () => clearInterval(ticking);
  }, []);
  return now;
}

function Banner({ id, seat: here, mine }: { id: string; seat: Seat | null; mine: boolean }) {
  const now = useNow();
  const agent = here?.agent ?? t("watch.agent");
  const holder = here?.holder ?? null;
  const isOver = course.value?.is_over === true;
  return (
    <div class={`notice ${holder ? (mine ? "is-you" : "is-other") : "is-agent"}`}>
      <Icon name={holder ? "wheel" : "spark"} />
      <p class="notice-words" role="status">
        {holder === null ? (
          <>
            <b>{t(isOver ? "watch.agentOver" : "watch.agentDrives", { agent })}</b>{" "}
            {here?.ended ? endedWords(here.ended, now) : t("watch.live")}
          </>
        ) : (
          <HolderWords holder={holder} mine={mine} agent={agent} seat={here} now={now} />
        )}
      </p>
      <span class="notice-acts">
        {holder === null && (
          <button type="button" data-wheel="pause" onClick={() => void drive(id, { wish: "pause" })}>
            <Icon name="pause" />
            {t("watch.pause")}
          </button>
        )}
        {!(mine && holder?.hold === "drives") && (
          <button
            type="button"
            class={mine ? "" : "primary"}
            data-wheel="take"
            onClick={() => void drive(id, { wish: "take_over" })}
          >
            <Icon name="wheel" />
            {t("watch.take")}
            <kbd>T</kbd>
          </button>
        )}
        {mine && (
          <button type="button" class="primary" data-wheel="give" onClick={() => void drive(id, { wish: "give_back" })}>
            <Icon name="spark" />
            {holder?.hold === "paused" ? t("watch.goOn") : t("watch.give", { agent })}
          </button>
        )}
      </span>
    </div>
  );
}

function HolderWords(props: { holder: Holder; mine: boolean; agent: string; seat: Seat | null; now: number }) {
  const { holder, mine, agent, now } = props;
  const who = mine ? "you" : "other";
  const waiting = props.seat?.waiting[0];
  const since = new Date(holder.since).toTimeString().slice(0, 8);
  return (
    <>
      <b>{t(`watch.${holder.hold}.${who}`, { name: holder.name, agent })}</b> {t("watch.since", { time: since })}
      {waiting && <> {t("watch.waits", { agent, tool: waiting.tool, left: countdown(waiting.until - now) })}</>}
      {!waiting && props.seat?.acting && <> {t("watch.stillActs", { agent, tool: props.seat.acting })}</>}
      {mine && holder.hold === "drives" && !waiting && <> {t("watch.leaveKeys")}</>}
      {holder.is_away && <> {t("watch.away")}</>}
    </>
  );
}

function endedWords(ended: Ended, now: number): string {
  if (now - ended.at > ENDED_SHOWN_MS) return t("watch.live");
  return t(`watch.ended.${ended.cause}`, { name: ended.name });
}

function countdown(left: number): string {
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function Caption({ id }: { id: string }) {
  useNow();
  const state = course.value;
  const perSecond = rate(id);
  return (
    <p class="watch-caption">
      <b>{state?.card.activity ?? state?.card.title}</b> <code>{state?.url}</code>
      <span class="spacer" />
      <span class="per-second">{perSecond > 0 ? t("watch.rate", { n: perSecond }) : t("watch.still")}</span>
    </p>
  );
}

/** The picture, as large as there is room, with what is done drawn over it. */
function Screen({ id, drives }: { id: string; drives: boolean }) {
  const room = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = picture(id).value;
  const [box, setBox] = useState<[number, number]>([0, 0]);
  const width = shown?.width ?? 1024;
  const height = shown?.height ?? 768;
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const fit = () => {
      // The frame has a coloured edge around it.
      const [wide, high] = [element.clientWidth - 2 * EDGE, Math.max(200, element.clientHeight - 2 * EDGE)];
      const scale = Math.min(1, wide / width, high / height);
      setBox([Math.floor(width * scale), Math.floor(height * scale)]);
    };
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    fit();
    return () => watch.disconnect();
  }, [width, height]);
  useEffect(() => {
    const element = field.current;
    if (!element || !drives) return;
    element.focus({ preventScroll: true });
    const leave = () => document.querySelector<HTMLElement>("[data-wheel=give]")?.focus();
    return lendHand(element, (input) => give(id, input), leave);
  }, [drives, id]);
  return (
    <div class="watch-room" ref={room}>
      <div class="watch-frame" style={{ width: `${box[0]}px`, height: `${box[1]}px` }}>
        <LivePicture session={id} label={t("watch.picture", { title: course.value?.card.title ?? "" })} />
        {shown === null && <p class="watch-none">{t(course.value?.is_over ? "watch.noCourse" : "watch.coming")}</p>}
        <LastAct id={id} />
        {drives && (
          <textarea
            class="watch-hand"
            ref={field}
            aria-label={t("watch.hand")}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
          />
        )}
      </div>
    </div>
  );
}

/** A ring where the last act was, and a word on it. */
function LastAct({ id }: { id: string }) {
  const last = lastAct.value;
  if (last?.session !== id) return null;
  const { act } = last;
  const isMine = act.by === "person" && seat.value?.seat.holder?.page === ownPage.value;
  const who = act.by === "person" ? (act.name ?? "") : (seat.value?.seat.agent ?? t("watch.agent"));
  const does = t(`watch.act.${act.kind}`, { who, on: act.on ?? "" }, `${who}: ${act.kind}`);
  const style = act.place ? { left: `${act.place.x * 100}%`, top: `${act.place.y * 100}%` } : {};
  const across = (act.place?.x ?? 0.5) > 0.7 ? "is-left" : (act.place?.x ?? 0.5) < 0.3 ? "is-right" : "";
  const side = `${across} ${(act.place?.y ?? 0) > 0.8 ? "is-above" : ""}`;
  return (
    <span class={`act-mark is-${act.by} ${act.place ? side : "is-somewhere"}`} style={style} key={act.number}>
      {act.place && <span class="ring" aria-hidden="true" />}
      {!isMine && <span class="act-label">{does}</span>}
    </span>
  );
}

function Here({ seat: here }: { seat: Seat }) {
  const { holder } = here;
  const people = here.here.map((one) => ({
    page: one.page,
    name: one.page === ownPage.value ? t("watch.you") : one.name,
    does: `${one.page === ownPage.value ? "watch.youDo" : "watch.does"}.${holder?.page === one.page ? holder.hold : "watches"}`,
  }));
  return (
    <ul class="here" aria-label={t("watch.here")}>
      <li>
        <Icon name="spark" />
        <b>{here.agent ?? t("watch.agent")}</b>{" "}
        <span class="label is-agent">
          {here.waiting.length > 0 ? t("watch.does.waits") : t(holder ? "watch.does.rests" : "watch.does.drives")}
        </span>
      </li>
      {people.map((one) => (
        <li key={one.page}>
          <Icon name="person" />
          {one.name} <span class="label">{t(one.does)}</span>
        </li>
      ))}
    </ul>
  );
}
