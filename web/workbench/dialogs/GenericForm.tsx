// A form made from the fields of the answer: for tools that brought no renderer of their own, and for cards that cannot be shown.

import { t } from "../strings";
import type { Json } from "../wire";
import { enter, type Card } from "./card";
import { readable, type Field } from "./fields";
import { entriesOf, type Entry } from "./form";
import { Images } from "./Images";
import { takesImages } from "./parameters";
import { Question } from "./Question";

/** Shown elsewhere in the card. */
const SHOWN = [
  "question",
  "decision_context",
  "description",
  "title",
  "project",
  "session_label",
  "timeout_seconds",
  "dialog_id",
];

export function GenericForm({ card }: { card: Card }) {
  const request = card.request.value;
  const others = Object.entries(request.parameters).filter(([name]) => !SHOWN.includes(name));
  return (
    <>
      <Question card={card} />
      {others.length > 0 && (
        <dl class="parameters">
          {others.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{readable(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {entriesOf(request, card.draft.value).map((entry, index) => (
        <FieldRow key={entry.field.name} card={card} entry={entry} first={index === 0} />
      ))}
      {takesImages(request) && <Images card={card} />}
    </>
  );
}

function FieldRow({ card, entry, first }: { card: Card; entry: Entry; first: boolean }) {
  const { field, value } = entry;
  const set = (next: Json) => enter(card, entry.entered(next));
  const initial = first ? "" : undefined;
  const name = `${field.name}`;
  if (field.kind === "boolean") {
    return (
      <label class="field check">
        <input
          type="checkbox"
          name={name}
          data-initial={initial}
          checked={value === true}
          onChange={(event) => set(event.currentTarget.checked)}
        />
        <span>{field.label}</span>
        <About field={field} />
      </label>
    );
  }
  if (field.kind === "set") {
    const chosen = Array.isArray(value) ? value : [];
    return (
      <fieldset class="field">
        <legend>{field.label}</legend>
        <About field={field} />
        {field.values.map(({ value: one, label }, index) => (
          <label key={one} class="check">
            <input
              type="checkbox"
              value={one}
              data-initial={index === 0 ? initial : undefined}
              checked={chosen.includes(one)}
              onChange={(event) => {
                const all = field.values.map((other) => other.value);
                set(all.filter((other) => (other === one ? event.currentTarget.checked : chosen.includes(other))));
              }}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
    );
  }
  return (
    <label class="field">
      <span>
        {field.label}
        {!field.required && <span class="hint"> {t("form.optional")}</span>}
      </span>
      <About field={field} />
      {field.kind === "enum" ? (
        <select
          name={name}
          data-initial={initial}
          value={String(value)}
          onChange={(event) => set(event.currentTarget.value)}
        >
          <option value="">{t("form.choose")}</option>
          {field.values.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      ) : field.kind === "list" ? (
        <textarea
          rows={3}
          name={name}
          data-initial={initial}
          placeholder={t("form.list")}
          value={Array.isArray(value) ? value.join("\n") : ""}
          onInput={(event) => set(event.currentTarget.value === "" ? [] : event.currentTarget.value.split("\n"))}
          // Each line is an entry, so Enter belongs to the text.
          onKeyDown={(event) => event.key === "Enter" && !event.ctrlKey && event.stopPropagation()}
        />
      ) : field.kind === "text" ? (
        <textarea
          rows={2}
          name={name}
          data-main
          data-initial={initial}
          value={String(value)}
          onInput={(event) => set(event.currentTarget.value)}
        />
      ) : (
        <input
          type="text"
          inputMode={field.kind === "integer" ? "numeric" : "decimal"}
          name={name}
          data-initial={initial}
          value={String(value)}
          onInput={(event) => set(event.currentTarget.value)}
        />
      )}
    </label>
  );
}

function About({ field }: { field: Field }) {
  return field.description ? <span class="hint">{field.description}</span> : null;
}
