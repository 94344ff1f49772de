// What a write or a call is meant for. A variable is a place, and rows move from place to place
// while a click is under way: so the server is told which object the human saw there.

import type { Variable } from "./variable";
import { objectNumber, type Shown } from "./wire";

export interface Aim {
  id: number;
  /** The nearest object around the variable; absent before the first value of the app. */
  shown?: Shown;
  /** Equal for the same path below the same object, wherever its row is. */
  field: string;
}

export function aimAt(variable: Variable): Aim {
  const { id } = variable;
  let field = variable.at.key;
  for (let around = variable.parent; around; around = around.parent) {
    const obj = objectNumber(around.value);
    if (obj !== null) {
      const wrapper = around.at.properties["wrapper"] ?? "";
      return { id, shown: { id: around.id, obj }, field: `${obj} ${wrapper} ${field}` };
    }
    field = `${around.at.key} ${field}`;
  }
  return { id, field };
}
