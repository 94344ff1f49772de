// Home: open a course, go on with one, or learn how.

import { useEffect, useState } from "preact/hooks";
import { now, show } from "../state";
import { age, t } from "../strings";
import type { SessionCard } from "../wire";
import { DriverLabel } from "./DriverLabel";
import { drive } from "./driving";
import { isSeen, picture, unwatchFrames, watchFrames } from "./frames";
import { LivePicture } from "./LivePicture";
import {
  busy,
  closeSession,
  online,
  openBundled,
  openFile,
  openPath,
  problem,
  recent,
  sessions,
  watchSessions,
} from "./state";
import { Work } from "./Work";
import { inWords, sign, tone } from "./words";

export function Home() {
  const isOnline = online();
  useEffect(() => {
    if (!isOnline) return;
    watchSessions(true);
    return () => watchSessions(false);
  }, [isOnline]);
  const list = sessions.value;
  return (
    <section class="home" aria-labelledby="home-title">
      <h1 id="home-title" class="visually-hidden">
        {t("nav.home")}
      </h1>
      <Open />
      {list && list.length > 0 && <Sessions list={list} />}
      {recent.value.length > 0 && <Recent />}
      {list?.length === 0 && recent.value.length === 0 && <First />}
    </section>
  );
}

function Open() {
  const [path, setPath] = useState("");
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) void openFile(file);
  };
  return (
    <div
      role="group"
      aria-labelledby="drop-title"
      class={`drop ${over ? "is-over" : ""}`}
      onDragOver={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div class="drop-words">
        <h2 id="drop-title">{t("home.drop")}</h2>
        <p class="hint">
          {t("home.dropText")}{" "}
          <label class="choose">
            {t("home.choose")}
            <input
              type="file"
              accept=".zip,application/zip"
              class="visually-hidden"
              onChange={(event) => {
                const file = event.currentTarget.files?.[0];
                if (file) void openFile(file);
              }}
            />
          </label>
        </p>
        <button type="button" class="quiet try" disabled={busy.value} onClick={() => void openBundled()}>
          {t("home.try")}
        </button>
      </div>
      <form
        class="drop-path"
        onSubmit={(event) => {
          event.preventDefault();
          if (path.trim()) void openPath(path.trim());
        }}
      >
        <input
          aria-label={t("home.path")}
          placeholder={t("home.pathExample")}
          value={path}
          spellcheck={false}
          onInput={(event) => setPath(event.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={busy.value || path.trim() === ""}>
          {t("home.open")}
        </button>
      </form>
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
    </div>
  );
}

function Sessions({ list }: { list: SessionCard[] }) {
  const agents = list.filter((card) => card.driver === "agent").map((card) => card.session_id);
  const wanted = agents.join(" ");
  const isOnline = online();
  const isVisible = isSeen.value;
  useEffect(() => {
    if (!isOnline || !isVisible || wanted === "") return;
    const view = {};
    watchFrames(view, wanted.split(" "), "calm");
    return () => unwatchFrames(view);
  }, [isOnline, isVisible, wanted]);
  return (
    <section aria-labelledby="sessions-title">
      <div class="section-head">
        <h2 id="sessions-title">{t("home.sessions")}</h2>
        <span class="hint">{t("home.count", { n: list.length, agents: agents.length })}</span>
      </div>
      <ul class="tiles">
        {list.map((card) => (
          <Tile key={card.session_id} card={card} />
        ))}
      </ul>
    </section>
  );
}

function Tile({ card }: { card: SessionCard }) {
  const isAgents = card.driver === "agent";
  const act = { agent: "home.watch", person: "home.goOn", nobody: "home.play" }[card.driver];
  const takeOver = async () => {
    if (await drive(card.session_id, { wish: "take_over" })) show("play", card.session_id);
  };
  return (
    <li class="tile">
      <div class="tile-picture">
        {picture(card.session_id).value === null && (
          <span class="tile-blank" aria-hidden="true">
            {card.title.trim().slice(0, 1).toUpperCase()}
          </span>
        )}
        <LivePicture session={card.session_id} label={t("watch.picture", { title: card.title })} />
        <DriverLabel card={card} />
      </div>
      <div class="tile-text">
        <div class="between">
          <h3>{card.title}</h3>
          <span class="hint">{age(now.value - card.started_at)}</span>
        </div>
        <p class={`status is-${tone(card.status)}`}>
          <span aria-hidden="true">{sign(tone(card.status))}</span> {card.activity ? `${card.activity} · ` : ""}
          {inWords(card.status)}
        </p>
        <p class="labels">
          {card.scorm_version && <span class="label">SCORM {card.scorm_version.replace("_", " ")}</span>}
          <span class="label path" title={card.path}>
            {card.path.split(/[\\/]/).at(-1)}
          </span>
        </p>
        <div class="actions">
          <button type="button" class="primary" onClick={() => show("play", card.session_id)}>
            {t(act)}
          </button>
          {isAgents ? (
            <button type="button" data-take onClick={() => void takeOver()}>
              {t("watch.take")}
            </button>
          ) : (
            <button type="button" class="quiet" onClick={() => void closeSession(card.session_id)}>
              {t("home.close")}
            </button>
          )}
        </div>
        <Work path={card.path} title={card.title} />
      </div>
    </li>
  );
}

function Recent() {
  return (
    <section aria-labelledby="recent-title">
      <h2 id="recent-title">{t("home.recent")}</h2>
      <ul class="rows">
        {recent.value.map((one) => (
          <li key={one.path}>
            <div class="row-words">
              <strong>{one.title || one.path.split(/[\\/]/).at(-1)}</strong>
              <span class="hint path">{one.path}</span>
            </div>
            <span class="hint">{one.is_gone ? t("home.missing") : age(now.value - one.opened_at)}</span>
            <button type="button" disabled={one.is_gone || busy.value} onClick={() => void openPath(one.path)}>
              {t("home.play")}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const CLIENTS: [name: string, command: string][] = [
  ["Claude Code", "claude mcp add greenroom -- greenroom mcp"],
  ["Codex", "codex mcp add greenroom -- greenroom mcp"],
  ["JSON", '{"mcpServers": {"greenroom": {"command": "greenroom", "args": ["mcp"]}}}'],
];

/** Nothing was opened yet: how to begin. */
function First() {
  return (
    <section class="first" aria-labelledby="first-title">
      <h2 id="first-title">{t("home.first")}</h2>
      <ol>
        <li>{t("home.firstOpen")}</li>
        <li>{t("home.firstShell")}</li>
        <li>
          {t("home.firstAgent")}
          <ul class="commands">
            {CLIENTS.map(([name, command]) => (
              <li key={name}>
                <span>{name}</span>
                <code>{command}</code>
                <Copy text={command} />
              </li>
            ))}
          </ul>
        </li>
      </ol>
    </section>
  );
}

function Copy({ text }: { text: string }) {
  const [done, setDone] = useState(false);
  return (
    <button
      type="button"
      class="small"
      onClick={() => void navigator.clipboard.writeText(text).then(() => setDone(true))}
    >
      {t(done ? "home.copied" : "home.copy")}
    </button>
  );
}
