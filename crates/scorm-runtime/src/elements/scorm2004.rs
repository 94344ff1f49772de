//! The SCORM 2004 data model (RTE book, chapter 4; `adl.nav` from the SN book, chapter 5).

use super::{Category, Collection, Creator, Field, Lifetime, Promised, RecordSpec, Rule};
use crate::types::Kind::{
    CharacterString, Language, LocalizedString, LongIdentifier, NavigationRequest, Pattern, Real,
    Response, ResultOrReal, State, Time, TimeInterval,
};
use crate::types::Range;
use crate::version::Edition;

const COMPLETION: &[&str] = &["completed", "incomplete", "not attempted", "unknown"];
const SUCCESS: &[&str] = &["passed", "failed", "unknown"];
const TIME_LIMIT_ACTION: &[&str] = &[
    "exit,message",
    "continue,message",
    "exit,no message",
    "continue,no message",
];
const INTERACTION_TYPE: &[&str] = &[
    "true-false",
    "choice",
    "fill-in",
    "long-fill-in",
    "likert",
    "matching",
    "performance",
    "sequencing",
    "numeric",
    "other",
];

const ANY: Range = Range {
    min: None,
    max: None,
};
const FROM_ZERO: Range = Range {
    min: Some("0"),
    max: None,
};
const ZERO_TO_ONE: Range = Range {
    min: Some("0"),
    max: Some("1"),
};
const SCALED: Range = Range {
    min: Some("-1"),
    max: Some("1"),
};

/// The whole model. Order of fields is the order of `_children`.
pub(super) static ROOT: RecordSpec = RecordSpec {
    fields: &[
        Field::read_only("cmi._version", CharacterString { spm: 250 }).initial("1.0"),
        Field::read_write("cmi.completion_status", State(COMPLETION))
            .initial("unknown")
            .rule(Rule::CompletionByThreshold),
        Field::read_only("cmi.completion_threshold", Real(ZERO_TO_ONE)),
        Field::read_only("cmi.credit", State(&["credit", "no-credit"])).initial("credit"),
        Field::read_only("cmi.entry", State(&["ab-initio", "resume", ""])),
        Field::write_only(
            "cmi.exit",
            State(&["time-out", "suspend", "logout", "normal", ""]),
        )
        .initial("")
        .lifetime(Lifetime::Session),
        Field::read_only("cmi.launch_data", CharacterString { spm: 4000 }),
        Field::read_only("cmi.learner_id", LongIdentifier { spm: 4000 }),
        Field::read_only("cmi.learner_name", LocalizedString { spm: 250 }),
        Field::read_write("cmi.learner_preference.audio_level", Real(FROM_ZERO)).initial("1"),
        Field::read_write("cmi.learner_preference.language", Language).initial(""),
        Field::read_write("cmi.learner_preference.delivery_speed", Real(FROM_ZERO)).initial("1"),
        Field::read_write(
            "cmi.learner_preference.audio_captioning",
            State(&["-1", "0", "1"]),
        )
        .initial("0"),
        Field::read_write("cmi.location", CharacterString { spm: 1000 }),
        Field::read_only("cmi.max_time_allowed", TimeInterval),
        Field::read_only("cmi.mode", State(&["browse", "normal", "review"])).initial("normal"),
        Field::read_write("cmi.progress_measure", Real(ZERO_TO_ONE)),
        Field::read_only("cmi.scaled_passing_score", Real(SCALED)),
        Field::read_write("cmi.score.scaled", Real(SCALED)),
        Field::read_write("cmi.score.raw", Real(ANY)),
        Field::read_write("cmi.score.min", Real(ANY)),
        Field::read_write("cmi.score.max", Real(ANY)),
        Field::write_only("cmi.session_time", TimeInterval).lifetime(Lifetime::Session),
        Field::read_write("cmi.success_status", State(SUCCESS))
            .initial("unknown")
            .rule(Rule::SuccessByPassingScore),
        Field::read_write("cmi.suspend_data", CharacterString { spm: 64_000 })
            .second_edition_spm(4000),
        Field::read_only("cmi.time_limit_action", State(TIME_LIMIT_ACTION))
            .initial("continue,no message"),
        Field::read_only("cmi.total_time", TimeInterval)
            .initial("PT0H0M0S")
            .lifetime(Lifetime::Attempt),
        Field::read_write("adl.nav.request", NavigationRequest)
            .initial("_none_")
            .lifetime(Lifetime::Session),
        Field::read_only("adl.nav.request_valid.continue", VALIDITY).rule(Rule::RequestValid),
        Field::read_only("adl.nav.request_valid.previous", VALIDITY).rule(Rule::RequestValid),
    ],
    collections: &[
        Collection::new(
            "cmi.comments_from_learner",
            &COMMENT_FROM_LEARNER,
            Promised::Records(250),
        ),
        Collection::new(
            "cmi.comments_from_lms",
            &COMMENT_FROM_LMS,
            Promised::Records(100),
        )
        .creator(Creator::Lms),
        Collection::new("cmi.interactions", &INTERACTION, Promised::Records(250)),
        Collection::new("cmi.objectives", &OBJECTIVE, Promised::Records(100)),
        Collection::new("adl.data", &DATA, Promised::Records(u32::MAX))
            .creator(Creator::Manifest)
            .since(Edition::Fourth),
    ],
    categories: &[
        Category::without_keywords("cmi"),
        Category::new("cmi.learner_preference"),
        Category::new("cmi.score"),
        Category::without_keywords("adl"),
        Category::new("adl.nav"),
        Category::new("adl.nav.request_valid"),
    ],
};

const VALIDITY: crate::types::Kind = State(&["true", "false", "unknown"]);

static COMMENT_FROM_LEARNER: RecordSpec = RecordSpec {
    fields: &[
        Field::read_write("comment", LocalizedString { spm: 4000 }),
        Field::read_write("location", CharacterString { spm: 250 }),
        Field::read_write("timestamp", Time),
    ],
    collections: &[],
    categories: &[],
};

static COMMENT_FROM_LMS: RecordSpec = RecordSpec {
    fields: &[
        Field::read_only("comment", LocalizedString { spm: 4000 }),
        Field::read_only("location", CharacterString { spm: 250 }),
        Field::read_only("timestamp", Time),
    ],
    collections: &[],
    categories: &[],
};

static INTERACTION: RecordSpec = RecordSpec {
    fields: &[
        // The 4th Edition cases rewrite and repeat interaction ids.
        Field::read_write("id", LongIdentifier { spm: 4000 }),
        Field::read_write("type", State(INTERACTION_TYPE))
            .needs("id")
            .rule(Rule::ResetsResponses),
        Field::read_write("timestamp", Time).needs("id"),
        Field::read_write("weighting", Real(ANY)).needs("id"),
        Field::read_write("learner_response", Response).needs("type"),
        Field::read_write("result", ResultOrReal).needs("id"),
        Field::read_write("latency", TimeInterval).needs("id"),
        Field::read_write("description", LocalizedString { spm: 250 }).needs("id"),
    ],
    collections: &[
        Collection::new("objectives", &INTERACTION_OBJECTIVE, Promised::Records(10))
            .without_children()
            .needs("id"),
        Collection::new(
            "correct_responses",
            &CORRECT_RESPONSE,
            Promised::ByInteractionType,
        )
        .without_children()
        .needs("type"),
    ],
    categories: &[],
};

static INTERACTION_OBJECTIVE: RecordSpec = RecordSpec {
    fields: &[Field::read_write("id", LongIdentifier { spm: 4000 }).rule(Rule::Unique)],
    collections: &[],
    categories: &[],
};

static CORRECT_RESPONSE: RecordSpec = RecordSpec {
    fields: &[Field::read_write("pattern", Pattern).rule(Rule::Unique)],
    collections: &[],
    categories: &[],
};

static OBJECTIVE: RecordSpec = RecordSpec {
    fields: &[
        Field::read_write("id", LongIdentifier { spm: 4000 }).rule(Rule::UniqueOnce),
        Field::read_write("score.scaled", Real(SCALED)).needs("id"),
        Field::read_write("score.raw", Real(ANY)).needs("id"),
        Field::read_write("score.min", Real(ANY)).needs("id"),
        Field::read_write("score.max", Real(ANY)).needs("id"),
        Field::read_write("success_status", State(SUCCESS))
            .needs("id")
            .initial("unknown"),
        Field::read_write("completion_status", State(COMPLETION))
            .needs("id")
            .initial("unknown"),
        // The 2nd Edition may lack it; sources differ, so that it is offered in every edition.
        Field::read_write("progress_measure", Real(ZERO_TO_ONE)).needs("id"),
        Field::read_write("description", LocalizedString { spm: 250 }).needs("id"),
    ],
    collections: &[],
    categories: &[Category::new("score")],
};

static DATA: RecordSpec = RecordSpec {
    fields: &[
        Field::read_only("id", LongIdentifier { spm: 4000 }),
        // Whether it may be read or written is a matter of the item's map.
        Field::read_write("store", CharacterString { spm: 64_000 })
            .rule(Rule::EmptyUnsets)
            .lifetime(Lifetime::Launch),
    ],
    collections: &[],
    categories: &[],
};
