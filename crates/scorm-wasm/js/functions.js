// Generated from crates/scorm-runtime/src/function.rs; the test crates/scorm-wasm/tests/functions.rs
// compares it, and writes it with GREENROOM_UPDATE_SCRIPTS=1.

/** Names of the API functions in SCORM 2004; the index is the number that `Session.call` takes. */
export const FUNCTIONS = [
  "Initialize",
  "Terminate",
  "GetValue",
  "SetValue",
  "Commit",
  "GetLastError",
  "GetErrorString",
  "GetDiagnostic",
];

/** The same functions in SCORM 1.2. */
export const FUNCTIONS_12 = [
  "LMSInitialize",
  "LMSFinish",
  "LMSGetValue",
  "LMSSetValue",
  "LMSCommit",
  "LMSGetLastError",
  "LMSGetErrorString",
  "LMSGetDiagnostic",
];
