// The course in its frame, as large as an LMS would show it, and the controls of the LMS.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import { Again } from "./Again";
import { Reach } from "./Reach";
import { Record, Recorded } from "./Record";
import { leaveCourse } from "./recording";
import { busy, course, navigate, play, player, popOut, session } from "./state";
import { Watch } from "./Watch";
import { inWords } from "./words";

/** Width and height in pixels; nothing is as large as there is room. */
const SIZES: ([number, number] | null)[] = [null, [1024, 768], [1280, 720], [1920, 1080], [768, 1024], [390, 844]];

const ZOOMS = [50, 75, 100, 125, 150, 200];

/** What a course may do in the browser of a person. It never reaches the page around it. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock";

export function Stage() {
  const [size, setSize] = useState(0);
  const [zoom, setZoom] = useState(100);
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
                {one === null ? t("play.fit") : `${one[0]} × ${one[1]}`}
              </option>
            ))}
          </select>
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
        <button type="button" disabled={!isMine && !isWatched} onClick={() => void frame.current?.requestFullscreen()}>
          {t("play.fullscreen")}
        </button>
        {!isWatched && (
          <button type="button" disabled={busy.value} onClick={() => void popOut()}>
            {t("play.window")}
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
          <Frame url={player.value.url} size={SIZES[size] ?? null} zoom={zoom / 100} />
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
    </>
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
function Frame({ url, size, zoom }: { url: string; size: [number, number] | null; zoom: number }) {
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const fit = () => {
      if (size === null) return setScale(zoom);
      setScale(zoom * Math.min(1, element.clientWidth / size[0], element.clientHeight / size[1]));
    };
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    fit();
    return () => watch.disconnect();
  }, [size, zoom]);
  const [width, height] = size === null ? [`${100 / scale}%`, `${100 / scale}%`] : [`${size[0]}px`, `${size[1]}px`];
  const style = { width, height, transform: `scale(${scale})`, transformOrigin: "0 0" };
  return (
    <div class="frame-room" ref={room}>
      <Reach url={url} />
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
