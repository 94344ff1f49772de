// A further browser wants to be paired. Only the human's word on this page lets it in.

import { useEffect, useState } from "preact/hooks";
import { send } from "../socket";
import { announcement, pairing } from "../state";
import { t } from "../strings";

/** What appears under a moving hand takes no click for this long. */
const GUARD_MS = 500;

export function PairingRequest() {
  const request = pairing.value;
  return request === null ? null : <Asked key={request.id} id={request.id} number={request.number} />;
}

function Asked({ id, number }: { id: string; number: string }) {
  const [guarded, setGuarded] = useState(true);
  useEffect(() => {
    announcement.value = t("pairing.title", { number });
    const timer = setTimeout(() => setGuarded(false), GUARD_MS);
    const before = document.activeElement;
    return () => {
      clearTimeout(timer);
      // The focus was on a button that is gone; the human goes on where they were.
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  function decide(allow: boolean): void {
    if (guarded) return;
    send({ type: "pairing-decision", id, allow });
  }
  return (
    <section class="pairing-request" role="group" aria-labelledby="pairing-title" data-guarded={guarded || undefined}>
      <h2 id="pairing-title">{t("pairing.title", { number })}</h2>
      <p>{t("pairing.text", { number })}</p>
      <div class="actions">
        <button type="button" class="primary" data-refuse onClick={() => decide(false)}>
          {t("pairing.refuse")}
        </button>
        <button type="button" data-allow onClick={() => decide(true)}>
          {t("pairing.allow")}
        </button>
      </div>
    </section>
  );
}
