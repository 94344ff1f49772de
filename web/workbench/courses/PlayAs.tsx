// As what the course is played: in which LMS, as which learner. Another one begins the course anew, and that is said
// before it is done.

import { useState } from "preact/hooks";
import { Icon } from "../../inspector/Icon";
import { Popover } from "../../inspector/Popover";
import { t } from "../strings";
import type { EditionWish, LmsName, Mode, PlayedAs } from "../wire";
import { busy, course, play } from "./state";

const EDITIONS: EditionWish[] = ["2nd", "3rd", "4th"];
const MODES: Mode[] = ["normal", "browse", "review"];

/** The LMS of a session; nothing while the standard alone counts. */
export function playedLms(): LmsName | null {
  const state = course.value;
  const found = state?.profiles.find((one) => one.name === state.played_as.lms_profile);
  return found && !found.is_standard ? found : null;
}

export function LmsPick() {
  const state = course.value;
  const now = playedLms();
  return (
    <Popover
      face={
        <>
          <span class="muted roomier">{t("play.profile")}</span>{" "}
          <span class="clip">{now ? now.title : t("play.standard")}</span>
          <Icon name="down" />
        </>
      }
      look="pick lms-pick"
      label={`${t("play.profile")} ${now ? now.title : t("play.standard")}`}
      title={t("play.lmsText")}
      name={t("play.whichLms")}
      width={300}
      disabled={state === null || busy.value}
    >
      {(close) => <ChooseLms now={now} close={close} />}
    </Popover>
  );
}

function ChooseLms({ now, close }: { now: LmsName | null; close: () => void }) {
  const all = course.value?.profiles ?? [];
  const usual = now?.name ?? all.find((one) => one.is_standard)?.name ?? "";
  const [wanted, setWanted] = useState(usual);
  const title = all.find((one) => one.name === wanted)?.title ?? "";
  return (
    <form
      class="play-as"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        void play({ start_over: true, lms_profile: wanted });
      }}
    >
      <fieldset>
        <legend>{t("play.whichLms")}</legend>
        {all.map((one) => (
          <label class="lms-option" key={one.name}>
            <input
              type="radio"
              name="lms"
              value={one.name}
              checked={one.name === wanted}
              onChange={() => setWanted(one.name)}
            />
            {one.title}
          </label>
        ))}
      </fieldset>
      <p class="muted small">{t("play.againText")}</p>
      <button type="submit" class="primary" disabled={busy.value || wanted === usual}>
        {wanted === usual ? t("play.startOver") : t("play.startIn", { lms: title })}
      </button>
    </form>
  );
}

export function LearnerPick() {
  const as = course.value?.played_as;
  const mode = as?.mode ?? "normal";
  return (
    <Popover
      face={
        <>
          <span class="clip">{t(`learnerMode.${mode}`)}</span>
          <Icon name="down" />
        </>
      }
      look="pick learner-pick"
      label={`${t("play.who")}: ${t(`learnerMode.${mode}`)}`}
      title={t("play.whoText")}
      name={t("play.who")}
      paneLook="again-form"
      width={300}
      disabled={as === undefined || busy.value}
    >
      {(close) => as && <AsLearner as={as} close={close} />}
    </Popover>
  );
}

function AsLearner({ as, close }: { as: PlayedAs; close: () => void }) {
  const [mode, setMode] = useState<Mode>(as.mode);
  const [name, setName] = useState(as.learner_name ?? "");
  const [edition, setEdition] = useState<EditionWish | "">(as.edition ?? "");
  const [isUncredited, setUncredited] = useState(as.no_credit);
  const is2004 = course.value?.card.scorm_version?.startsWith("2004") ?? false;
  return (
    <form
      class="play-as"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        void play({
          start_over: true,
          mode,
          no_credit: isUncredited,
          learner_name: name.trim(),
          ...(edition === "" ? { declared_edition: true } : { edition }),
        });
      }}
    >
      <label class="field">
        <span>{t("play.learner")}</span>
        <input
          type="text"
          name="learner"
          value={name}
          placeholder="Learner, Greenroom"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        <span>{t("play.mode")}</span>
        <select name="mode" value={mode} onChange={(event) => setMode(event.currentTarget.value as Mode)}>
          {MODES.map((one) => (
            <option key={one} value={one}>
              {t(`learnerMode.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {is2004 && (
        <label class="field">
          <span>{t("play.edition")}</span>
          <select
            name="edition"
            value={edition}
            onChange={(event) => setEdition(event.currentTarget.value as EditionWish | "")}
          >
            <option value="">{t("play.declared")}</option>
            {EDITIONS.map((one) => (
              <option key={one} value={one}>
                SCORM 2004 {one}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="check">
        <input
          type="checkbox"
          name="uncredited"
          checked={isUncredited}
          onChange={(event) => setUncredited(event.currentTarget.checked)}
        />{" "}
        {t("play.noCredit")}
      </label>
      <p class="muted small">{t("play.againText")}</p>
      <button type="submit" class="primary" disabled={busy.value}>
        {t("play.startOver")}
      </button>
    </form>
  );
}
