// The pages that agents have built: links to the sessions of every UI that runs for this user.

import { useEffect, useState } from "preact/hooks";
import { humanToken } from "../pairing";
import { connection } from "../state";
import { t } from "../strings";
import { Lamp } from "./Lamp";

interface Server {
  url: string;
  base_dir: string;
  /** Lets this browser in. */
  token: string;
  sessions: { id: string; type: string | null; tabs: number }[];
}

const LOOK_MS = 2000;

export function Pages() {
  const [servers, setServers] = useState<Server[] | null>(null);
  const online = connection.value === "online";
  useEffect(() => {
    if (!online) return;
    const look = () => void (document.hidden || fetchServers().then(setServers, () => undefined));
    look();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [online]);
  if (servers?.length === 0) return <None />;
  return (
    <section class="page" aria-labelledby="pages-title">
      <h1 id="pages-title">{t("nav.pages")}</h1>
      {servers?.map((server) => (
        <section class="part" key={server.url} aria-label={nameOf(server.base_dir)}>
          <div>
            <h2>{nameOf(server.base_dir)}</h2>
            <p class="hint">{server.base_dir}</p>
          </div>
          <ul class="removable">
            {server.sessions.map(({ id, type, tabs }) => (
              <li key={id}>
                <a href={entrance(server, `/${id}/?conserve=true`)} target="_blank" rel="noopener noreferrer">
                  {[t("pages.session", { id }), ...(type ? [type] : [])].join(" · ")}
                </a>
                <span class="hint">{tabs > 0 ? t("pages.tabs", { n: tabs }) : t("pages.noTabs")}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}

/** The way to a page leads past its door; what stands behind the `#` is never sent. */
function entrance({ url, token }: Server, to: string): string {
  return `${url}/-/enter?to=${encodeURIComponent(to)}#${token}`;
}

function None() {
  return (
    <section class="empty">
      <Lamp />
      <h1>{t("pages.none")}</h1>
      <p>{t("pages.noneText")}</p>
    </section>
  );
}

async function fetchServers(): Promise<Server[]> {
  const headers = { Authorization: `Bearer ${humanToken() ?? ""}` };
  const reply = await fetch("/human/ui-sessions", { headers });
  if (!reply.ok) throw new Error(String(reply.status));
  return ((await reply.json()) as { servers: Server[] }).servers;
}

/** The last part of a path, which people know a project by. */
function nameOf(path: string): string {
  return path.split(/[\\/]/).filter(Boolean).at(-1) ?? path;
}
