// Recording: what the person does becomes a rehearsal, which Greenroom plays again by itself.

import { useState } from "preact/hooks";
import { t } from "../strings";
import { beginRecording, saved, saveRecording } from "./recording";
import { busy, course } from "./state";

/** In a menu it says what it does. */
export function Record({ inMenu = false }: { inMenu?: boolean }) {
  const acts = course.value?.recorded ?? null;
  if (acts === null) {
    return (
      <button
        type="button"
        class={inMenu ? "menu-item in-row record" : "quiet only record"}
        data-record="begin"
        aria-label={t("record.begin")}
        title={`${t("record.begin")}. ${t("record.text")}`}
        disabled={busy.value || course.value === null}
        onClick={() => void beginRecording()}
      >
        <Dot />
        {inMenu && t("record.begin")}
      </button>
    );
  }
  return (
    <button
      type="button"
      class="record is-on"
      data-record="save"
      disabled={busy.value}
      onClick={() => void saveRecording()}
    >
      <Dot /> {t("record.save")} <span class="so-far">{t("record.acts", { n: acts })}</span>
    </button>
  );
}

function Dot() {
  return <span class="dot" aria-hidden="true" />;
}

/** Where the rehearsal is, and how it is played. */
export function Recorded() {
  const file = saved.value;
  if (file === null) return null;
  return (
    <div class="recorded" role="status">
      <p>
        {t("record.saved", { steps: file.steps, statements: file.statements })} <code class="path">{file.path}</code>
      </p>
      {file.left_out.length > 0 && (
        <details>
          <summary>{t("record.leftOut", { n: file.left_out.length })}</summary>
          <ul>
            {file.left_out.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
      <div class="actions">
        <Copy text={file.path} words="record.copyPath" />
        <Copy text={`greenroom rehearse '${file.path}'`} words="record.copyCommand" />
        <button
          type="button"
          class="quiet small"
          onClick={() => {
            saved.value = null;
          }}
        >
          {t("record.close")}
        </button>
      </div>
    </div>
  );
}

function Copy({ text, words }: { text: string; words: string }) {
  const [done, setDone] = useState(false);
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setDone(true));
  return (
    <button type="button" class="small" onClick={copy} onBlur={() => setDone(false)}>
      {t(done ? "home.copied" : words)}
    </button>
  );
}
