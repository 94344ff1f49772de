// Home: open a course, go on with one, or learn how.

import { useEffect, useState } from "preact/hooks";
import { online, recent, sessions, watchSessions } from "../courses/state";
import { t } from "../strings";
import { First } from "./First";
import { given, openGiven } from "./folder";
import { Open } from "./Open";
import { Recent } from "./Recent";
import { Sessions } from "./Sessions";

export function Home() {
  const isOnline = online();
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!isOnline) return;
    watchSessions(true);
    return () => watchSessions(false);
  }, [isOnline]);
  const list = sessions.value;
  const isEmpty = list?.length === 0 && recent.value.length === 0;
  const leave = (event: DragEvent) => {
    // Leaving a part of the page for another one is no leaving.
    const to = event.relatedTarget;
    if (!(to instanceof Node && event.currentTarget instanceof Node && event.currentTarget.contains(to)))
      setOver(false);
  };
  return (
    <section
      class="home"
      aria-labelledby="home-title"
      aria-busy={list === null}
      onDragOver={() => setOver(true)}
      onDragLeave={leave}
      onDrop={(event) => {
        setOver(false);
        const what = given(event.dataTransfer);
        if (what) void openGiven(what);
      }}
    >
      {isEmpty ? (
        <First over={over} />
      ) : (
        <>
          <h1 id="home-title" class="visually-hidden">
            {t("nav.home")}
          </h1>
          <Open over={over} />
          {list && list.length > 0 && <Sessions list={list} />}
          {list?.length === 0 && <p class="hint no-sessions">{t("home.noSessions")}</p>}
          {recent.value.length > 0 && <Recent />}
        </>
      )}
    </section>
  );
}
