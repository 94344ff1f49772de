// The calls that both engines get: every element with every value, on a fresh instance each time.

const TEXTS = ["", "a", "a b", "x".repeat(255), "x".repeat(256), "line\nbreak", "é漢𝄞", "{lang=fr}a", "{lang=zz}a"];
const NUMBERS = ["0", "1", "-1", "0.5", "+5", ".5", "5.", "1e1", "NaN", " 5", "100", "100.5", "150", "1,5", "1.0000001"];
const TIMES = ["PT0S", "PT1H30M", "PT", "P1W", "P1Y6M14DT4H15M6.34S", "00:01:30", "0:00:01", "0000:00:00.12", "99:99:99", "10:20:30", "25:00:00", "2004-04-01T09:45:58", "2004-04-01T09:45:58Z", "2004-04-01T09:45:58.55Z", "2004-02-30", "2039"];
const WORDS = ["completed", "incomplete", "not attempted", "unknown", "passed", "failed", "browsed", "Passed", "suspend", "normal", "logout", "time-out", "correct", "incorrect", "wrong", "neutral", "true", "false", "t", "choice", "true-false", "long-fill-in", "other", "continue", "exitAll", "start", "_none_", "a[,]b", "a[,]a", "a[.]b", "1[:]2", "2[:]1", "urn:", "urn:a:b", "en-US"];
export const VALUES = [...TEXTS, ...NUMBERS, ...TIMES, ...WORDS];

// An element with the calls that make its record.
export const ELEMENTS_1_2 = [
  "cmi.core.student_id", "cmi.core.lesson_location", "cmi.core.credit", "cmi.core.lesson_status",
  "cmi.core.entry", "cmi.core.score.raw", "cmi.core.score.min", "cmi.core.score.max",
  "cmi.core.total_time", "cmi.core.lesson_mode", "cmi.core.exit", "cmi.core.session_time",
  "cmi.core._children", "cmi.core._count", "cmi.core.score._children", "cmi.core.bogus", "cmi.bogus",
  "cmi.suspend_data", "cmi.launch_data", "cmi.comments", "cmi.comments_from_lms",
  "cmi.student_data.mastery_score", "cmi.student_preference.audio", "cmi.student_preference.language",
  "cmi.student_preference.speed", "cmi.student_preference.text", "cmi.objectives._count",
  "cmi.objectives.0.id", "cmi.objectives.0.status", "cmi.objectives.0.score.raw", "cmi.objectives.5.id",
  "cmi.interactions.0.id", "cmi.interactions.0.type", "cmi.interactions.0.time",
  "cmi.interactions.0.weighting", "cmi.interactions.0.result", "cmi.interactions.0.latency",
  "cmi.interactions.0.student_response", "cmi.interactions.0.correct_responses.0.pattern",
  "cmi.interactions._count", "", "cmi", "nonsense",
].map((element) => ({ element, before: [] }));

const objective = [["cmi.objectives.0.id", "o"]];
const interaction = [["cmi.interactions.0.id", "q"]];
const typed = (type) => [...interaction, ["cmi.interactions.0.type", type]];
const TYPES = ["true-false", "choice", "fill-in", "long-fill-in", "likert", "matching", "performance", "sequencing", "numeric", "other"];
export const ELEMENTS_2004 = [
  ...[
    "cmi._version", "cmi.completion_status", "cmi.completion_threshold", "cmi.credit", "cmi.entry", "cmi.exit",
    "cmi.launch_data", "cmi.learner_id", "cmi.location", "cmi.max_time_allowed", "cmi.mode", "cmi.progress_measure",
    "cmi.scaled_passing_score", "cmi.score.scaled", "cmi.score.raw", "cmi.score.min", "cmi.score.max",
    "cmi.session_time", "cmi.success_status", "cmi.suspend_data", "cmi.time_limit_action", "cmi.total_time",
    "cmi.learner_preference.audio_level", "cmi.learner_preference.language", "cmi.learner_preference.delivery_speed",
    "cmi.learner_preference.audio_captioning", "cmi.score._children", "cmi.objectives._count", "cmi.interactions._count",
    "cmi.objectives.0.id", "cmi.objectives.1.id", "cmi.interactions.0.id", "cmi.interactions.0.type",
    "cmi.comments_from_learner.0.comment", "cmi.comments_from_learner.0.location", "cmi.comments_from_learner.0.timestamp",
    "cmi.comments_from_lms.0.comment", "adl.nav.request", "cmi.location._count", "cmi.bogus", "nonsense", "",
  ].map((element) => ({ element, before: [] })),
  ...["success_status", "completion_status", "score.scaled", "score.raw", "progress_measure", "description", "bogus"]
    .map((name) => ({ element: `cmi.objectives.0.${name}`, before: objective })),
  ...["type", "timestamp", "weighting", "result", "latency", "description", "objectives.0.id", "learner_response"]
    .map((name) => ({ element: `cmi.interactions.0.${name}`, before: interaction })),
  ...TYPES.flatMap((type) => ["learner_response", "correct_responses.0.pattern"]
    .map((name) => ({ element: `cmi.interactions.0.${name}`, before: typed(type), type }))),
];
