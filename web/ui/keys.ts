// Key combinations as attributes name them: `ctrl-shift-s`, `enter`.

export interface Keys {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
  meta: boolean;
}

const NAMES: Record<string, string> = {
  Enter: "enter",
  Escape: "escape",
  Tab: "tab",
  " ": "space",
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};

export function parseKeys(source: string): Keys {
  const keys: Keys = { key: source.toLowerCase(), ctrl: false, shift: false, alt: false, meta: false };
  for (;;) {
    const modifier = /^(ctrl|shift|alt|meta)-(?=.)/.exec(keys.key);
    if (!modifier) return keys;
    keys[modifier[1] as "ctrl" | "shift" | "alt" | "meta"] = true;
    keys.key = keys.key.slice(modifier[0].length);
  }
}

export function keyName(event: KeyboardEvent): string {
  return NAMES[event.key] ?? event.key.toLowerCase();
}

export function matches(event: KeyboardEvent, keys: Keys): boolean {
  const { key } = keys;
  // Signs such as `?` need Shift on some keyboards and not on others.
  const isSign = key.length === 1 && !/[a-z0-9]/.test(key);
  return (
    keyName(event) === key &&
    event.ctrlKey === keys.ctrl &&
    (isSign || event.shiftKey === keys.shift) &&
    event.altKey === keys.alt &&
    event.metaKey === keys.meta
  );
}
