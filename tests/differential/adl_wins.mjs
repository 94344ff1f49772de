// Where the answers differ and ADL's rules win over scorm-again's.
// Each entry says why; a difference that no entry covers, and an entry that covers nothing, fail.

const is = (...elements) => (d) => elements.includes(d.element);
const value = (...values) => (d) => values.includes(d.value);
const answer = (ours, theirs) => (d) => d.ours.endsWith(` ${ours}`) && d.theirs.endsWith(` ${theirs}`);
const all = (...tests) => (d) => tests.every((test) => test(d));
const any = (...tests) => (d) => tests.some((test) => test(d));
const v12 = (d) => d.version === "1.2";
const v2004 = (d) => d.version === "2004";
const set = (d) => d.step === "set";
const get = (d) => d.step === "get";
const differ = (d) => (d.ours.endsWith(" 0") ? d.theirs.endsWith(" 406") : d.ours.endsWith(" 406"));
const identifiers = any(
  (d) => /\.id$/.test(d.element),
  (d) => ["choice", "likert", "sequencing"].includes(d.type),
);

export const ADL_WINS = [
  {
    name: "values of the LMS",
    // Learner, credit, entry, defaults: each engine shows what it was configured with, and
    // equal durations and lists may be written in several ways.
    applies: all(get, answer(0, 0), any(
      is("cmi.core.student_id", "cmi.core.credit", "cmi.core.entry", "cmi.core.total_time"),
      is("cmi.core.score.max", "cmi.student_preference.audio", "cmi.student_preference.speed"),
      is("cmi.student_preference.text", "cmi.learner_id", "cmi.entry", "cmi.total_time", "cmi.score._children"),
    )),
  },
  {
    name: "the element table is closed",
    // The name "cmi" replaces scorm-again's whole model, the empty name is no error there.
    applies: all(v12, is("", "cmi")),
  },
  {
    name: "a refused value makes no record",
    // After a refused SetValue the count must be unchanged, so the index is out of range.
    applies: all(get, (d) => d.set === "false", (d) => / (301|201)$/.test(d.ours)),
  },
  {
    name: "the get follows from the set",
    applies: all(get, (d) => d.set !== d.theirSet),
  },
  {
    name: "1.2: keywords and unknown members",
    // _count is a keyword (402); an unknown member of a known category, and a name outside the
    // model, are argument errors (201).
    applies: all(v12, is("cmi.core._count", "cmi.core.bogus", "nonsense")),
  },
  {
    name: "1.2: vocabularies of 1.2",
    // "normal" and "incorrect" came with 2004.
    applies: all(v12, set, answer(405, 0), value("normal", "incorrect")),
  },
  {
    name: "1.2: time spans",
    // Two to four digits of hours; blank is accepted by ADL's validator.
    applies: all(v12, set, is("cmi.core.session_time", "cmi.interactions.0.latency"), value("", "0:00:01")),
  },
  {
    name: "1.2: identifiers",
    // Printable characters without white space, not only ASCII.
    applies: all(v12, set, (d) => /\.id$/.test(d.element)),
  },
  {
    name: "1.2: numbers of interactions",
    // Weighting and result are decimals without a range.
    applies: all(v12, set, answer(0, 405), is("cmi.interactions.0.weighting", "cmi.interactions.0.result")),
  },
  {
    name: "1.2: responses",
    // Up to 255 characters, line breaks included.
    applies: all(v12, set, is("cmi.interactions.0.student_response", "cmi.interactions.0.correct_responses.0.pattern")),
  },
  {
    name: "a successful get ends with error 0",
    // scorm-again leaves the error of the call before.
    applies: all(v2004, get, is("cmi.completion_status", "cmi.success_status"), answer(0, 406)),
  },
  {
    name: "adl.nav.request can be read, and has its own vocabulary",
    applies: all(v2004, is("adl.nav.request"), any(answer(0, 405), value("start"))),
  },
  {
    name: "real numbers",
    // A sign, and digits on one side of the point only, are decimals.
    applies: all(v2004, set, value("+5", ".5", "5.")),
  },
  {
    name: "ranges and vocabularies of preferences",
    // audio_level and delivery_speed reach from 0 upward; audio_captioning is a vocabulary (406).
    applies: all(v2004, set, any(
      is("cmi.learner_preference.audio_level", "cmi.learner_preference.delivery_speed"),
      all(is("cmi.learner_preference.audio_captioning"), answer(406, 407)),
    )),
  },
  {
    name: "identifiers are URIs",
    // No blanks, braces or brackets, a scheme begins with a letter; letters of all scripts are
    // allowed, and 250 or 4000 characters are a floor.
    applies: all(v2004, set, identifiers, differ),
  },
  {
    name: "language tags are registered ones",
    applies: all(v2004, set, any(is("cmi.learner_preference.language"), value("{lang=zz}a")), differ),
  },
  {
    name: "texts hold any character",
    // Line breaks and blanks are text; a bare comma, and brackets where the type has no list, too.
    applies: all(v2004, set, answer(0, 406), any(
      value("line\nbreak"),
      all((d) => ["fill-in", "long-fill-in", "other"].includes(d.type), value(" 5", "1,5", "a[,]a", "a[,]b")),
    )),
  },
  {
    name: "the empty string is a value",
    applies: all(v2004, set, answer(0, 406), value("")),
  },
  {
    name: "sizes are floors",
    applies: all(v2004, set, answer(0, 406), (d) => d.value.length > 250),
  },
  {
    name: "durations and dates",
    // A duration has at least one part and no weeks; days exist, years reach from 1970 to 2038.
    applies: all(v2004, set, answer(406, 0), value("PT", "P1W", "2004-02-30", "2039")),
  },
  {
    name: "separators are bracketed",
    // Only [.] joins a pair and only [:] a range; a numeric pattern needs its [:].
    applies: all(v2004, set, (d) => ["matching", "performance", "numeric"].includes(d.type), any(answer(406, 0), answer(406, 351))),
  },
  {
    name: "a value that was never given is not initialized",
    applies: all(v2004, get, is("cmi.launch_data"), answer(403, 0)),
  },
];
