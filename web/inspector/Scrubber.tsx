// The whole session in one line: work, not time. One bar for a few moments; activities below, signs above.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { copyJson } from "./files";
import { Icon } from "./Icon";
import { replaying, stopReplay, toggleReplay } from "./replay";
import { HIGH, type Segment, stronger } from "./session_line";
import type { Entry } from "./source";
import type { View } from "./view";
import { clock, t } from "./words";

/** Pixels of a bar where there is room, and its part of the room where there is not. */
const BAR = 6.5;
const FILLED = 0.72;
/** Pixels that a sign takes. */
const SIGN = 18;

/** `acts` stand at its end. */
export function Scrubber({ view, acts }: { view: View; acts?: ComponentChildren }) {
  view.grown.value;
  const { source } = view;
  const all = Math.max(1, source.moments);
  const drawn = view.line.value;
  const track = useRef<HTMLDivElement>(null);
  const width = useWidth(track);
  const bar = Math.min(BAR, (width / drawn.bars.length) * FILLED);
  const isReplaying = replaying.value === view;
  useEffect(() => stopReplay, [view]);
  const at = view.at.value;
  const percent = (moment: number) => (all < 2 ? 0 : (moment / (all - 1)) * 100);
  const time = view.moment.value?.at ?? 0;
  const isNow = (one: Segment) => one.from <= at && (at < one.to || one.to === all - 1);
  return (
    <footer class="scrubber" aria-label={t("zone.scrubber")}>
      <div class="scrub-begin">
        <button
          type="button"
          class="quiet only"
          aria-label={t("scrub.prev")}
          title={t("scrub.prev")}
          onClick={() => view.goTo(at - 1)}
        >
          <Icon name="prev" />
        </button>
        <button
          type="button"
          class="only replay"
          aria-label={t(isReplaying ? "scrub.pause" : "scrub.play")}
          title={`${t(isReplaying ? "scrub.pause" : "scrub.play")} (p)`}
          disabled={source.moments < 2}
          onClick={() => toggleReplay(view)}
        >
          <Icon name={isReplaying ? "pause" : "play"} />
        </button>
        <button
          type="button"
          class="quiet only"
          aria-label={t("scrub.next")}
          title={t("scrub.next")}
          onClick={() => view.goTo(at + 1)}
        >
          <Icon name="next" />
        </button>
      </div>
      <div class="track" ref={track}>
        <svg class="bars" viewBox={`0 0 ${width} ${HIGH}`} preserveAspectRatio="none" aria-hidden="true">
          {drawn.bars.map((height, place) => (
            <rect
              key={`${place}`}
              class={place * drawn.width <= at ? "past" : ""}
              x={drawn.bars.length < 2 ? 0 : (place / (drawn.bars.length - 1)) * (width - bar)}
              y={HIGH - height}
              width={bar}
              height={height}
              rx={1.5}
            />
          ))}
        </svg>
        <div class="segs" aria-hidden="true">
          {drawn.segments.map((one) => (
            <span
              key={one.from}
              title={view.titleOf(one.activity)}
              class={isNow(one) ? "now clip" : "clip"}
              style={{ left: `${percent(one.from)}%`, width: `${Math.max(0, percent(one.to) - percent(one.from))}%` }}
            >
              {view.titleOf(one.activity)}
            </span>
          ))}
        </div>
        <div class="flags" aria-hidden="true">
          {apart(drawn.signs, all, Math.max(1, Math.floor(width / SIGN))).map((entry) => (
            <span key={entry.id} style={{ left: `${percent(entry.moment)}%` }}>
              <Icon
                name={entry.level === "plain" ? entry.kind : entry.level}
                class={entry.level === "plain" ? `k-${entry.kind} by-${entry.by ?? "nobody"}` : "bad-ink"}
              />
            </span>
          ))}
        </div>
        {view.tab.value === "compare" &&
          [["A", view.a.value ?? 0] as const, ["B", view.b.value ?? at] as const].map(([name, moment]) => (
            <span key={name} class="pin" aria-hidden="true" style={{ left: `${percent(moment)}%` }}>
              {name}
            </span>
          ))}
        <i class="head" aria-hidden="true" style={{ left: `${percent(at)}%` }} />
        {view.looksAt.value !== at && (
          <i class="head chosen" aria-hidden="true" style={{ left: `${percent(view.looksAt.value)}%` }} />
        )}
        <input
          type="range"
          min={0}
          max={all - 1}
          value={at}
          aria-label={t("scrub.label")}
          aria-valuetext={`${t("scrub.at", { n: at + 1, all })}, ${clock(time)}`}
          onInput={(event) => {
            stopReplay();
            view.goTo(Number(event.currentTarget.value));
          }}
        />
      </div>
      <div class="scrub-end">
        <p class="moment">
          <b>{t("scrub.at", { n: at + 1, all })}</b>
          {source.isLive ? <Now view={view} /> : <span class="muted num">{clock(time)}</span>}
        </p>
        <button
          type="button"
          class="hide-phone"
          aria-label={t("scrub.compare")}
          onClick={() => {
            view.a.value = view.looksAt.value;
            view.b.value = null;
            view.tab.value = "compare";
          }}
        >
          <Icon name="compare" />
          <span class="hide-narrow">{t("scrub.compare")}</span>
        </button>
        {acts ?? (
          <button
            type="button"
            class="hide-phone"
            aria-label={t("scrub.copy")}
            onClick={() => copyJson(view, view.moment.value)}
          >
            <Icon name="copy" />
            <span class="hide-narrow">{t("scrub.copy")}</span>
          </button>
        )}
      </div>
    </footer>
  );
}

/** Whether the panes go along with the session, and how to get back to that. */
function Now({ view }: { view: View }) {
  if (view.seesNow.value)
    return (
      <span class="tag ok now">
        <i aria-hidden="true" />
        {t("scrub.live")}
      </span>
    );
  return (
    <button type="button" class="linkish" onClick={() => view.backToNow()}>
      {t("scrub.back")}
    </button>
  );
}

/** As wide as it is drawn, in pixels. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600);
  useEffect(() => {
    const { current } = element;
    if (!current) return;
    const watch = new ResizeObserver(() => setWidth(Math.max(60, current.clientWidth)));
    watch.observe(current);
    return () => watch.disconnect();
  }, []);
  return width;
}

/** Signs that would cover each other are one; of these the fault stays. */
function apart(signs: readonly Entry[], all: number, places: number): Entry[] {
  const kept = new Map<number, Entry>();
  for (const sign of signs) {
    const place = Math.floor((sign.moment / all) * places);
    const known = kept.get(place);
    kept.set(place, known ? stronger(known, sign) : sign);
  }
  return [...kept.values()];
}
