// Why it went there: the decision in sentences; ids of the processes on demand.

import { useState } from "preact/hooks";
import { inWords } from "./exceptions";
import { copyJson } from "./files";
import { Icon } from "./Icon";
import { lockOf } from "./lock";
import { full, LockFacts } from "./LockedWhy";
import { has, t, clock } from "./words";
import type { View } from "./view";
import { type Chapter, type Decision, decides, decisions } from "./why";

export function Why({ view }: { view: View }) {
  const [ids, setIds] = useState(false);
  const locked = view.locked.value;
  if (locked !== null) return <Locked view={view} activity={locked} />;
  view.grown.value;
  const entry = view.lastBefore(view.looksAt.value, decides);
  const all = entry ? decisions(view.source.effectsAt(entry.moment), entry.moment) : [];
  const decision = all.at(-1);
  if (!entry || !decision) return <p class="empty">{t("why.none")}</p>;
  const names = named(decision, view);
  return (
    <div class="why">
      <div class="why-head">
        <button type="button" class="linkish" onClick={() => view.select(entry)}>
          <Icon name="decision" />
          {t("why.decision", { n: entry.moment + 1 })}
        </button>
        <span class="muted small">{clock(entry.at)}</span>
        <span class="grow" />
        <button
          type="button"
          class="quiet only"
          title={t("copy")}
          aria-label={t("copy")}
          onClick={() => copyJson(view, decision)}
        >
          <Icon name="copy" />
        </button>
        <label class="check">
          <input type="checkbox" checked={ids} onChange={(event) => setIds(event.currentTarget.checked)} />{" "}
          {t("why.ids")}
        </label>
      </div>
      <h2>{t(`why.title.${decision.outcome}`, names)}</h2>
      <p class="muted">{full(because(decision, view))}</p>
      <ol class="chapters">
        {decision.chapters.map((chapter, place) => (
          <ChapterView key={chapter.stage} chapter={chapter} place={place} view={view} ids={ids} />
        ))}
      </ol>
      {decision.exception && (
        <p class="muted small">
          {t("why.code")} <code>{decision.exception}</code>
        </p>
      )}
    </div>
  );
}

function ChapterView({ chapter, place, view, ids }: { chapter: Chapter; place: number; view: View; ids: boolean }) {
  const values = Object.fromEntries(
    Object.entries(chapter.values).map(([key, value]) => [key, told(key, value, view)]),
  );
  if (values["message"]) values["message"] = inWords(chapter.values["exception"] ?? "", values["message"]);
  return (
    <li class={`chapter ${chapter.stage}`}>
      <span class="no" aria-hidden="true">
        {place + 1}
      </span>
      <div>
        <p class="muted small">{t(`stage.${chapter.stage}`)}</p>
        <p>{t(chapter.sentence, values)}</p>
        {ids && (
          <ul class="steps">
            {chapter.steps.map((step, index) => (
              <li key={`${index}`}>
                <code>
                  {step.process}
                  {step.step && ` ${step.step}`}
                </code>{" "}
                {step.activity && view.titleOf(step.activity)}: {word(step.outcome, view)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}

/** Why an activity cannot be chosen: the sentence and its facts, then the engine's words, the rule, the code. */
function Locked({ view, activity }: { view: View; activity: string }) {
  const found = view.moment.value?.overview.activities.find((one) => one.identifier === activity);
  const lock = found ? lockOf(found, view.source) : null;
  return (
    <div class="why">
      <button type="button" class="linkish" onClick={() => (view.locked.value = null)}>
        <Icon name="prev" />
        {t("why.back")}
      </button>
      <h2>{t("why.locked", { title: found?.title ?? activity })}</h2>
      {lock && <LockFacts lock={lock} view={view} />}
      {lock && <p class="muted">{full(inWords(lock.code, lock.meaning))}</p>}
      {lock && lock.rule !== "" && (
        <p>
          <span class="muted">{t("why.rule")}</span> {lock.rule}
        </p>
      )}
      {lock && lock.code !== "" && (
        <p class="muted small">
          {t("why.code")} <code>{lock.code}</code>
        </p>
      )}
    </div>
  );
}

function named(decision: Decision, view: View): Record<string, string> {
  return { request: request(decision.request, view), activity: view.titleOf(decision.activity) };
}

/** The reason in one sentence: of a refusal the exception's meaning. */
function because(decision: Decision, view: View): string {
  const { exception, message, outcome } = decision;
  if (exception) return inWords(exception, message ?? view.source.meaning(exception));
  return has(`why.because.${outcome}`) ? t(`why.because.${outcome}`) : "";
}

function told(key: string, value: string, view: View): string {
  if (key === "conditions") return value.split(", ").map(condition).join(", ");
  if (key === "exception") return inWords(value, view.source.meaning(value)) || value;
  if (key === "activity") return view.titleOf(value) || value;
  return key === "request" ? request(value, view) : word(value, view);
}

/** A condition of a rule, in words where it has some. */
function condition(value: string): string {
  return has(`cond.${value}`) ? t(`cond.${value}`) : value;
}

/** A request in words: `{target=quiz}choice` names its activity. */
function request(value: string, view: View): string {
  const aimed = /^\{target=(.*)\}(choice|jump)$/s.exec(value);
  if (aimed) return t(`request.${aimed[2]}`, { target: view.titleOf(aimed[1] ?? "") });
  return has(`request.${value}`) ? t(`request.${value}`) : value;
}

/** Identifiers of activities by their titles, truths by their words. */
function word(value: string, view: View): string {
  if (value === "true") return t("yes");
  if (value === "false") return t("no");
  if (value === "unknown") return t("unknown");
  return view.titles.value.get(value) ?? value;
}
