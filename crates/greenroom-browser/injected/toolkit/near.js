// What a selector that matches nothing may have meant.

function editDistance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j] + 1, next[j - 1] + 1));
    }
    row = next;
  }
  return row[b.length];
}

// 0 for equal words, 1 for words that hold one another, 2 for a slip of the pen; else Infinity.
function wordDistance(wanted, word) {
  if (wanted === word) return 0;
  if (word.length >= 3 && (wanted.includes(word) || word.includes(wanted))) return 1;
  if (Math.abs(wanted.length - word.length) <= 2 && editDistance(wanted, word) <= 2) return 2;
  return Infinity;
}

// Selectors of up to three elements of this document whose names are like those in `selector`.
function nearMatches(selector) {
  const wanted = (selector.toLowerCase().match(/[\p{L}\p{N}_-]{3,}/gu) ?? []).slice(0, 8);
  const scored = [];
  for (const element of Array.from(document.querySelectorAll("[id], [name], [class], [data-testid]")).slice(0, 3000)) {
    const words = [element.id, element.getAttribute("name"), element.getAttribute("data-testid"), ...element.classList]
      .filter(Boolean)
      .map((word) => word.toLowerCase().slice(0, 60));
    const distance = Math.min(...wanted.flatMap((a) => words.map((b) => wordDistance(a, b))));
    if (distance < Infinity) scored.push({ element, distance });
  }
  scored.sort((a, b) => a.distance - b.distance);
  return scored.slice(0, 3).map(({ element }) => selectorOf(element));
}
