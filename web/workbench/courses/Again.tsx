// The course once more from its beginning, as another kind of learner or for another LMS if so wished.

import { useState } from "preact/hooks";
import { t } from "../strings";
import type { EditionWish, Mode } from "../wire";
import { busy, course, play } from "./state";

const EDITIONS: EditionWish[] = ["2nd", "3rd", "4th"];

/** Plays the course again from its beginning, as another kind of learner if so wished. */
export function Again() {
  const [mode, setMode] = useState<Mode>("normal");
  const [name, setName] = useState("");
  const [profile, setProfile] = useState("");
  const [edition, setEdition] = useState("");
  const [isUncredited, setUncredited] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <details class="again" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("play.again")}</summary>
      <form
        class="again-form"
        onSubmit={(event) => {
          event.preventDefault();
          setOpen(false);
          void play({
            start_over: true,
            mode,
            no_credit: isUncredited,
            ...(name.trim() === "" ? {} : { learner_name: name.trim() }),
            // The session may have been opened for an LMS.
            lms_profile: profile === "" ? "standard" : profile,
            ...(edition === "" ? {} : { edition: edition as EditionWish }),
          });
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
        <label class="field">
          <span>{t("play.profile")}</span>
          <select value={profile} onChange={(event) => setProfile(event.currentTarget.value)}>
            <option value="">{t("play.standard")}</option>
            {course.value?.profiles.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>{t("play.edition")}</span>
          <select value={edition} onChange={(event) => setEdition(event.currentTarget.value)}>
            <option value="">{t("play.declared")}</option>
            {EDITIONS.map((one) => (
              <option key={one} value={one}>
                SCORM 2004 {one}
              </option>
            ))}
          </select>
        </label>
        <label>
          <input
            type="checkbox"
            checked={isUncredited}
            onChange={(event) => setUncredited(event.currentTarget.checked)}
          />{" "}
          {t("play.noCredit")}
        </label>
        <p class="hint">{t("play.againText")}</p>
        <button type="submit" class="primary" disabled={busy.value}>
          {t("play.startOver")}
        </button>
      </form>
    </details>
  );
}
