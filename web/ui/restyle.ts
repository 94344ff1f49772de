// The project's own style sheet, taken anew while the page is open.

export function restyle(session: string): void {
  const place = `/${session}/app.css`;
  const old = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(
    (link) => new URL(link.href).pathname === place,
  );
  const link = document.createElement("link");
  link.rel = "stylesheet";
  // Another address, so that no copy is shown that the browser has kept.
  link.href = `${place}?${Date.now()}`;
  const takeOver = (): void => {
    for (const one of old) one.remove();
  };
  // The old one stays until the new one is there: a page without style would flash.
  link.addEventListener("load", takeOver);
  link.addEventListener("error", () => {
    takeOver();
    link.remove();
  });
  (old.at(-1) ?? document.head.lastElementChild)?.after(link);
}
