// Everything that went wrong, to be gone through: acknowledged one by one or all, copied, taken along.

import { useState } from "preact/hooks";
import { shortPlace } from "./call_source";
import { copyJson, copyText } from "./files";
import { Icon } from "./Icon";
import { gather, type Problem } from "./problems";
import type { Entry } from "./source";
import { title, type View } from "./view";
import { clock, t } from "./words";

/** More are not listed at once; those before them come first. */
const LISTED = 300;

export function Problems({ view }: { view: View }) {
  const [all, showAll] = useState(false);
  const entries = all ? view.problems.value : view.openProblems.value;
  const problems = gather(entries);
  const acknowledged = view.problems.value.length - view.openProblems.value.length;
  return (
    <div class="problems">
      <div class="timeline-head">
        <div class="bar">
          <b>{t("problems.open", { n: view.openProblems.value.length })}</b>
          <span class="grow" />
          <label class="check">
            <input type="checkbox" checked={all} onChange={(event) => showAll(event.currentTarget.checked)} />{" "}
            {t("problems.known", { n: acknowledged })}
          </label>
        </div>
        <div class="bar">
          <button
            type="button"
            disabled={view.openProblems.value.length === 0}
            onClick={() => view.acknowledged.add(view.openProblems.value)}
          >
            <Icon name="passed" />
            {t("problems.all")}
          </button>
          <button
            type="button"
            disabled={problems.length === 0}
            onClick={() => void copyText(view, asText(problems, view))}
          >
            <Icon name="copy" />
            {t("problems.text")}
          </button>
          <button
            type="button"
            disabled={problems.length === 0}
            onClick={() => void copyJson(view, problems.map(asData))}
          >
            {t("problems.json")}
          </button>
        </div>
      </div>
      {problems.length === 0 ? (
        <p class="empty" role="status">
          {t("problems.none")}
        </p>
      ) : (
        <ul class="problem-list" tabIndex={0} aria-label={t("tab.problems")}>
          {problems.slice(0, LISTED).map((problem) => (
            <Line key={problem.key} problem={problem} view={view} />
          ))}
          {problems.length > LISTED && <li class="muted">{t("problems.more", { n: problems.length - LISTED })}</li>}
        </ul>
      )}
    </div>
  );
}

function Line({ problem, view }: { problem: Problem; view: View }) {
  const { first, last, count } = problem;
  const isOpen = view.acknowledged.isOpen(last);
  const mine = () => view.problems.value.filter((one) => one.id >= first.id && one.id <= last.id);
  const same = () => gather(mine()).find((one) => one.key === problem.key)?.last ?? last;
  return (
    <li class={`problem-line ${first.level} ${isOpen ? "" : "known"}`}>
      <Icon name={first.level} class={first.level} />
      <div class="grow">
        <button
          type="button"
          class="linkish"
          onClick={() => {
            view.tab.value = "timeline";
            view.select(first);
          }}
        >
          {said(first)}
        </button>
        <p class="muted small">
          {[
            t(`kind.${first.kind}`),
            first.code,
            first.from ? shortPlace(first.from) : "",
            clock(first.at),
            view.titleOf(first.activity),
          ]
            .filter(Boolean)
            .join(" · ")}
          {count > 1 && <b> {t("problems.times", { n: count })}</b>}
        </p>
        {first.code !== "" && <p class="small">{meaning(first, view)}</p>}
      </div>
      <button
        type="button"
        class="quiet"
        aria-pressed={!isOpen}
        onClick={() => (isOpen ? view.acknowledged.add([same()]) : view.acknowledged.remove([first]))}
      >
        {t(isOpen ? "problems.one" : "problems.again")}
      </button>
    </li>
  );
}

/** What happened, in a line. */
function said(entry: Entry): string {
  return [title(entry), entry.subject, entry.value].filter(Boolean).join(" ");
}

/** What the code of a call means, in the engine's words. */
function meaning(entry: Entry, view: View): string {
  return entry.kind === "call" ? (view.source.explain(Number(entry.code))?.[0] ?? "") : "";
}

/** For a report or a message to whoever mends it. */
function asText(problems: readonly Problem[], view: View): string {
  return problems
    .map(({ first, count }) => {
      const place = first.from ? ` (${first.from.file}:${first.from.line})` : "";
      const times = count > 1 ? ` ×${count}` : "";
      const code = first.code === "" ? "" : ` [${first.code}${meaning(first, view) && ` ${meaning(first, view)}`}]`;
      return `${clock(first.at)} ${t(`kind.${first.kind}`)}: ${said(first)}${code}${place}${times}`;
    })
    .join("\n");
}

export function asData({ first, last, count }: Problem) {
  const { kind, what, subject, value, code, level, activity, from, moment, at } = first;
  return { kind, what, subject, value, code, level, activity, from, moment, at, last_at: last.at, count };
}
