// Where the course made a call: which of the places on its stack a reader wants to see.

import type { CallFrame } from "./source";

/** Files that only pass calls on to the API; whoever called them is meant. */
const WRAPPER =
  /(^|\/)(scorm[-_ ]?(api|driver|functions|wrapper|again)|api[-_]?wrapper|pipwerks|scofunctions|lms(api|driver)?|aicc|scorm(12|2004)?)([-_.][^/]*)?\.js$/i;

/** The innermost place that is not in a wrapper of the API; if all are, the innermost. */
export function callerOf(frames: readonly CallFrame[] | undefined): CallFrame | undefined {
  return frames?.find((frame) => !WRAPPER.test(frame.file)) ?? frames?.[0];
}

/** One place, told from every other. */
export function placeOf({ file, line, column }: CallFrame): string {
  return `${file}:${line}:${column}`;
}

/** `quiz.js:13`. */
export function shortPlace({ file, line }: CallFrame): string {
  return `${file.split("/").at(-1)}:${line}`;
}

/** As a caller of `from` is named beside it: `:34` in the same file, else the whole path. */
export function besides(frame: CallFrame, from: CallFrame): string {
  return frame.file === from.file ? `:${frame.line}` : `${frame.file}:${frame.line}`;
}
