// Says so when the course does not come because this browser does not find its host, a name below `localhost`.
//
// Chromium and Firefox know such names by themselves. Others ask the machine, which may know none; then the frame would
// only stay empty. No page can look into the frame, but the server knows whether the player in it has come.

import { useEffect, useState } from "preact/hooks";
import { t } from "../strings";
import { course } from "./state";

/** A stage on the same machine answers at once. */
const PATIENCE_MS = 5_000;

export function Reach({ url }: { url: string }) {
  const [isLate, setLate] = useState(false);
  const [hasCome, setCome] = useState(false);
  const isSeen = course.value?.card.driver === "person" && !course.value.is_unseen;
  useEffect(() => {
    setLate(false);
    setCome(false);
    const patience = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(patience);
  }, [url]);
  useEffect(() => {
    if (isSeen) setCome(true);
  }, [isSeen, url]);
  if (!isLate || hasCome) return null;
  const { hostname } = new URL(url);
  return (
    <div class="unreached" role="alert">
      <h2>{t("reach.title")}</h2>
      <p>{t("reach.text", { host: hostname })}</p>
      <ul>
        <li>{t("reach.browser")}</li>
        <li>
          {t("reach.hosts")} <code>127.0.0.1 {hostname}</code>
        </li>
        <li>{t("reach.proxy")}</li>
      </ul>
    </div>
  );
}
