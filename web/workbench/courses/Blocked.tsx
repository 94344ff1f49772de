// What the browser kept the course from loading.

import type { Extra } from "../../inspector/Inspector";
import { t } from "../strings";
import type { BlockedLine } from "../wire";

/** A view of the inspector; none while nothing was blocked. */
export function blockedView(blocked: BlockedLine[]): Extra[] {
  if (blocked.length === 0) return [];
  const title = t("play.blocked");
  const count = blocked.length;
  return [{ tab: "blocked", title, count, show: () => <Blocked blocked={blocked} />, content: () => blocked }];
}

function Blocked({ blocked }: { blocked: BlockedLine[] }) {
  return (
    <div class="blocked" tabIndex={0} role="group" aria-label={t("play.blocked")}>
      <p class="muted">{t("play.blockedText")}</p>
      <ul>
        {blocked.map((one) => (
          <li key={`${one.url} ${one.directive}`}>
            <code>{one.url}</code> <span class="muted">{one.directive}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
