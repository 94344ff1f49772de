// What was asked: question and description, as every dialog has them.

import { Markdown } from "../markdown/Markdown";
import type { Card } from "./card";
import { text } from "./parameters";

export function Question({ card, name = "question" }: { card: Card; name?: string }) {
  const request = card.request.value;
  const description = text(request, "description");
  return (
    <div id={`about-${card.id}`} class="about">
      <Markdown text={text(request, name)} class="question" />
      {description && <Markdown text={description} class="description" />}
    </div>
  );
}
