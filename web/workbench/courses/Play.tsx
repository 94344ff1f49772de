// Play: outline, the course in its frame, and what it does.

import { useEffect, useState } from "preact/hooks";
import { show, view } from "../state";
import { t } from "../strings";
import { Calls } from "./Calls";
import { Data } from "./Data";
import { DriverLabel } from "./DriverLabel";
import { Findings } from "./Findings";
import { findings } from "./development";
import { Outline } from "./Outline";
import { Stage } from "./Stage";
import { course, online, player, problem, session, watchCourse } from "./state";

type Tab = "timeline" | "data" | "findings" | "blocked";

/** Stays while a course plays, so that looking at another view does not leave it. */
export function Play() {
  const id = session();
  const isOnline = online();
  const isShown = view.value === "play";
  useEffect(() => {
    if (!isOnline || id === null) return;
    watchCourse(id);
    return () => watchCourse(null);
  }, [isOnline, id]);
  if (!isShown && player.value === null) return null;
  const state = course.value;
  return (
    <section class="play" hidden={!isShown} aria-label={state?.card.title ?? t("nav.play")}>
      <div class="play-head">
        <button type="button" class="quiet" onClick={() => show("home")}>
          ← {t("nav.home")}
        </button>
        <h1>{state?.card.title ?? "…"}</h1>
        {state && <DriverLabel card={state.card} />}
        {state?.resume && (
          <span class="label">
            {t(state.resume.resumed ? "play.resumed" : "play.fresh", {}, "")}
            {!state.resume.resumed && ` · ${t(`resume.${state.resume.reason}`, {}, state.resume.reason)}`}
          </span>
        )}
      </div>
      {problem.value !== null && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div class="play-panes">
        <Outline />
        <Stage />
        <Inspector />
      </div>
    </section>
  );
}

function Inspector() {
  const [tab, setTab] = useState<Tab>("timeline");
  const blocked = course.value?.blocked ?? [];
  const tabs: Tab[] = ["timeline", "data", "findings", ...(blocked.length > 0 ? (["blocked"] as const) : [])];
  return (
    <aside class="inspect" aria-label={t("play.inspector")}>
      <div class="tabs" role="tablist">
        {tabs.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={tab === one}
            aria-controls="tab-panel"
            tabIndex={tab === one ? 0 : -1}
            onClick={() => setTab(one)}
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              if (step === undefined) return;
              const next = tabs[(tabs.indexOf(one) + step + tabs.length) % tabs.length] ?? one;
              setTab(next);
              document.getElementById(`tab-${next}`)?.focus();
            }}
          >
            {t(`play.${one}`)}
            {one === "blocked" && ` (${blocked.length})`}
            {one === "findings" && findings.value !== null && ` (${findings.value.errors + findings.value.warnings})`}
          </button>
        ))}
      </div>
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} class="tab-panel">
        {tab === "timeline" && <Calls />}
        {tab === "data" && <Data />}
        {tab === "findings" && <Findings />}
        {tab === "blocked" && <Blocked />}
      </div>
    </aside>
  );
}

function Blocked() {
  return (
    <div class="blocked">
      <p class="hint">{t("play.blockedText")}</p>
      <ul>
        {course.value?.blocked.map((one) => (
          <li key={`${one.url} ${one.directive}`}>
            <code>{one.url}</code> <span class="hint">{one.directive}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
