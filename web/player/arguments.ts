// The arguments of a call as engine and journal take them.

/** The longest argument that is passed on, in UTF-16 units. */
const LONGEST = 1 << 20;
/** How much of a longer one is kept. */
const KEPT = 100;

/** At most two, well-formed text, null for a missing one that is followed by another. */
export function argumentsOf(first: string | null, second: string | null): (string | null)[] {
  if (second !== null) return [first === null ? null : wellFormed(first), wellFormed(second)];
  return first === null ? [] : [wellFormed(first)];
}

/** The numbers of those that are too long, and the arguments with what is kept of them. */
export function bounded(args: (string | null)[]): { args: (string | null)[]; cut: number[] } {
  const cut: number[] = [];
  const kept = args.map((text, index) => {
    if (text === null || text.length <= LONGEST) return text;
    cut.push(index);
    const start = wellFormed(text.slice(0, KEPT));
    return `${start}… [${text.length} characters, fnv1a ${fnv1a(text).toString(16).padStart(8, "0")}]`;
  });
  return { args: kept, cut };
}

export function isLong(args: (string | null)[]): boolean {
  for (const text of args) if (text !== null && text.length > LONGEST) return true;
  return false;
}

// Half a surrogate pair has no UTF-8 form; journal and engine must see the same text.
function wellFormed(text: string): string {
  return (text as string & { toWellFormed(): string }).toWellFormed();
}

/** FNV-1a over UTF-16 units: enough to tell two long values apart. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
