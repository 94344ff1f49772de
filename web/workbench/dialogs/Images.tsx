// The ways in for images: paste, drop, pick, capture; and what has come in, with a way out.

import { useEffect, useRef, useState } from "preact/hooks";
import { canCapture, captureScreen, captureTip, ImageRefused, preview, upload } from "../images";
import { openCards } from "../state";
import { t } from "../strings";
import type { Attachment } from "../wire";
import { enter, mayAct, type Card } from "./card";
import { cardElement, cardOfFocus } from "./focus";
import { takesImages } from "./parameters";

export function Images({ card, large = false }: { card: Card; large?: boolean }) {
  const picker = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [problem, setProblem] = useState("");
  const [busy, setBusy] = useState(0);
  const attachments = card.draft.value.attachments ?? [];

  const add = async (blobs: { blob: Blob; name: string }[]) => {
    setProblem("");
    for (const { blob, name } of blobs) {
      setBusy((count) => count + 1);
      try {
        const stored = await upload(card.id, blob, name, card.draft.value.attachments ?? []);
        enter(card, { attachments: [...(card.draft.value.attachments ?? []), stored] });
      } catch (error) {
        setProblem(t(error instanceof ImageRefused ? error.message : "image.failed", { name }));
      } finally {
        setBusy((count) => count - 1);
      }
    }
  };
  const addFiles = (files: Iterable<File>) => void add([...files].map((file) => ({ blob: file, name: file.name })));
  usePaste(card, (blob) => void add([{ blob, name: `clipboard-${Date.now()}.${blob.type.split("/")[1] ?? "png"}` }]));
  useDrop(card, (files) => {
    setOver(false);
    addFiles(files);
  });
  const capture = () =>
    captureScreen().then(
      (blob) => add([{ blob, name: `capture-${Date.now()}.png` }]),
      (error: unknown) => {
        if ((error as DOMException).name !== "NotAllowedError") setProblem(t("image.capture"));
      },
    );

  return (
    <div
      class={`images ${large ? "large" : ""} ${over ? "over" : ""}`}
      role="group"
      aria-label={t("image.group")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
    >
      {attachments.length > 0 && (
        <ul class="previews">
          {attachments.map((one) => (
            <Preview
              key={one.id}
              attachment={one}
              remove={() => enter(card, { attachments: attachments.filter((other) => other !== one) })}
            />
          ))}
        </ul>
      )}
      <p class="image-ways">
        <button type="button" data-initial={large ? "" : undefined} onClick={() => picker.current?.click()}>
          {t("image.pick")}
        </button>
        {canCapture() && (
          <button type="button" onClick={capture}>
            {t("image.captureButton")}
          </button>
        )}
        <span class="hint">{t("image.ways")}</span>
      </p>
      {large && !canCapture() && <p class="hint tip">{t(captureTip())}</p>}
      {busy > 0 && (
        <p class="hint" role="status">
          {t("image.uploading")}
        </p>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={t("image.pick")}
        onChange={(event) => {
          addFiles(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

/** Pasted images go to the card with the focus; without one, to the first that takes images. */
function usePaste(card: Card, add: (blob: File) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const target = cardOfFocus() ?? openCards.value.find((one) => takesImages(one.request.value));
      if (target !== card || !mayAct(card)) return;
      const images = [...(event.clipboardData?.files ?? [])].filter((file) => file.type.startsWith("image/"));
      if (images.length === 0) return;
      event.preventDefault();
      images.forEach(add);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  });
}

/** Anywhere on the card. */
function useDrop(card: Card, add: (files: FileList) => void): void {
  useEffect(() => {
    const drop = (event: DragEvent) => {
      const files = event.dataTransfer?.files;
      if (files?.length && mayAct(card) && cardElement(card)?.contains(event.target as Node)) add(files);
    };
    document.addEventListener("drop", drop);
    return () => document.removeEventListener("drop", drop);
  });
}

export function Preview({ attachment, remove }: { attachment: Attachment; remove?: () => void }) {
  const [address, setAddress] = useState("");
  useEffect(() => {
    preview(attachment.id).then(setAddress, () => setAddress(""));
  }, [attachment.id]);
  return (
    <li class="preview">
      {address ? <img src={address} alt={attachment.name} /> : <span class="no-image">{attachment.name}</span>}
      <span class="preview-name">
        {attachment.name} · {attachment.width}×{attachment.height} · {size(attachment.size)}
      </span>
      {remove && (
        <button type="button" class="remove" aria-label={t("image.remove", { name: attachment.name })} onClick={remove}>
          ×
        </button>
      )}
    </li>
  );
}

function size(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
