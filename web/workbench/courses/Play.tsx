// Play: outline, the course in its frame, what it does, and every moment of it.

import { useEffect } from "preact/hooks";
import { Icon } from "../../inspector/Icon";
import { Inspector } from "../../inspector/Inspector";
import { isPopoverOpen } from "../../inspector/Popover";
import { Outline } from "../../inspector/Outline";
import { Scrubber } from "../../inspector/Scrubber";
import { Stage as Pictures, Vitals } from "../../inspector/Stage";
import type { Pane, View } from "../../inspector/view";
import { t as told } from "../../inspector/words";
import { show, view as shown } from "../state";
import { t } from "../strings";
import { blockedView } from "./Blocked";
import { Elsewhere } from "./Elsewhere";
import { findingsView } from "./Findings";
import { broken, live, watchJournal } from "./live";
import { lmsView } from "./LmsPane";
import { widths } from "./pane_widths";
import { Splitter } from "./Splitter";
import { Stage } from "./Stage";
import type { ResumeFacts } from "../wire";
import {
  busy,
  course,
  fork,
  isOnlySeen,
  navigate,
  online,
  player,
  problem,
  saveTrace,
  session,
  watchCourse,
} from "./state";

const PANES: [pane: Pane, icon: string, words: string][] = [
  ["course", "picture", "zone.stage"],
  ["outline", "list", "zone.outline"],
  ["inspector", "session", "zone.inspector"],
];

/** Stays while a course plays, so that looking at another view does not leave it. */
export function Play() {
  const id = session();
  const isOnline = online();
  const isShown = shown.value === "play";
  useEffect(() => {
    if (!isOnline || id === null) return;
    watchCourse(id);
    void watchJournal(id);
    return () => {
      watchCourse(null);
      void watchJournal(null);
    };
  }, [isOnline, id]);
  if (!isShown && player.value === null) return null;
  const view = live.value !== null && live.value.session === (id ?? live.value.session) ? live.value.view : null;
  const card = course.value?.card;
  return (
    <section class="play" hidden={!isShown} aria-label={course.value?.card.title ?? t("nav.play")}>
      {problem.value !== null && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      <div
        class="play-panes"
        data-pane={view?.pane.value ?? "course"}
        style={{
          "--outline-width": `${widths.value.outline.width}px`,
          "--inspector-width": `${widths.value.inspector.width}px`,
        }}
      >
        <Head view={view} />
        <div class="inspecting pane-outline" id="play-outline">
          {view ? <Activities view={view} /> : <Coming />}
          <Splitter pane="outline" side="right" />
        </div>
        <div class="pane-course">
          <div class="now-playing" inert={(view?.held.value ?? false) && !isOnlySeen(card)}>
            {card !== undefined && isOnlySeen(card) ? <Elsewhere view={view} card={card} /> : <Stage />}
            {view?.moment.value && !isOnlySeen(card) && (
              <div class="inspecting pane-vitals">
                <Vitals view={view} moment={view.moment.value} />
              </div>
            )}
          </div>
          {view?.held.value && !isOnlySeen(card) && (
            <div class="inspecting pane-past">
              <Pictures view={view} />
            </div>
          )}
        </div>
        <div class="inspecting pane-inspector" id="play-inspector">
          <Splitter pane="inspector" side="left" />
          {view && (
            <Inspector
              view={view}
              extras={[findingsView(), ...lmsView(), ...blockedView(course.value?.blocked ?? [])]}
            />
          )}
        </div>
      </div>
      {view && <Foot view={view} />}
    </section>
  );
}

/** Where there is no room for three panes, two of them come when they are called. */
function Drawers({ view }: { view: View }) {
  const open = view.pane.value;
  useEffect(() => {
    if (open === "course") return;
    // Escape closes it, and gives the focus back to what opened it.
    const close = (event: KeyboardEvent) => {
      const opener = document.querySelector<HTMLElement>(`[data-drawer="${open}"]`);
      const isMeant = event.key === "Escape" && !document.querySelector("dialog[open]") && !isPopoverOpen();
      if (!isMeant || opener === null || opener.offsetParent === null) return;
      event.stopPropagation();
      view.pane.value = "course";
      opener.focus();
    };
    document.addEventListener("keydown", close, true);
    return () => document.removeEventListener("keydown", close, true);
  }, [view, open]);
  return (
    <span class="drawers">
      {(["outline", "inspector"] as const).map((pane) => (
        <button
          type="button"
          key={pane}
          data-drawer={pane}
          aria-expanded={view.pane.value === pane}
          aria-controls={`play-${pane}`}
          onClick={() => {
            view.pane.value = view.pane.value === pane ? "course" : pane;
          }}
        >
          {t(`play.${pane}`)}
        </button>
      ))}
    </span>
  );
}

function Head({ view }: { view: View | null }) {
  const state = course.value;
  return (
    <div class="play-head">
      <button
        type="button"
        class="quiet back"
        aria-label={t("nav.home")}
        title={t("nav.home")}
        onClick={() => show("home")}
      >
        ←
      </button>
      <h1 title={state?.card.title ?? ""}>{state?.card.title ?? "…"}</h1>
      {state?.resume && (
        <span class="label" title={t(`resume.${state.resume.reason}`, {}, state.resume.reason)}>
          {t(state.resume.resumed ? "play.resumed" : "play.fresh")}
        </span>
      )}
      {view && <Drawers view={view} />}
    </div>
  );
}

function Activities({ view }: { view: View }) {
  const isMine = course.value?.card.driver === "person";
  const choose = (target: string) => {
    if (!busy.value) void navigate({ control: "choice", target });
  };
  const resume = course.value?.resume;
  return (
    <Outline view={view} choose={isMine ? choose : undefined} {...(resume ? { attempt: attemptWords(resume) } : {})} />
  );
}

/** Whether the attempt goes on, and why not. */
function attemptWords({ resumed, reason }: ResumeFacts): string {
  const why = t(`resume.${reason}`, {}, "");
  return [t(resumed ? "play.attemptResumed" : "play.attemptFresh"), resumed ? "" : why].filter(Boolean).join(" · ");
}

function Coming() {
  return (
    <p class="coming" role="status">
      {broken.value === null ? t("play.reading") : t("play.notRead", { why: broken.value })}
    </p>
  );
}

/** The scrubber with what can be done at a moment; on a phone the panes to choose from. */
function Foot({ view }: { view: View }) {
  const { session_id } = view.source.about;
  const isEmpty = view.grown.value === 0 || view.source.moments === 0;
  return (
    <div class="inspecting play-foot">
      <Scrubber
        view={view}
        acts={
          <>
            <button
              type="button"
              class="hide-phone"
              aria-label={told("scrub.fork")}
              disabled={busy.value || isEmpty}
              onClick={() => void fork(session_id, view.looksAt.value)}
            >
              <Icon name="fork" />
              <span class="hide-narrow">{told("scrub.fork")}</span>
            </button>
            <button
              type="button"
              class="hide-phone"
              aria-label={told("scrub.trace")}
              disabled={busy.value || isEmpty}
              onClick={() => void saveTrace(session_id)}
            >
              <Icon name="export" />
              <span>{told("scrub.trace")}</span>
            </button>
          </>
        }
      />
      <nav class="bottombar" aria-label={told("panes")}>
        {PANES.map(([pane, icon, words]) => (
          <button
            type="button"
            key={pane}
            aria-pressed={view.pane.value === pane}
            onClick={() => {
              view.pane.value = pane;
            }}
          >
            <Icon name={icon} />
            {told(words)}
          </button>
        ))}
      </nav>
      <p class="vh" role="status">
        {view.said.value}
      </p>
    </div>
  );
}
