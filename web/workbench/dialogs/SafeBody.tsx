// The body of a card, or what stands for it when it cannot be shown: the generic form, then plain text with a text box.

import { Component, type ComponentChildren } from "preact";
import { send } from "../socket";
import { t } from "../strings";
import { Body, hasOwnCard } from "./Body";
import type { Card } from "./card";
import { cardElement, focusCard } from "./focus";
import { GenericForm } from "./GenericForm";
import { PlainText } from "./PlainText";

interface Props {
  card: Card;
}

export function SafeBody({ card }: Props) {
  const body = <Body card={card} />;
  return (
    <div class="card-body">
      <Guard card={card} otherwise={PlainText}>
        {hasOwnCard(card) ? (
          <Guard card={card} otherwise={FormInstead}>
            {body}
          </Guard>
        ) : (
          body
        )}
      </Guard>
    </div>
  );
}

/** Shows something else when its children break, and tells the server. What was entered is in the card's draft and stays. */
class Guard extends Component<
  Props & { otherwise: (props: Props) => preact.JSX.Element; children: ComponentChildren },
  { broken: boolean }
> {
  override state = { broken: false };

  override componentDidCatch(error: unknown): void {
    // What stands instead has broken too: that is for the guard around this one.
    if (this.state.broken) return;
    const { card } = this.props;
    const message = error instanceof Error ? error.message : String(error);
    send({ type: "dialog-render-failed", requestId: card.id, message });
    this.setState({ broken: true }, () => refocus(card));
  }

  override render() {
    const { card, otherwise: Otherwise, children } = this.props;
    return this.state.broken ? <Otherwise card={card} /> : children;
  }
}

function FormInstead({ card }: Props) {
  return (
    <>
      <p class="hint">{t("card.form")}</p>
      <GenericForm card={card} />
    </>
  );
}

/** The focus may be gone with the field that had it. */
function refocus(card: Card): void {
  const active = document.activeElement;
  if (active === null || active === document.body || active === cardElement(card)) focusCard(card);
}
