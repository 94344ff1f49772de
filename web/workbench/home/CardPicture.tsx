// How a course looks: live, as its last picture shows it, or as a page that stands for it.

import { useEffect, useState } from "preact/hooks";
import { picture } from "../courses/frames";
import { LivePicture } from "../courses/LivePicture";
import { humanToken } from "../pairing";
import { t } from "../strings";
import type { SessionCard } from "../wire";

export function CardPicture({ card }: { card: SessionCard }) {
  const isLive = picture(card.session_id).value !== null;
  const { title } = card;
  return (
    <>
      {!isLive &&
        (card.picture === null ? (
          <Placeholder title={title} place={card.activity} />
        ) : (
          <LastPicture session={card.session_id} name={card.picture} title={title} place={card.activity} />
        ))}
      <LivePicture session={card.session_id} label={t("watch.picture", { title })} />
    </>
  );
}

interface LastProps {
  session: string;
  name: string;
  title: string;
  place: string | null;
}

function LastPicture({ session, name, title, place }: LastProps) {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    let made: string | null = null;
    const stop = new AbortController();
    const address = `/human/sessions/${session}/pictures/${encodeURIComponent(name)}`;
    fetch(address, { headers: { Authorization: `Bearer ${humanToken() ?? ""}` }, signal: stop.signal })
      .then(async (reply) => {
        if (!reply.ok) return;
        made = URL.createObjectURL(await reply.blob());
        if (stop.signal.aborted) URL.revokeObjectURL(made);
        else setUrl(made);
      })
      // Without its picture the card is as good as one that has none.
      .catch(() => undefined);
    return () => {
      stop.abort();
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [session, name]);
  if (url === null) return <Placeholder title={title} place={place} />;
  return <img class="last-picture" src={url} alt={t("home.lastPicture", { title })} />;
}

/** A page in a colour of its own, so that courses are told apart at a glance. */
export function Placeholder({ title, place = null }: { title: string; place?: string | null }) {
  return (
    <span class="placeholder" aria-hidden="true" style={{ "--hue": String(hue(title)) }}>
      <span class="placeholder-side">
        <i />
        <i />
        <i />
        <i />
      </span>
      <span class="placeholder-page">
        <b>{place ?? title}</b>
        <span class="placeholder-block" />
        <i />
        <i />
      </span>
    </span>
  );
}

/** Colours that look well as a band, by their hue. */
const HUES = [152, 262, 32, 295, 215, 350, 182, 15];

/** The same for the same title. */
function hue(title: string): number {
  let sum = 7;
  for (const letter of title) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return HUES[sum % HUES.length] ?? 0;
}
