// Lists of options: one of them, several of them, or an answer in words instead.

import { useState } from "preact/hooks";
import { t } from "../strings";
import { enter, type Card } from "./card";
import { allOrNone, toggle, toggleWords } from "./keys";
import { bounds, options, type Option } from "./parameters";
import { Question } from "./Question";

export function SingleChoice({ card }: { card: Card }) {
  return (
    <>
      <Question card={card} />
      {card.draft.value.inWords ? (
        <Words card={card} />
      ) : (
        <OptionList card={card} kind="radio" legend={t("choice.one")} />
      )}
      <WordsSwitch card={card} />
    </>
  );
}

export function MultiChoice({ card }: { card: Card }) {
  const [tag, setTag] = useState("");
  const all = options(card.request.value);
  const tags = [...new Set(all.flatMap((one) => one.tags))].sort();
  const { least, most } = bounds(card.request.value);
  const chosen = card.draft.value.choices?.length ?? 0;
  return (
    <>
      <Question card={card} />
      {card.draft.value.inWords ? (
        <Words card={card} />
      ) : (
        <>
          {tags.length > 0 && (
            <div class="tags" role="group" aria-label={t("choice.tags")}>
              {["", ...tags].map((one) => (
                <button key={one} type="button" class="chip" aria-pressed={tag === one} onClick={() => setTag(one)}>
                  {one || t("choice.allTags")}
                </button>
              ))}
            </div>
          )}
          <OptionList card={card} kind="checkbox" legend={t("choice.several")} tag={tag} />
          <p class="hint between">
            <span>{t("choice.count", { chosen, least, most })}</span>
            <button type="button" class="link" onClick={() => allOrNone(card)}>
              {t("choice.all")}
            </button>
          </p>
        </>
      )}
      <WordsSwitch card={card} />
    </>
  );
}

export function OptionList({
  card,
  kind,
  legend,
  tag = "",
}: {
  card: Card;
  kind: "radio" | "checkbox";
  legend: string;
  tag?: string;
}) {
  const all = options(card.request.value);
  const shown = all
    .map((option, index) => ({ option, index }))
    .filter(({ option }) => tag === "" || option.tags.includes(tag));
  const groups = [...new Set(shown.map(({ option }) => option.group))];
  return (
    <fieldset class="options">
      <legend class="visually-hidden">{legend}</legend>
      {groups.map((group) => (
        <div key={group} class="option-group" role={group ? "group" : undefined} aria-label={group || undefined}>
          {group && <h3>{group}</h3>}
          {shown
            .filter(({ option }) => option.group === group)
            .map(({ option, index }) => (
              <OptionRow key={option.value} card={card} option={option} index={index} kind={kind} />
            ))}
        </div>
      ))}
    </fieldset>
  );
}

function OptionRow({
  card,
  option,
  index,
  kind,
}: {
  card: Card;
  option: Option;
  index: number;
  kind: "radio" | "checkbox";
}) {
  const draft = card.draft.value;
  const checked = kind === "radio" ? draft.choice === option.value : (draft.choices ?? []).includes(option.value);
  const about = `about-option-${card.id}-${index}`;
  return (
    <label class={`option ${checked ? "on" : ""} ${option.disabled ? "off" : ""}`}>
      <input
        type={kind}
        name={`choice-${card.id}`}
        value={option.value}
        checked={checked}
        disabled={option.disabled}
        data-initial
        aria-labelledby={`option-${card.id}-${index}`}
        aria-describedby={option.description ? about : undefined}
        onChange={() => (kind === "radio" ? enter(card, { choice: option.value }) : toggle(card, option.value))}
      />
      <span class="option-text">
        <span id={`option-${card.id}-${index}`} class="option-label">
          {option.label}
        </span>
        {option.description && (
          <span id={about} class="option-about">
            {option.description}
          </span>
        )}
        {option.tags.length > 0 && <span class="option-tags">{option.tags.join(" · ")}</span>}
      </span>
      {index < 9 && <kbd aria-hidden="true">{index + 1}</kbd>}
    </label>
  );
}

function Words({ card }: { card: Card }) {
  return (
    <label class="field">
      <span>{t("choice.words")}</span>
      <textarea
        rows={4}
        data-main
        data-initial
        value={card.draft.value.words ?? ""}
        onInput={(event) => enter(card, { words: event.currentTarget.value })}
      />
    </label>
  );
}

function WordsSwitch({ card }: { card: Card }) {
  return (
    <button type="button" class="link words-switch" aria-keyshortcuts="Alt+T" onClick={() => toggleWords(card)}>
      {t(card.draft.value.inWords ? "choice.toOptions" : "choice.inWords")}
    </button>
  );
}
