// Sizes that scripts need to know.

import { useEffect, useState } from "preact/hooks";

const COARSE = "(pointer: coarse), (max-width: 600px)";

/** Height of a row in lists: fingers need more. The styles use the same condition. */
export function useRowHeight(): number {
  const [coarse, setCoarse] = useState(() => matchMedia(COARSE).matches);
  useEffect(() => {
    const query = matchMedia(COARSE);
    const changed = () => setCoarse(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, []);
  return coarse ? 44 : 28;
}
