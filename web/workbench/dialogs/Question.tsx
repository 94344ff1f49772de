// What was asked: question and description, as every dialog has them.

import { Markdown } from "../markdown/Markdown";
import type { Card } from "./card";
import { question, text } from "./parameters";

export function Question({ card }: { card: Card }) {
  const request = card.request.value;
  const description = text(request, "description");
  return (
    <div id={`about-${card.id}`} class="about">
      <Markdown text={question(request)} class="question" />
      {description && <Markdown text={description} class="description" />}
    </div>
  );
}
