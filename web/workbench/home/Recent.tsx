// The courses that were opened before.

import { Icon } from "../../inspector/Icon";
import { busy, openPath, recent } from "../courses/state";
import { now } from "../state";
import { age, t } from "../strings";
import type { RecentCourse } from "../wire";
import { Placeholder } from "./CardPicture";
import { FindingsTags } from "./FindingsTag";
import { Work } from "./Work";

export function Recent() {
  return (
    <section aria-labelledby="recent-title">
      <div class="section-head">
        <h2 id="recent-title">{t("home.recent")}</h2>
        <span class="hint">{t("home.recentText")}</span>
      </div>
      <ul class="rows">
        {recent.value.map((one) => (
          <Row key={one.path} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Row({ one }: { one: RecentCourse }) {
  const title = one.title || (one.path.split(/[\\/]/).at(-1) ?? one.path);
  return (
    <li>
      <span class="row-picture">
        <Placeholder title={title} />
      </span>
      <div class="row-words">
        <strong>{title}</strong>
        <span class="hint path" title={one.path}>
          {one.path}
        </span>
      </div>
      <p class="labels">
        {one.is_gone ? <span class="label">{t("home.missing")}</span> : <FindingsTags findings={one.findings} />}
      </p>
      <span class="hint row-age">{age(now.value - one.opened_at)}</span>
      <div class="row-acts">
        <button
          type="button"
          class="small"
          aria-label={t("home.playThis", { title })}
          disabled={one.is_gone || busy.value}
          onClick={() => void openPath(one.path)}
        >
          <Icon name="play" /> {t("home.play")}
        </button>
        {!one.is_gone && <Work path={one.path} title={title} />}
      </div>
    </li>
  );
}
