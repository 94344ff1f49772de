// The course in its frame, as large as an LMS would show it, and the controls of the LMS.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import { Reach } from "./Reach";
import { Recorded } from "./Record";
import { type Size, SIZES, StageBar } from "./StageBar";
import { busy, course, play, player, session } from "./state";
import { Watch } from "./Watch";

/** What a course may do in the browser of a person. It never reaches the page around it. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock";

export function Stage() {
  const [size, setSize] = useState(0);
  const [zoom, setZoom] = useState(100);
  const [drawn, setDrawn] = useState("");
  const [scaled, setScaled] = useState("");
  const frame = useRef<HTMLDivElement>(null);
  const state = course.value;
  // While another view is shown, no session is named, and the course plays on.
  const isMine = player.value !== null && player.value.session === (session() ?? player.value.session);
  // What an agent plays is shown as pictures of its own browser.
  const isWatched = state?.card.driver === "agent";
  return (
    <div class="stage">
      <StageBar
        isMine={isMine}
        isWatched={isWatched}
        look={{
          size,
          zoom,
          drawn,
          change: (look) => {
            if (look.size !== undefined) setSize(look.size);
            if (look.zoom !== undefined) setZoom(look.zoom);
          },
          fillScreen: () => void frame.current?.requestFullscreen(),
        }}
      />
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
          <>
            <Caption words={scaled} />
            <Frame
              url={player.value.url}
              size={SIZES[size] ?? null}
              zoom={zoom / 100}
              told={setDrawn}
              scaled={setScaled}
            />
          </>
        ) : (
          <Nothing />
        )}
      </div>
    </div>
  );
}

/** What plays: the activity, its file, and how large it is drawn. */
function Caption({ words }: { words: string }) {
  const state = course.value;
  if (!state || state.is_over) return null;
  return (
    <p class="stage-caption">
      <b>{state.card.activity ?? state.card.title}</b> <code>{state.url}</code>
      <span class="spacer" />
      <span>{words}</span>
    </p>
  );
}

interface FrameProps {
  url: string;
  size: Size;
  zoom: number;
  /** What is drawn by the corner. */
  told: (drawn: string) => void;
  /** How large it is shown. */
  scaled: (words: string) => void;
}

/** The frame keeps its size; what does not fit is made smaller as a whole. Zoomed in, it can be scrolled. */
function Frame({ url, size, zoom, told, scaled }: FrameProps) {
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
      const fitting =
        size === null || size === "free"
          ? zoom
          : zoom * Math.min(1, element.clientWidth / size[0], element.clientHeight / size[1]);
      setScale(fitting);
      const [wide, high] = Array.isArray(size) ? size : [shown.offsetWidth, shown.offsetHeight];
      if (size === "free") told(`${wide} × ${high}`);
      scaled([`${wide} × ${high}`, fitting === 1 ? "" : `${Math.round(fitting * 100)} %`].filter(Boolean).join(" · "));
    };
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    watch.observe(drawn);
    fit();
    return () => watch.disconnect();
  }, [size, zoom, told, scaled]);
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
