// Nothing was opened yet: how to begin.

import { Icon } from "../../inspector/Icon";
import { busy, openBundled } from "../courses/state";
import { t } from "../strings";
import { Lamp } from "../views/Lamp";
import { Agents } from "./Agents";
import { Choose, PathForm, Told } from "./Open";

export function First({ over }: { over: boolean }) {
  return (
    <div class="first">
      <header class="welcome">
        <div>
          <h1 id="home-title">{t("home.first")}</h1>
          <p>{t("home.firstText")}</p>
        </div>
        <Lamp />
      </header>
      <div class="steps">
        <section class="step" aria-labelledby="step-open">
          <h2 id="step-open">
            <Step n={1} /> {t("home.firstOpen")}
          </h2>
          <div class={`drop is-large ${over ? "is-over" : ""}`} role="group" aria-labelledby="drop-title">
            <span class="drop-sign" aria-hidden="true">
              <Icon name="folder" />
            </span>
            <h3 id="drop-title">{t("home.drop")}</h3>
            <p class="hint">
              <Choose />
            </p>
          </div>
          <PathForm />
          <Told />
        </section>
        <section class="step" aria-labelledby="step-try">
          <h2 id="step-try">
            <Step n={2} /> {t("home.firstTry")}
          </h2>
          <h3>Tea tasting</h3>
          <p class="hint">{t("home.firstTryText")}</p>
          <p class="actions">
            <button type="button" class="primary try" disabled={busy.value} onClick={() => void openBundled()}>
              <Icon name="play" /> {t("home.playTea")}
            </button>
          </p>
          <p class="hint">{t("home.firstEdit")}</p>
          <h3>{t("home.firstShellTitle")}</h3>
          <p class="hint">{t("home.firstShell")}</p>
          <pre class="snippet">greenroom play COURSE</pre>
        </section>
        <section class="step is-wide" aria-labelledby="step-agent">
          <h2 id="step-agent">
            <Step n={3} /> {t("home.firstAgent")} <span class="hint">{t("home.optional")}</span>
          </h2>
          <Agents />
        </section>
      </div>
    </div>
  );
}

function Step({ n }: { n: number }) {
  return (
    <span class="step-number" aria-hidden="true">
      {n}
    </span>
  );
}
