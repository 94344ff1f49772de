// Where a presentation made with iSpring finds the page that embeds it, and registers its player:
// the way that its maker documents for pages that want to know its slides.

/** Keeps the player that registered last, for the tools. */
export function awaitPresentation(): void {
  let latest: unknown = null;
  const connector = {
    register: (player: unknown) => {
      latest = player;
    },
    get latest(): unknown {
      return latest;
    },
  };
  Object.defineProperty(window, "ispringPresentationConnector", { value: Object.freeze(connector) });
}
