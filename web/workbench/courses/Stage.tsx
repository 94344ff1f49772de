// The course in its frame, as large as an LMS would show it, and the controls of the LMS.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import type { Leaving } from "../wire";
import { Again } from "./Again";
import { Icon } from "./Icon";
import { Reach } from "./Reach";
import { Record, Recorded } from "./Record";
import { leaveCourse } from "./recording";
import { busy, course, navigate, play, player, popOut, session } from "./state";
import { Watch } from "./Watch";
import { inWords } from "./words";

/** Width and height in pixels; nothing is as large as there is room, and what is free is drawn by its corner. */
type Size = [number, number] | null | "free";
const SIZES: Size[] = [null, "free", [1024, 768], [1280, 720], [1920, 1080], [768, 1024], [390, 844]];

const ZOOMS = [50, 75, 100, 125, 150, 200];

/** What a course may do in the browser of a person. It never reaches the page around it. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock";

export function Stage() {
  const [size, setSize] = useState(0);
  const [zoom, setZoom] = useState(100);
  const [drawn, setDrawn] = useState("");
  const frame = useRef<HTMLDivElement>(null);
  const state = course.value;
  // While another view is shown, no session is named, and the course plays on.
  const isMine = player.value !== null && player.value.session === (session() ?? player.value.session);
  // What an agent plays is shown as pictures of its own browser.
  const isWatched = state?.card.driver === "agent";
  return (
    <div class="stage">
      <div class="stage-bar">
        <Control name="previous" words="←" />
        <Control name="continue" words="→" />
        {!isWatched && (
          <select
            aria-label={t("play.size")}
            value={size}
            onChange={(event) => setSize(Number(event.currentTarget.value))}
          >
            {SIZES.map((one, index) => (
              <option key={String(one)} value={index}>
                {one === null ? t("play.fit") : one === "free" ? t("play.free") : `${one[0]} × ${one[1]}`}
              </option>
            ))}
          </select>
        )}
        {!isWatched && SIZES[size] === "free" && (
          <span class="hint drawn" title={t("play.freeText")}>
            {drawn}
          </span>
        )}
        {!isWatched && (
          <select
            aria-label={t("play.zoom")}
            value={zoom}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
          >
            {ZOOMS.map((one) => (
              <option key={one} value={one}>
                {one} %
              </option>
            ))}
          </select>
        )}
        <span class="spacer" />
        <button
          class="sign"
          aria-label={t("play.fullscreen")}
          title={t("play.fullscreen")}
          type="button"
          data-fullscreen
          disabled={!isMine && !isWatched}
          onClick={() => void frame.current?.requestFullscreen()}
        >
          <Icon name="fullscreen" />
        </button>
        {!isWatched && (
          <button
            class="sign"
            aria-label={t("play.window")}
            title={t("play.window")}
            type="button"
            data-window
            disabled={busy.value}
            onClick={() => void popOut()}
          >
            <Icon name="window" />
          </button>
        )}
        {!isWatched && <Leave isMine={isMine} />}
      </div>
      <Recorded />
      {state?.refused != null && (
        <p class="refused" role="status">
          {state.refused}
        </p>
      )}
      <div class="stage-room" ref={frame}>
        {isWatched ? (
          <Watch />
        ) : isMine && player.value ? (
          <Frame url={player.value.url} size={SIZES[size] ?? null} zoom={zoom / 100} told={setDrawn} />
        ) : (
          <Nothing />
        )}
      </div>
      {state && !state.is_over && (
        <p class="stage-foot hint">
          {state.url} · {inWords(state.card.status)}
        </p>
      )}
    </div>
  );
}

/** How a person who plays begins anew, and goes. */
function Leave({ isMine }: { isMine: boolean }) {
  return (
    <>
      <Record />
      <button
        class="sign"
        aria-label={t("play.reload")}
        type="button"
        data-reload
        title={t("play.reloadText")}
        disabled={!isMine || busy.value}
        onClick={() => void play()}
      >
        <Icon name="reload" />
      </button>
      <Again />
      <button
        type="button"
        data-leave="suspend"
        disabled={!isMine || busy.value}
        onClick={() => void leaveCourse("suspend")}
      >
        {t("play.suspend")}
      </button>
      <button type="button" data-leave="exit" disabled={!isMine || busy.value} onClick={() => void leaveCourse("exit")}>
        {t("play.exit")}
      </button>
      <OtherWays isMine={isMine} />
    </>
  );
}

/** Ways in which a course is left without asking the LMS. */
function OtherWays({ isMine }: { isMine: boolean }) {
  const [open, setOpen] = useState(false);
  const go = (how: Leaving) => {
    setOpen(false);
    void leaveCourse(how);
  };
  const ways = [
    ["closed_tab", "play.closedTab"],
    ["lost_connection", "play.lostConnection"],
  ] as const;
  return (
    <details class="again" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={t("play.otherWays")} title={t("play.otherWays")}>
        …
      </summary>
      <div class="again-form">
        {ways.map(([how, words]) => (
          <div key={how}>
            <button type="button" data-leave={how} disabled={!isMine || busy.value} onClick={() => go(how)}>
              {t(words)}
            </button>
            <p class="hint">{t(`${words}Text`)}</p>
          </div>
        ))}
      </div>
    </details>
  );
}

function Control({ name, words }: { name: "previous" | "continue"; words: string }) {
  const state = course.value;
  if (state?.hidden.includes(name)) return null;
  const mayUse = state?.card.driver === "person" && state.available.includes(name);
  return (
    <button
      type="button"
      aria-label={t(`play.${name}`)}
      title={t(`play.${name}`)}
      disabled={!mayUse || busy.value}
      onClick={() => void navigate({ control: name })}
    >
      {words}
    </button>
  );
}

/** The frame keeps its size; what does not fit is made smaller as a whole. Zoomed in, it can be scrolled. */
function Frame({ url, size, zoom, told }: { url: string; size: Size; zoom: number; told: (drawn: string) => void }) {
  const room = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  const isFree = size === "free";
  useEffect(() => {
    const element = room.current;
    const drawn = box.current;
    if (!element || !drawn) return;
    const fit = () => {
      const shown = drawn.firstElementChild as HTMLElement;
      if (size === "free") told(`${shown.offsetWidth} × ${shown.offsetHeight}`);
      if (size === null || size === "free") return setScale(zoom);
      setScale(zoom * Math.min(1, element.clientWidth / size[0], element.clientHeight / size[1]));
    };
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    watch.observe(drawn);
    fit();
    return () => watch.disconnect();
  }, [size, zoom, told]);
  const [width, height] =
    size === null || size === "free" ? [`${100 / scale}%`, `${100 / scale}%`] : [`${size[0]}px`, `${size[1]}px`];
  const style = { width, height, transform: `scale(${scale})`, transformOrigin: "0 0" };
  return (
    <div class="frame-room" ref={room}>
      <Reach url={url} />
      {/* The frame stays where it is in the document, whatever its size: moved, it would load again. */}
      <div class={isFree ? "frame-box is-free" : "frame-box"} ref={box}>
        <iframe
          class="course"
          title={t("play.course")}
          src={url}
          sandbox={SANDBOX}
          allow="autoplay; fullscreen"
          referrerpolicy="no-referrer"
          style={style}
        />
      </div>
    </div>
  );
}

/** No course is in the frame: why, and how to get it there. */
function Nothing() {
  const state = course.value;
  if (!state || busy.value) return <p class="nothing">{t("play.waiting")}</p>;
  return (
    <div class="nothing">
      <p>{t(state.card.driver === "person" ? "play.elsewhere" : "play.left")}</p>
      <button type="button" class="primary" onClick={() => void play()}>
        {t("play.resume")}
      </button>
    </div>
  );
}
