// The quick replies: added, changed, removed.

import { useState } from "preact/hooks";
import { addSnippet, changeSettings, settings } from "../state";
import { t } from "../strings";

const MOST = 100;

export function Snippets() {
  const [text, setText] = useState("");
  const { snippets } = settings.value;
  const add = () => {
    if (!text.trim() || snippets.length >= MOST) return;
    addSnippet(text);
    setText("");
  };
  return (
    <>
      {snippets.length === 0 && <p class="hint">{t("snippet.none")}</p>}
      <ul class="removable">
        {snippets.map((one) => (
          <li key={one.id}>
            <input
              type="text"
              aria-label={t("snippet.edit")}
              value={one.text}
              onChange={(event) => {
                const changed = event.currentTarget.value;
                changeSettings({
                  snippets: snippets.map((other) => (other.id === one.id ? { ...one, text: changed } : other)),
                });
              }}
            />
            <button
              type="button"
              class="quiet small"
              aria-label={t("settings.remove", { what: one.text })}
              onClick={() => changeSettings({ snippets: snippets.filter((other) => other.id !== one.id) })}
            >
              {t("settings.removeShort")}
            </button>
          </li>
        ))}
      </ul>
      <div class="row">
        <input
          type="text"
          name="snippet"
          aria-label={t("snippet.new")}
          placeholder={t("snippet.new")}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && add()}
        />
        <button type="button" disabled={!text.trim()} onClick={add}>
          {t("snippet.add")}
        </button>
      </div>
    </>
  );
}
