// The dialog around a control, and the buttons that say that they end it. Only these are pressed in a
// trial: what others do is not known.
(control) => {
  const dialog = control.closest("dialog[open], [role=dialog], [role=alertdialog], [aria-modal=true]");
  if (!dialog) return null;
  globalThis.greenroomDialog = dialog;
  const ENDS = /^(close|cancel|dismiss|ok(ay)?|got it|done|exit|quit|schließen|abbrechen|fertig|fermer|annuler|cerrar|cancelar|aceptar|chiudi|annulla|sluiten|stäng)\b|^[×✕✖✗xX]$/i;
  const words = (button) =>
    [button.getAttribute("aria-label"), button.innerText, button.value, button.title].map((text) => (text ?? "").trim());
  const ends = (button) =>
    words(button).some((text) => ENDS.test(text)) || button.closest("form[method=dialog]") !== null
      || button.matches("[command=close], [data-dismiss], [data-bs-dismiss]");
  const buttons = Array.from(dialog.querySelectorAll("button, input[type=button], input[type=submit], a[href], [role=button]"))
    .filter((button) => greenroom.visible(button) && !greenroom.disabled(button));
  const exits = buttons.filter((button) => ends(button) && button.tabIndex >= 0);
  return {
    selector: greenroom.selectorOf(dialog), html: dialog.cloneNode(false).outerHTML.replace(/\s+/g, " ").slice(0, 120),
    exits: exits.map(greenroom.selectorOf), others: buttons.length - exits.length,
  };
}
