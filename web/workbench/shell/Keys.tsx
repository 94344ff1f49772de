// The list of keys, opened by `?`.

import { KeyList } from "../../inspector/Keys";
import { view } from "../state";
import { t } from "../strings";

const ROWS: [keys: string[], words: string][] = [
  [["1", "…", "9"], "keys.option"],
  [["Enter", "Ctrl+Enter"], "keys.submit"],
  [["Alt+Enter"], "keys.plan"],
  [["Ctrl+Shift+Enter"], "keys.reopen"],
  [["Shift+Enter"], "keys.line"],
  [["Y", "N"], "keys.confirm"],
  [["Q", "N", "D", "U"], "keys.mode"],
  [["Ctrl+A"], "keys.all"],
  [["Alt+T"], "keys.words"],
  [["Esc"], "keys.escape"],
  [["Ctrl+Z"], "keys.undo"],
  [["Ctrl+V"], "keys.paste"],
  [["F6"], "keys.next"],
  [["T"], "keys.wheel"],
  [["Shift+Esc"], "keys.leavePicture"],
  [["?"], "keys.help"],
];

export function showKeys(): void {
  document.querySelector<HTMLDialogElement>("#keys")?.showModal();
}

export function Keys() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">{t("keys.title")}</h2>
      {view.value === "play" ? <KeyList isLive /> : <QuestionKeys />}
      <button type="button" class="primary" onClick={(event) => event.currentTarget.closest("dialog")?.close()}>
        {t("keys.close")}
      </button>
    </dialog>
  );
}

function QuestionKeys() {
  return (
    <dl>
      {ROWS.map(([keys, words]) => (
        <div key={words}>
          <dt>
            {keys.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{t(words)}</dd>
        </div>
      ))}
    </dl>
  );
}
