// The calls of the course, newest at the end; what is new waits while one has scrolled away.

import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../strings";
import type { CallLine } from "../wire";
import { calls } from "./state";

const ROW_PX = 28;
/** Rows beyond the window, so that fast scrolling shows no gaps. */
const MARGIN = 12;

export function Calls() {
  const [filter, setFilter] = useState("");
  const [chosen, setChosen] = useState<CallLine | null>(null);
  const all = calls.value;
  const shown = filter.trim() === "" ? all : all.filter((call) => matches(call, filter.trim().toLowerCase()));
  return (
    <div class="calls">
      <input
        type="search"
        aria-label={t("play.search")}
        placeholder={t("play.searchExample")}
        value={filter}
        onInput={(event) => setFilter(event.currentTarget.value)}
      />
      <p class="hint" role="status">
        {t("play.count", { n: all.length, shown: shown.length })}
      </p>
      <List lines={shown} chosen={chosen} choose={setChosen} />
      {chosen && <Detail call={chosen} close={() => setChosen(null)} />}
    </div>
  );
}

function matches(call: CallLine, words: string): boolean {
  if (words === "error") return call.error !== 0;
  const text = `${call.method} ${call.args.join(" ")} ${call.result} ${call.error} ${call.meaning} ${call.activity}`;
  return words.split(/\s+/).every((word) => text.toLowerCase().includes(word));
}

function List(props: { lines: CallLine[]; chosen: CallLine | null; choose: (call: CallLine) => void }) {
  const { lines, chosen, choose } = props;
  const room = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(400);
  const [follows, setFollows] = useState(true);
  useEffect(() => {
    const element = room.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setHeight(element.clientHeight));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (follows && room.current) room.current.scrollTop = lines.length * ROW_PX;
  }, [lines.length, follows]);
  const first = Math.max(0, Math.floor(top / ROW_PX) - MARGIN);
  const last = Math.min(lines.length, Math.ceil((top + height) / ROW_PX) + MARGIN);
  return (
    <div class="call-list-room">
      <div
        class="call-list"
        ref={room}
        tabIndex={0}
        role="listbox"
        aria-label={t("play.timeline")}
        onScroll={(event) => {
          const { scrollTop, scrollHeight, clientHeight } = event.currentTarget;
          setTop(scrollTop);
          setFollows(scrollTop + clientHeight >= scrollHeight - ROW_PX);
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          const index = chosen === null ? lines.length : lines.indexOf(chosen);
          const next = lines[Math.min(lines.length - 1, Math.max(0, index + step))];
          if (next) choose(next);
        }}
      >
        <div class="call-rows" style={{ height: `${lines.length * ROW_PX}px` }}>
          {lines.slice(first, last).map((call, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list itself takes the keys.
            <div
              key={first + index}
              class={`call ${call.error === 0 ? "" : "is-error"}`}
              role="option"
              tabIndex={-1}
              aria-selected={call === chosen}
              style={{ transform: `translateY(${(first + index) * ROW_PX}px)` }}
              onClick={() => choose(call)}
            >
              <time>{clock(call.at)}</time>
              <b>{call.method.replace(/^LMS/, "")}</b>
              <code>{summary(call)}</code>
              {call.error !== 0 && <span class="call-error">{call.error}</span>}
            </div>
          ))}
        </div>
      </div>
      {!follows && (
        <button type="button" class="follow small" onClick={() => setFollows(true)}>
          {t("play.follow")}
        </button>
      )}
    </div>
  );
}

function Detail({ call, close }: { call: CallLine; close: () => void }) {
  const args = call.args.map((one) => (one === null ? "null" : JSON.stringify(one))).join(", ");
  return (
    <section class="call-detail" aria-label={t("play.detail")}>
      <div class="between">
        <h3>{call.error === 0 ? call.method : `${call.meaning} (${call.error})`}</h3>
        <button type="button" class="quiet small" aria-label={t("keys.close")} onClick={close}>
          ×
        </button>
      </div>
      <pre>{`${call.method}(${args}) → ${JSON.stringify(call.result)}`}</pre>
      <p class="hint">
        {[new Date(call.at).toLocaleTimeString(), call.activity, t(`origin.${call.origin}`, {}, call.origin)].join(
          " · ",
        )}
      </p>
    </section>
  );
}

function summary(call: CallLine): string {
  const args = call.args.filter((one) => one !== null && one !== "");
  const said = args.map((one, index) => (index === 0 ? String(one) : JSON.stringify(one))).join(" ");
  return /Get/.test(call.method) && call.result !== "" ? `${said} → ${JSON.stringify(call.result)}` : said;
}

function clock(at: number): string {
  return new Date(at).toTimeString().slice(0, 8);
}
