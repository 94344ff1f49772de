// The human's preferences, and what Greenroom has learned or been told to remember.

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { send } from "../socket";
import {
  autoSubmit,
  changeAutoSubmit,
  changeSettings,
  learned,
  remembered,
  settings,
  status,
  uptime,
  version,
} from "../state";
import { duration, t, time } from "../strings";
import { Snippets } from "./Snippets";

export function Settings() {
  const current = settings.value;
  return (
    <section class="page settings" aria-labelledby="settings-title">
      <div class="page-head">
        <h1 id="settings-title">{t("nav.settings")}</h1>
      </div>
      <Part title={t("settings.looks")}>
        <Choice
          name="theme"
          label={t("settings.theme")}
          value={current.theme}
          values={["system", "light", "dark"]}
          words={(one) => t(`settings.${one}`)}
          change={(theme) => changeSettings({ theme })}
        />
        <Choice
          name="language"
          label={t("settings.language")}
          value={current.language}
          values={["system", "en", "de"]}
          words={(one) => ({ system: t("settings.system"), en: "English", de: "Deutsch" })[one]}
          change={(language) => changeSettings({ language })}
        />
      </Part>
      <Part title={t("settings.attention")}>
        <Switch name="sound" on={current.sound} change={(sound) => changeSettings({ sound })} />
        <Switch name="autoFocus" on={current.autoFocus} change={(autoFocus) => changeSettings({ autoFocus })} />
        <Switch
          name="doNotDisturb"
          on={current.doNotDisturb}
          change={(doNotDisturb) => changeSettings({ doNotDisturb })}
        />
        <Notifications />
      </Part>
      <Part title={t("settings.answering")}>
        <Choice
          name="autoSubmit"
          label={t("settings.autoSubmit")}
          value={String(autoSubmit.value)}
          values={["0", "10", "30", "60", "300"]}
          words={(one) => (one === "0" ? t("settings.off") : t("settings.seconds", { seconds: one }))}
          change={(seconds) => changeAutoSubmit(Number(seconds))}
        />
        <p class="hint">{t("settings.autoSubmitText")}</p>
        <Choice
          name="undoSeconds"
          label={t("settings.undo")}
          value={String(current.undoSeconds)}
          values={["0", "4", "8"]}
          words={(one) => (one === "0" ? t("settings.off") : t("settings.undoSeconds", { seconds: one }))}
          change={(seconds) => changeSettings({ undoSeconds: Number(seconds) })}
        />
        <p class="hint">{t("settings.undoText")}</p>
      </Part>
      <Part title={t("settings.snippets")}>
        <Snippets />
      </Part>
      <Part title={t("settings.remembered")}>
        <Removable
          none={t("settings.rememberedNone")}
          rows={remembered.value.map((one) => ({
            key: one.id,
            title: one.question,
            about: [one.answer, one.tool, one.project, time(one.at)].filter(Boolean).join(" · "),
            remove: () => send({ type: "remembered-remove", id: one.id }),
          }))}
        />
      </Part>
      <Part title={t("settings.learned")}>
        <Removable
          none={t("settings.learnedNone")}
          rows={learned.value.map((one) => ({
            key: `${one.client} ${one.with_progress}`,
            title: one.client,
            about: t("settings.learnedText", {
              seconds: one.seconds,
              progress: t(one.with_progress ? "settings.withProgress" : "settings.withoutProgress"),
            }),
            remove: () => send({ type: "learned-remove", client: one.client, with_progress: one.with_progress }),
          }))}
        />
      </Part>
      <Part title={t("settings.about")}>
        <p class="hint">
          {t("settings.version", {
            version: version.value,
            port: status.value?.port ?? "–",
            n: status.value?.pages ?? "–",
            uptime: duration(uptime.value),
          })}
        </p>
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      <div class="part-body">{children}</div>
    </section>
  );
}

function Switch({
  name,
  on,
  change,
}: {
  name: "sound" | "autoFocus" | "doNotDisturb";
  on: boolean;
  change: (on: boolean) => void;
}) {
  return (
    <label class="check">
      <input type="checkbox" name={name} checked={on} onChange={(event) => change(event.currentTarget.checked)} />
      <span>{t(`settings.${name}`)}</span>
    </label>
  );
}

function Choice<T extends string>(props: {
  name: string;
  label: string;
  value: T;
  values: T[];
  words: (one: T) => string;
  change: (one: T) => void;
}) {
  return (
    <label class="row">
      <span>{props.label}</span>
      <select name={props.name} value={props.value} onChange={(event) => props.change(event.currentTarget.value as T)}>
        {props.values.map((one) => (
          <option key={one} value={one}>
            {props.words(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Notifications() {
  const supported = "Notification" in window;
  const [permission, setPermission] = useState(supported ? Notification.permission : "denied");
  return (
    <p class="row">
      <span>{t("settings.notifications")}</span>
      {permission === "default" ? (
        <button type="button" onClick={() => void Notification.requestPermission().then(setPermission)}>
          {t("settings.allow")}
        </button>
      ) : (
        <span class="hint">
          {t(!supported ? "settings.unsupported" : permission === "granted" ? "settings.granted" : "settings.denied")}
        </span>
      )}
    </p>
  );
}

function Removable({
  rows,
  none,
}: {
  rows: { key: string; title: string; about: string; remove: () => void }[];
  none: string;
}) {
  if (rows.length === 0) return <p class="hint">{none}</p>;
  return (
    <ul class="removable">
      {rows.map((row) => (
        <li key={row.key}>
          <span>
            <span class="removable-title">{row.title}</span>
            <span class="hint">{row.about}</span>
          </span>
          <button
            type="button"
            class="quiet small"
            aria-label={t("settings.remove", { what: row.title })}
            onClick={row.remove}
          >
            {t("settings.removeShort")}
          </button>
        </li>
      ))}
    </ul>
  );
}
