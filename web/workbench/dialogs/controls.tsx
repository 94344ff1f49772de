// What stands below the question in every card: comment, quick replies, the ways to end it, the ways to submit.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { addSnippet, settings } from "../state";
import { t } from "../strings";
import { cancel, decline, enter, mayAct, type Card } from "./card";
import { cardElement } from "./focus";
import { ConfirmButtons } from "./ConfirmButtons";
import { closePanel, send } from "./keys";
import { mayBeRemembered } from "./parameters";

export function Comment({ card }: { card: Card }) {
  const [open, setOpen] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const value = card.draft.value.comment ?? "";
  useLayoutEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  if (!open && !value) {
    return (
      <button type="button" class="link add-comment" onClick={() => setOpen(true)}>
        {t("card.addComment")}
      </button>
    );
  }
  return (
    <label class="field comment">
      <span>{t("card.comment")}</span>
      <textarea
        ref={field}
        rows={2}
        disabled={!mayAct(card)}
        data-comment
        value={value}
        onInput={(event) => enter(card, { comment: event.currentTarget.value })}
      />
    </label>
  );
}

/** The human's own snippets go where they last wrote, else to the main field, else to the comment. */
export function QuickReplies({ card }: { card: Card }) {
  const last = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => {
    const element = cardElement(card);
    const remember = (event: FocusEvent) => {
      if (event.target instanceof HTMLTextAreaElement) last.current = event.target;
    };
    element?.addEventListener("focusin", remember);
    return () => element?.removeEventListener("focusin", remember);
  }, [card]);
  const { snippets } = settings.value;
  // A confirmation is decided, not written; its comment may be.
  const nothingToWrite = card.request.value.dialogType === "confirm" && !card.draft.value.comment;
  if (snippets.length === 0 || nothingToWrite) return null;
  const insert = (snippet: string) => {
    const element = cardElement(card);
    const field = last.current?.isConnected
      ? last.current
      : element?.querySelector<HTMLTextAreaElement>("textarea[data-main], textarea[data-comment]");
    if (!field) {
      enter(card, { comment: [card.draft.value.comment, snippet].filter(Boolean).join("\n") });
      return;
    }
    field.focus();
    field.setRangeText(snippet, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div class="quick-replies" role="group" aria-label={t("snippet.group")}>
      {snippets.map((one) => (
        <button key={one.id} type="button" class="chip" title={one.text} onClick={() => insert(one.text)}>
          {one.text.length > 32 ? `${one.text.slice(0, 31)}…` : one.text}
        </button>
      ))}
    </div>
  );
}

export function Remember({ card }: { card: Card }) {
  if (!mayBeRemembered(card.request.value)) return null;
  return (
    <label class="check remember">
      <input
        type="checkbox"
        checked={card.remember.value}
        onChange={(event) => (card.remember.value = event.currentTarget.checked)}
      />
      <span>{t("card.remember")}</span>
    </label>
  );
}

export function Discard({ card }: { card: Card }) {
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current?.focus(), []);
  return (
    <div class="panel" role="group" aria-label={t("card.discardQuestion")}>
      <p>{t("card.discardQuestion")}</p>
      <div class="actions">
        <button type="button" ref={keep} onClick={() => closePanel(card)}>
          {t("card.keep")}
        </button>
        <button type="button" class="danger" onClick={() => cancel(card)}>
          {t("card.discard")}
        </button>
      </div>
    </div>
  );
}

export function Decline({ card }: { card: Card }) {
  const [reason, setReason] = useState("");
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => field.current?.focus(), []);
  return (
    <div class="panel" role="group" aria-label={t("card.declineQuestion")}>
      <label class="field">
        <span>{t("card.declineQuestion")}</span>
        <textarea ref={field} rows={2} value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
      </label>
      <div class="actions">
        <button type="button" class="quiet" onClick={() => closePanel(card)}>
          {t("card.back")}
        </button>
        <button type="button" class="danger" data-act onClick={() => decline(card, reason)}>
          {t("card.declineNow")}
        </button>
      </div>
    </div>
  );
}

export function SubmitButtons({ card }: { card: Card }) {
  const request = card.request.value;
  const off = !mayAct(card);
  if (request.dialogType === "planner") {
    return (
      <div class="submits">
        <button type="button" disabled={off} aria-keyshortcuts="Alt+Enter" onClick={() => send(card, "plan")}>
          {t("planner.planButton")}
        </button>
        <button
          type="button"
          disabled={off}
          aria-keyshortcuts="Control+Shift+Enter"
          onClick={() => send(card, "execute_and_reopen")}
        >
          {t("planner.reopen")}
        </button>
        <button
          type="button"
          class="primary"
          disabled={off}
          aria-keyshortcuts="Control+Enter"
          onClick={() => send(card)}
        >
          {t("planner.execute")}
        </button>
      </div>
    );
  }
  if (request.dialogType === "confirm") return <ConfirmButtons card={card} />;
  return (
    <div class="submits">
      <SaveSnippet card={card} />
      <button type="button" class="primary" disabled={off} data-submit onClick={() => send(card)}>
        {t("card.submit")}
      </button>
    </div>
  );
}

/** Makes what was just written a quick reply. */
function SaveSnippet({ card }: { card: Card }) {
  const draft = card.draft.value;
  const written = (draft.inWords ? draft.words : draft.text) ?? "";
  const { snippets } = settings.value;
  if (!written.trim() || written.length > 500 || snippets.length >= 100 || snippets.some((one) => one.text === written))
    return null;
  return (
    <button type="button" class="quiet" onClick={() => addSnippet(written)}>
      {t("snippet.save")}
    </button>
  );
}
