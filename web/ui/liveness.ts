// Whether the page is alive: one that nobody answers must not look as if it were.

const SIGN = "⚠ ";

export class Liveness {
  private isLost = false;

  lost(): void {
    if (this.isLost) return;
    this.isLost = true;
    document.documentElement.setAttribute("greenroom-lost", "");
    document.title = SIGN + document.title;
  }

  back(): void {
    if (!this.isLost) return;
    this.isLost = false;
    document.documentElement.removeAttribute("greenroom-lost");
    if (document.title.startsWith(SIGN)) document.title = document.title.slice(SIGN.length);
  }
}
