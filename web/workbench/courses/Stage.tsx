// The course in its frame, as large as an LMS would show it, and the controls of the LMS.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import type { Mode } from "../wire";
import { busy, course, leave, navigate, play, player, session } from "./state";
import { Watch } from "./Watch";
import { inWords } from "./words";

/** Width and height in pixels; nothing is as large as there is room. */
const SIZES: ([number, number] | null)[] = [null, [1024, 768], [1280, 720], [1920, 1080], [768, 1024], [390, 844]];

/** What a course may do in the browser of a person. It never reaches the page around it. */
const SANDBOX =
  "allow-scripts allow-same-origin allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-downloads allow-pointer-lock";

export function Stage() {
  const [size, setSize] = useState(0);
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
        <span class="spacer" />
        <button type="button" disabled={!isMine && !isWatched} onClick={() => void frame.current?.requestFullscreen()}>
          {t("play.fullscreen")}
        </button>
        {!isWatched && <Leave isMine={isMine} />}
      </div>
      {state?.refused != null && (
        <p class="refused" role="status">
          {state.refused}
        </p>
      )}
      <div class="stage-room" ref={frame}>
        {isWatched ? (
          <Watch />
        ) : isMine && player.value ? (
          <Frame url={player.value.url} size={SIZES[size] ?? null} />
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
      <Again />
      <button type="button" data-leave="suspend" disabled={!isMine || busy.value} onClick={() => void leave("suspend")}>
        {t("play.suspend")}
      </button>
      <button type="button" data-leave="exit" disabled={!isMine || busy.value} onClick={() => void leave("exit")}>
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

/** The frame keeps its size; what does not fit is made smaller as a whole. */
function Frame({ url, size }: { url: string; size: [number, number] | null }) {
  const room = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const fit = () => {
      if (size === null) return setScale(1);
      setScale(Math.min(1, element.clientWidth / size[0], element.clientHeight / size[1]));
    };
    const watch = new ResizeObserver(fit);
    watch.observe(element);
    fit();
    return () => watch.disconnect();
  }, [size]);
  const style =
    size === null
      ? { width: "100%", height: "100%" }
      : { width: `${size[0]}px`, height: `${size[1]}px`, transform: `scale(${scale})`, transformOrigin: "0 0" };
  return (
    <div class="frame-room" ref={room}>
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

/** Plays the course again from its beginning, as another kind of learner if so wished. */
function Again() {
  const [mode, setMode] = useState<Mode>("normal");
  const [name, setName] = useState("");
  const [open, setOpen] = useState(false);
  return (
    <details class="again" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("play.again")}</summary>
      <form
        class="again-form"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(false);
          const learner = name.trim() === "" ? {} : { learner_name: name.trim() };
          void play({ start_over: true, mode, ...learner });
        }}
      >
        <label class="field">
          <span>{t("play.mode")}</span>
          <select value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
            {(["normal", "browse", "review"] as Mode[]).map((one) => (
              <option key={one} value={one}>
                {t(`learnerMode.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("play.learner")}</span>
          <input
            value={name}
            placeholder="Learner, Greenroom"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <p class="hint">{t("play.againText")}</p>
        <button type="submit" class="primary" disabled={busy.value}>
          {t("play.startOver")}
        </button>
      </form>
    </details>
  );
}
