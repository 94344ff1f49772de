// A trace: the inspector over a file that holds its session, its engine and its pictures.

import { signal } from "@preact/signals";
import { render } from "preact";
import { load } from "../../crates/scorm-wasm/js/engine.js";
import { Bench } from "../inspector/Bench";
import { Icon } from "../inspector/Icon";
import { Keys, listenToKeys, showKeys } from "../inspector/Keys";
import { View } from "../inspector/view";
import { day, language, t } from "../inspector/words";
import { keepAddress, readAddress } from "./address";
import { FileSource, type Head } from "./file_source";
import { turnTheme, useSettings } from "./settings";
import { textOf, unpacked } from "./unpack";

/** How often the views follow while the journal is read, in milliseconds. */
const FOLLOW = 250;
/** So many times as long as they took to follow, only the journal is read. */
const REST = 6;

const share = signal(0);

function App({ view, source }: { view: View; source: FileSource }) {
  const { about } = source;
  view.grown.value;
  return (
    <div class="app trace" data-ready={source.done}>
      <header class="top">
        <span class="brand">
          <span class="mark" aria-hidden="true" />
          <span class="hide-phone">{t("trace.brand")}</span>
        </span>
        <span class="clip grow">
          <b>{about.course}</b> <span class="muted">· {day(source.entries[0]?.at || about.exported_at)}</span>
        </span>
        <button type="button" class="quiet" onClick={() => (language.value = language.value === "de" ? "en" : "de")}>
          {t("trace.language")}
        </button>
        <button
          type="button"
          class="quiet only"
          aria-label={t("trace.theme")}
          title={t("trace.theme")}
          onClick={turnTheme}
        >
          <Icon name="theme" />
        </button>
        <button
          type="button"
          class="quiet only"
          aria-label={t("keys.title")}
          title={`${t("keys.title")} (?)`}
          onClick={showKeys}
        >
          <Icon name="help" />
        </button>
      </header>
      <aside class="tracebar">
        <Icon name="content" />
        <span class="grow">
          <b>{t("trace.readonly")}</b> <span class="hide-phone">{t("trace.about", { session: about.session_id })}</span>{" "}
          {!source.done && <span role="status">{t("trace.reading", { percent: Math.floor(share.value * 100) })}</span>}
          {source.fault && <b class="bad-ink">{t("trace.fault", { fault: source.fault })}</b>}
        </span>
        <span class="tag">
          <Icon name="offline" />
          {t("trace.offline")}
        </span>
        {about.masked && (
          <span class="tag">
            <Icon name="locked" />
            {t("trace.masked")}
          </span>
        )}
        {source.picturesLeftOut > 0 && <span class="tag">{t("trace.leftout", { n: source.picturesLeftOut })}</span>}
        <span class="tag hide-phone">{t("trace.made", { version: about.greenroom })}</span>
      </aside>
      <Bench view={view} />
      <Keys />
    </div>
  );
}

async function show(place: HTMLElement): Promise<void> {
  const [head, engine, journal] = await Promise.all([textOf("head"), unpacked("engine"), textOf("journal")]);
  const source = new FileSource(JSON.parse(head) as Head, await load(engine));
  const view = new View(source);
  let drawn = false;
  let next = 0;
  await source.read(journal, (read) => {
    const now = performance.now();
    if (!source.done && drawn && now < next) return;
    share.value = read;
    next = Number.POSITIVE_INFINITY;
    // They draw after this, so that only what comes later knows how long they took.
    setTimeout(() => {
      const end = performance.now();
      next = end + Math.max(FOLLOW, REST * (end - now));
    });
    if (!drawn) {
      drawn = true;
      render(<App view={view} source={source} />, place);
      performance.mark("trace:drawn");
    }
    view.grown.value++;
  });
  if (location.hash.length > 1) readAddress(view);
  else view.goTo(source.moments - 1);
  keepAddress(view);
  listenToKeys(view);
  document.documentElement.dataset["trace"] = "ready";
  performance.mark("trace:ready");
}

useSettings();
const place = document.getElementById("trace") ?? document.body;
show(place).catch((fault: unknown) => {
  render(
    <p class="broken" role="alert">
      <b>{t("trace.broken")}</b> {String(fault)}
    </p>,
    place,
  );
});
