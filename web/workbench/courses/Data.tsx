// The data model of the activity that plays.

import { useState } from "preact/hooks";
import { t } from "../strings";
import { course } from "./state";

export function Data() {
  const [filter, setFilter] = useState("");
  const [own, setOwn] = useState(false);
  const all = course.value?.data ?? [];
  const words = filter.trim().toLowerCase();
  const shown = all.filter(
    (line) =>
      (!own || line.by_course) && (words === "" || `${line.element} ${line.value ?? ""}`.toLowerCase().includes(words)),
  );
  return (
    <div class="data">
      <input
        type="search"
        aria-label={t("play.search")}
        placeholder="score, suspend_data …"
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <label class="check">
        <input type="checkbox" checked={own} onChange={(event) => setOwn(event.currentTarget.checked)} />
        {t("play.ownOnly")}
      </label>
      {all.length === 0 && <p class="hint">{t("play.noData")}</p>}
      <dl>
        {shown.map((line) => (
          <div key={line.element} class={line.by_course ? "by-course" : ""}>
            <dt>
              <code>{line.element}</code>
            </dt>
            <dd>
              {line.value === null || line.value === "" ? <span class="hint">–</span> : line.value}
              {line.value !== null && line.length > line.value.length && (
                <span class="hint"> … {t("play.characters", { n: line.length })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
