// What is wrong with the files of a course, in a word or two.

import { Icon } from "../../inspector/Icon";
import { now } from "../state";
import { age, t } from "../strings";
import type { CourseFindings } from "../wire";

export function FindingsTags({ findings }: { findings: CourseFindings }) {
  switch (findings.state) {
    case "unchecked":
      return <Tag look="none" words={t("checked.never")} />;
    case "checking":
      return <Tag look="none" words={t("checked.now")} />;
    case "failed":
      return <Tag look="bad" icon="error" words={t("checked.failed")} title={findings.why} />;
    case "checked": {
      const { errors, warnings, notes } = findings;
      const title = t("checked.at", { age: age(now.value - findings.checked_at) });
      if (errors + warnings + notes === 0)
        return <Tag look="good" icon="check" words={t("checked.none")} title={title} />;
      return (
        <>
          {errors > 0 && <Tag look="bad" icon="error" words={t("checked.errors", { n: errors })} title={title} />}
          {warnings > 0 && (
            <Tag look="warn" icon="warning" words={t("checked.warnings", { n: warnings })} title={title} />
          )}
          {notes > 0 && <Tag look="none" words={t("checked.notes", { n: notes })} title={title} />}
        </>
      );
    }
  }
}

function Tag({ look, icon, words, title }: { look: string; icon?: string; words: string; title?: string }) {
  return (
    <span class={`label finding-tag is-${look}`} {...(title === undefined ? {} : { title })}>
      {icon !== undefined && <Icon name={icon} />} {words}
    </span>
  );
}
