// Why an activity is locked: the sentence, the facts, the rule; in the outline as a pane, in Why as a page.

import type { ComponentChildren } from "preact";
import { inWords } from "./exceptions";
import { Icon } from "./Icon";
import { type Condition, type Lock, lockOf } from "./lock";
import { Popover } from "./Popover";
import type { Activity } from "./source";
import type { View } from "./view";
import { has, t } from "./words";

/** The small pane at an activity of the outline. */
export function WhyLocked({ activity, view }: { activity: Activity; view: View }) {
  return (
    <Popover
      face={t("outline.why")}
      look="linkish small why-button"
      label={t("outline.whyOf", { title: activity.title })}
      name={t("outline.whyOf", { title: activity.title })}
      paneLook="why-pane"
      width={328}
    >
      {(close) => <Reason activity={activity} view={view} close={close} />}
    </Popover>
  );
}

function Reason({ activity, view, close }: { activity: Activity; view: View; close: () => void }) {
  const lock = lockOf(activity, view.source);
  return (
    <>
      <header>
        <h2 class="grow">{t("why.isLocked", { title: activity.title })}</h2>
        <button type="button" class="quiet only" aria-label={t("keys.close")} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <LockFacts lock={lock} view={view} />
      <footer class="codes">
        <code class="clip" title={lock.rule}>
          {shortRule(lock)}
        </code>
        <button
          type="button"
          class="linkish"
          onClick={() => {
            close();
            view.locked.value = activity.identifier;
            view.tab.value = "why";
            view.pane.value = "inspector";
          }}
        >
          {t("why.all")}
        </button>
      </footer>
    </>
  );
}

/** The sentence, and each condition with what is known of it. */
export function LockFacts({ lock, view }: { lock: Lock; view: View }) {
  return (
    <>
      <p>{sentence(lock, view)}</p>
      {lock.conditions.length > 0 && (
        <ul class="cond">
          {lock.conditions.map((one, place) => (
            <Fact key={`${place}`} condition={one} view={view} />
          ))}
        </ul>
      )}
    </>
  );
}

function shortRule({ code, rule }: Lock): string {
  const name = /^(\w+)(?: \d+)? of .*?(?:: (\w+) if|$|:)/s.exec(rule);
  return [name?.slice(1).filter(Boolean).join(" "), code].filter(Boolean).join(" · ");
}

function sentence(lock: Lock, view: View): ComponentChildren {
  const { conditions, kind, limit } = lock;
  if (kind === "attempts") return t("lock.attempts", { n: limit });
  if (kind === "prerequisites") return t("lock.prerequisites", { what: withTitles(limit, view) });
  if (kind !== "rule") return full(inWords(lock.code, lock.meaning));
  // What must come true is the opposite of what locks it.
  const wanted = conditions.map((one) => opens(one, view)).filter((one) => one !== null);
  if (wanted.length !== conditions.length) return t("lock.rule");
  const joint = t(lock.needs === "any" ? "lock.and" : "lock.or");
  return t("lock.opens", { when: wanted.join(` ${joint} `) });
}

/** “Brewing is passed”, for the condition that it is not. */
function opens(condition: Condition, view: View): string | null {
  const key = `opens.${condition.word}`;
  return has(key) && condition.of !== null
    ? t(key, { title: t("quoted", { title: view.titleOf(condition.of) }), n: percent(condition.threshold ?? 0) })
    : null;
}

function Fact({ condition, view }: { condition: Condition; view: View }) {
  const activity = view.moment.value?.overview.activities.find((one) => one.identifier === condition.of);
  const words = has(`cond.${condition.word}`) ? t(`cond.${condition.word}`) : condition.word;
  const status = activity?.status;
  const isBegun = (activity?.attempt_count ?? 0) > 0;
  const needed = condition.needed ?? condition.threshold;
  const facts = [
    status?.measure == null ? "" : t("lock.score", { n: percent(status.measure) }),
    needed === null ? "" : t("lock.needed", { n: percent(needed) }),
    activity && !isBegun ? t("standing.untouched") : "",
    activity && isBegun && status?.satisfied == null && status?.completed !== true ? t("standing.begun") : "",
  ].filter(Boolean);
  return (
    <li>
      <Icon
        name={status?.satisfied === false ? "failed" : isBegun ? "begun" : "untouched"}
        class={status?.satisfied === false ? "s-failed" : "s-open"}
      />
      <span>
        {activity && <b>{activity.title}</b>} {words}
        {facts.length > 0 && <span class="muted small"> {facts.join(" · ")}</span>}
      </span>
    </li>
  );
}

/** Identifiers by the titles of their activities. */
function withTitles(text: string, view: View): string {
  return text.replace(/[\w.-]+/g, (word) => {
    const title = view.titles.value.get(word);
    return title === undefined ? word : t("quoted", { title });
  });
}

function percent(share: number): number {
  return Math.round(share * 100);
}

/** A text as a sentence of its own. */
export function full(text: string): string {
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}
