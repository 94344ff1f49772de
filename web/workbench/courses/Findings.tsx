// What is wrong with the files of the course, while somebody edits them.

import { Icon } from "../../inspector/Icon";
import type { Extra } from "../../inspector/Inspector";
import { FindingsTags } from "../home/FindingsTag";
import { Work } from "../home/Work";
import { t } from "../strings";
import type { FindingLine, OnSave } from "../wire";
import { develop, findings, isEditable } from "./development";
import { busy, course } from "./state";

const WISHES: OnSave[] = ["keep", "start_over", "stay"];

/** A view of the inspector. */
export function findingsView(): Extra {
  const live = findings.value;
  const known = course.value?.card.findings;
  const { errors, warnings } = live ?? (known?.state === "checked" ? known : { errors: 0, warnings: 0 });
  return {
    tab: "findings",
    title: t("play.findings"),
    count: errors + warnings,
    isBad: errors > 0,
    show: () => <Findings />,
    content: () => live,
  };
}

function Findings() {
  const live = findings.value;
  if (!isEditable()) {
    return (
      <div class="findings">
        <Known />
        <p class="hint">{t("findings.zip")}</p>
      </div>
    );
  }
  return (
    <div class="findings" tabIndex={0} role="group" aria-label={t("play.findings")}>
      <div class="findings-head">
        <label>
          <input
            type="checkbox"
            checked={live !== null}
            disabled={busy.value}
            onChange={(event) => void develop(event.currentTarget.checked ? "keep" : null)}
          />{" "}
          {t("findings.follow")}
        </label>
        {live && (
          <select
            aria-label={t("findings.onSave")}
            value={live.on_save}
            onChange={(event) => void develop(event.currentTarget.value as OnSave)}
          >
            {WISHES.map((wish) => (
              <option key={wish} value={wish}>
                {t(`findings.${wish}`)}
              </option>
            ))}
          </select>
        )}
      </div>
      {live === null ? (
        <>
          <p class="hint">{t("findings.off")}</p>
          <Known />
        </>
      ) : (
        <>
          {live.held_back !== null && (
            <p class="problem" role="alert">
              {t("findings.heldBack")} {live.held_back}
            </p>
          )}
          <p role="status">
            {live.findings.length === 0
              ? t("findings.none", { score: live.score })
              : t("findings.count", { errors: live.errors, warnings: live.warnings, score: live.score })}
          </p>
          <ul class="finding-list">
            {live.findings.map((finding, index) => (
              <Finding key={`${index} ${finding.code} ${finding.file}`} finding={finding} />
            ))}
          </ul>
          {live.omitted > 0 && <p class="hint">{t("findings.more", { n: live.omitted })}</p>}
        </>
      )}
    </div>
  );
}

/** What Home knows of the course, and what can be done to know more. */
function Known() {
  const card = course.value?.card;
  if (!card) return null;
  return (
    <>
      <p class="labels">
        <FindingsTags findings={card.findings} />
      </p>
      <Work path={card.path} title={card.title} />
    </>
  );
}

function Finding({ finding }: { finding: FindingLine }) {
  const place = finding.file === null ? "" : `${finding.file}${finding.line === null ? "" : `:${finding.line}`}`;
  return (
    <li class={`finding is-${finding.severity}`}>
      <Icon name={SIGNS[finding.severity] ?? "session"} />
      <div>
        <p>
          <b>{t(`severity.${finding.severity}`, {}, finding.severity)}</b> <Marked text={finding.message} />
        </p>
        {finding.advice !== "" && (
          <p class="hint">
            <Marked text={finding.advice} />
          </p>
        )}
        {place !== "" && (
          <p class="hint">
            <code>{place}</code>
          </p>
        )}
      </div>
      <span class="tag">{finding.code}</span>
    </li>
  );
}

const SIGNS: { [severity: string]: string } = { fatal: "error", error: "error", warning: "warning" };

/** What stands between backticks is code. */
function Marked({ text }: { text: string }) {
  const parts = text.split("`");
  // One that has no partner is a letter like others.
  if (parts.length % 2 === 0) return <>{text}</>;
  return <>{parts.map((part, place) => (place % 2 === 1 ? <code key={`${place}`}>{part}</code> : part))}</>;
}
