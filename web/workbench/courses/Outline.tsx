// The activities with their status; what cannot be chosen says why.

import { useState } from "preact/hooks";
import { t } from "../strings";
import type { ActivityLine } from "../wire";
import { busy, course, navigate } from "./state";
import { inWords, sign, tone } from "./words";

export function Outline() {
  const state = course.value;
  const leaves = state?.activities.filter((one) => !one.is_cluster && !one.is_hidden) ?? [];
  const done = leaves.filter((one) => tone(one.status) === "good").length;
  return (
    <nav class="outline" aria-label={t("play.outline")}>
      <div class="between">
        <h2>{t("play.outline")}</h2>
        {leaves.length > 0 && <span class="hint">{t("play.done", { done, all: leaves.length })}</span>}
      </div>
      <ol>
        {state?.activities
          .filter((one) => !one.is_hidden)
          .map((one) => (
            <Line key={one.identifier} line={one} isCurrent={one.identifier === state.current} />
          ))}
      </ol>
    </nav>
  );
}

function Line({ line, isCurrent }: { line: ActivityLine; isCurrent: boolean }) {
  const [open, setOpen] = useState(false);
  const state = course.value;
  const mayChoose =
    line.why_not === null && state?.card.driver === "person" && !isCurrent && state.available.includes("choice");
  const of = tone(line.status);
  return (
    <li class={`activity is-${of}`} style={{ "--depth": line.depth }} aria-current={isCurrent ? "step" : undefined}>
      <span class="sign" aria-hidden="true">
        {line.is_cluster ? "▾" : sign(of)}
      </span>
      <div class="activity-words">
        {mayChoose ? (
          <button
            type="button"
            class="link"
            disabled={busy.value}
            onClick={() => void navigate({ control: "choice", target: line.identifier })}
          >
            {line.title}
          </button>
        ) : (
          <span class="activity-title">{line.title}</span>
        )}
        <span class="hint">
          {inWords(line.status)}
          {line.is_suspended && ` · ${t("status.suspended")}`}
          {line.attempts > 1 && ` · ${t("play.attempt", { number: line.attempts })}`}
        </span>
        {open && line.why_not !== null && <p class="why">{line.why_not}</p>}
      </div>
      {line.why_not !== null && !isCurrent && (
        <button type="button" class="link small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t("play.why")}
        </button>
      )}
    </li>
  );
}
