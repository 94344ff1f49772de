// The bar above the course: controls of the LMS, the frame, the LMS and the learner, and the ways out. One row at any
// width: what has no room is behind “more”.

import { Icon } from "../../inspector/Icon";
import { Popover } from "../../inspector/Popover";
import { t } from "../strings";
import { Leave } from "./Leave";
import { LmsPick, LearnerPick } from "./PlayAs";
import { Record } from "./Record";
import { busy, course, navigate, play, popOut } from "./state";

/** Width and height in pixels; nothing is as large as there is room, and what is free is drawn by its corner. */
export type Size = [number, number] | null | "free";
export const SIZES: Size[] = [null, "free", [1024, 768], [1280, 720], [1920, 1080], [768, 1024], [390, 844]];

const ZOOMS = [50, 75, 100, 125, 150, 200];

export interface FrameLook {
  /** Place in `SIZES`. */
  size: number;
  zoom: number;
  /** What is drawn, where the size is free. */
  drawn: string;
  change: (look: { size?: number; zoom?: number }) => void;
  fillScreen: () => void;
}

export function StageBar({ isMine, isWatched, look }: { isMine: boolean; isWatched: boolean; look: FrameLook }) {
  const isRecorded = typeof course.value?.recorded === "number";
  return (
    <div class="inspecting stage-bar strip" role="toolbar" aria-label={t("play.course")}>
      <Control name="previous" icon="prev" />
      <Control name="continue" icon="next" />
      {!isWatched && (
        <>
          <button
            class="quiet only"
            aria-label={t("play.reload")}
            type="button"
            data-reload
            title={t("play.reloadText")}
            disabled={!isMine || busy.value}
            onClick={() => void play()}
          >
            <Icon name="reload" />
          </button>
          <span class="sep roomy" />
          <span class="roomy pair">
            <FrameSize look={look} />
          </span>
          <span class="sep" />
          <LmsPick />
          <span class="roomier">
            <LearnerPick />
          </span>
        </>
      )}
      {isWatched && <PlayedIn />}
      <span class="grow" />
      {!isWatched && (
        <>
          <span class={isRecorded ? "pair" : "pair roomish"}>
            <Record />
          </span>
          <span class="pair roomy">
            <OwnWindow />
          </span>
          <Popover
            face={<Icon name="more" />}
            look="quiet only more-only"
            label={t("play.more")}
            title={t("play.more")}
            name={t("play.more")}
            paneLook="menu"
            align="end"
            width={260}
          >
            {() => <More look={look} isMine={isMine} />}
          </Popover>
        </>
      )}
      <span class="pair roomish">
        <FullScreen look={look} isOn={isMine || isWatched} />
      </span>
      {!isWatched && <Leave isMine={isMine} />}
    </div>
  );
}

/** What the bar has no room for. */
function More({ look, isMine }: { look: FrameLook; isMine: boolean }) {
  return (
    <>
      <div class="bar">
        <FrameSize look={look} />
        <LearnerPick />
      </div>
      {typeof course.value?.recorded === "number" || <Record inMenu />}
      <OwnWindow inMenu />
      <FullScreen look={look} isOn={isMine} inMenu />
    </>
  );
}

function FrameSize({ look }: { look: FrameLook }) {
  return (
    <>
      <label class="pick">
        <select
          aria-label={t("play.size")}
          value={look.size}
          onChange={(event) => look.change({ size: Number(event.currentTarget.value) })}
        >
          {SIZES.map((one, index) => (
            <option key={String(one)} value={index}>
              {one === null ? t("play.fit") : one === "free" ? t("play.free") : `${one[0]} × ${one[1]}`}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </label>
      {SIZES[look.size] === "free" && (
        <span class="muted small drawn" title={t("play.freeText")}>
          {look.drawn}
        </span>
      )}
      <label class="pick">
        <select
          aria-label={t("play.zoom")}
          value={look.zoom}
          onChange={(event) => look.change({ zoom: Number(event.currentTarget.value) })}
        >
          {ZOOMS.map((one) => (
            <option key={one} value={one}>
              {one} %
            </option>
          ))}
        </select>
        <Icon name="down" />
      </label>
    </>
  );
}

function FullScreen({ look, isOn, inMenu = false }: { look: FrameLook; isOn: boolean; inMenu?: boolean }) {
  return (
    <button
      class={inMenu ? "menu-item in-row" : "quiet only"}
      aria-label={t("play.fullscreen")}
      title={t("play.fullscreen")}
      type="button"
      data-fullscreen
      disabled={!isOn}
      onClick={look.fillScreen}
    >
      <Icon name="full" />
      {inMenu && t("play.fullscreen")}
    </button>
  );
}

function OwnWindow({ inMenu = false }: { inMenu?: boolean }) {
  return (
    <button
      class={inMenu ? "menu-item in-row" : "quiet only"}
      aria-label={t("play.window")}
      title={t("play.window")}
      type="button"
      data-window
      disabled={busy.value}
      onClick={() => void popOut()}
    >
      <Icon name="window" />
      {inMenu && t("play.window")}
    </button>
  );
}

/** The LMS that an agent has chosen. */
function PlayedIn() {
  const name = course.value?.played_as.lms_profile;
  const lms = course.value?.profiles.find((one) => one.name === name);
  return lms && !lms.is_standard ? <span class="tag">{lms.title}</span> : null;
}

function Control({ name, icon }: { name: "previous" | "continue"; icon: string }) {
  const state = course.value;
  if (state?.hidden.includes(name)) return null;
  const mayUse = state?.card.driver === "person" && state.available.includes(name);
  return (
    <button
      type="button"
      class="quiet only"
      aria-label={t(`play.${name}`)}
      title={t(`play.${name}`)}
      disabled={!mayUse || busy.value}
      onClick={() => void navigate({ control: name })}
    >
      <Icon name={icon} />
    </button>
  );
}
