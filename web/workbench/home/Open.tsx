// A course comes in: dropped, chosen, or by its path.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../inspector/Icon";
import { busy, openBundled, openFile, openPath, problem } from "../courses/state";
import { t } from "../strings";
import { openChosen } from "./folder";

/** One line of Home. */
export function Open({ over }: { over: boolean }) {
  return (
    <div role="group" aria-labelledby="drop-title" class={`drop ${over ? "is-over" : ""}`}>
      <span class="drop-sign" aria-hidden="true">
        <Icon name="folder" />
      </span>
      <div class="drop-words">
        <h2 id="drop-title">{t("home.drop")}</h2>
        <p class="hint">
          <Choose />
        </p>
        <button type="button" class="quiet try" disabled={busy.value} onClick={() => void openBundled()}>
          {t("home.try")}
        </button>
      </div>
      <PathForm />
      <Told />
    </div>
  );
}

/** “A zip or a folder. Choose a zip or a folder, or paste a path.” with the two ways to choose. */
export function Choose() {
  return (
    <>
      {t("home.dropText")}{" "}
      <Picker
        accept=".zip,application/zip"
        pick={(files) => {
          const [file] = files;
          if (file) void openFile(file);
        }}
      >
        {t("home.chooseZip")}
      </Picker>{" "}
      {t("home.or")}{" "}
      <Picker folder pick={(files) => void openChosen(files)}>
        {t("home.chooseFolder")}
      </Picker>
      {t("home.orPath")}
    </>
  );
}

interface PickerProps {
  accept?: string;
  folder?: boolean;
  pick: (files: File[]) => void;
  children: ComponentChildren;
}

function Picker({ accept, folder = false, pick, children }: PickerProps) {
  return (
    <label class="choose">
      {children}
      <input
        type="file"
        class="visually-hidden"
        disabled={busy.value}
        {...(accept === undefined ? {} : { accept })}
        {...(folder ? { webkitdirectory: true } : {})}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same one can be chosen again, after it was mended.
          event.currentTarget.value = "";
          if (files.length > 0) pick(files);
        }}
      />
    </label>
  );
}

export function PathForm() {
  const [path, setPath] = useState("");
  return (
    <form
      class="drop-path"
      onSubmit={(event) => {
        event.preventDefault();
        if (path.trim()) void openPath(path.trim());
      }}
    >
      <input
        type="text"
        aria-label={t("home.path")}
        placeholder={t("home.pathExample")}
        value={path}
        spellcheck={false}
        autocomplete="off"
        onInput={(event) => setPath(event.currentTarget.value)}
      />
      <button type="submit" disabled={busy.value || path.trim() === ""}>
        {t("home.open")}
      </button>
    </form>
  );
}

/** What becomes of it. */
export function Told() {
  return (
    <>
      {busy.value && (
        <p class="hint" role="status">
          {t("home.opening")}
        </p>
      )}
      {problem.value !== null && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
    </>
  );
}
