// How a hidden page calls its human: title, badge, sound, notification. Do-not-disturb silences all of them; questions still queue.

import { effect } from "@preact/signals";
import { question } from "./dialogs/parameters";
import { oneLine } from "./markdown/nodes";
import { askingCards, settings } from "./state";
import { t } from "./strings";
import type { DialogRequest } from "./wire";

export function attract(request: DialogRequest): void {
  if (settings.value.doNotDisturb) return;
  if (settings.value.sound) chime();
  if (document.hidden && "Notification" in window && Notification.permission === "granted") {
    const notification = new Notification(t("attention.title", { asker: request.asker }), {
      body: oneLine(question(request)).slice(0, 200),
      tag: request.requestId,
    });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  }
}

/** Keeps title and badge equal to the number of questions. */
export function watchAttention(): void {
  effect(() => {
    const count = settings.value.doNotDisturb ? 0 : askingCards.value.length;
    document.title = count > 0 ? `(${count}) ${t("attention.waiting")} · Greenroom` : "Greenroom";
    drawBadge(count);
    if (count > 0) void navigator.setAppBadge?.(count).catch(() => undefined);
    else void navigator.clearAppBadge?.().catch(() => undefined);
  });
}

function drawBadge(count: number): void {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const draw = canvas.getContext("2d");
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!draw || !icon) return;
  draw.fillStyle = "#1f7a4d";
  draw.beginPath();
  draw.roundRect(4, 4, 56, 56, 16);
  draw.fill();
  draw.fillStyle = "#ffffff";
  draw.font = "bold 36px system-ui, sans-serif";
  draw.textAlign = "center";
  draw.fillText("g", 32, 41);
  if (count > 0) {
    draw.fillStyle = "#c2410c";
    draw.beginPath();
    draw.arc(46, 18, 18, 0, 7);
    draw.fill();
    draw.fillStyle = "#ffffff";
    draw.font = "bold 26px system-ui, sans-serif";
    draw.fillText(count > 9 ? "9+" : String(count), 46, 27);
  }
  icon.dataset["count"] = String(count);
  icon.href = canvas.toDataURL("image/png");
}

let audio: AudioContext | null = null;

/** Two soft tones, made here: a sound file would need a wider content policy. */
function chime(): void {
  // Before the first key or click browsers stay silent anyway.
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    audio ??= new AudioContext();
    for (const [index, frequency] of [587, 880].entries()) {
      const start = audio.currentTime + index * 0.14;
      const tone = audio.createOscillator();
      const volume = audio.createGain();
      tone.frequency.value = frequency;
      volume.gain.setValueAtTime(0.0001, start);
      volume.gain.exponentialRampToValueAtTime(0.12, start + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.35);
      tone.connect(volume).connect(audio.destination);
      tone.start(start);
      tone.stop(start + 0.4);
    }
  } catch {
    // No sound device, or the browser wants a gesture first: the badge remains.
  }
}
