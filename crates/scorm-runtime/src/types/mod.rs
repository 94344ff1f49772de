//! The data types: which values an element takes.
//!
//! One file per concept. [`Kind`] names the type of a field in the element tables, and
//! [`Kind::check`] is the only way from a value to its verdict.

pub(crate) mod cmi_feedback;
pub(crate) mod cmi_time;
pub(crate) mod identifier;
pub(crate) mod interaction;
pub(crate) mod language;
mod language_registry;
pub(crate) mod localized_string;
pub(crate) mod navigation_request;
pub(crate) mod real;
pub(crate) mod time;
pub(crate) mod time_interval;

use std::borrow::Cow;

use interaction::InteractionType;
use real::Decimal;

/// The type of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Any text; `spm` characters are promised.
    CharacterString { spm: u32 },
    /// `{lang=…}` and text; `spm` characters of text are promised.
    LocalizedString { spm: u32 },
    /// A language tag, or empty.
    Language,
    /// A URI reference.
    LongIdentifier { spm: u32 },
    /// real(10,7).
    Real(Range),
    /// One of the tokens.
    State(&'static [&'static str]),
    /// timeinterval(second,10,2).
    TimeInterval,
    /// time(second,10,0).
    Time,
    /// `cmi.interactions.n.result`.
    ResultOrReal,
    /// `adl.nav.request`.
    NavigationRequest,
    /// `learner_response`, by the type of the interaction.
    Response,
    /// `pattern`, by the type of the interaction.
    Pattern,
    /// CMIString255 and CMIString4096 of SCORM 1.2.
    CmiString { max: u32 },
    /// CMIDecimal of SCORM 1.2; `blank` allows the empty string.
    CmiDecimal { range: Range, blank: bool },
    /// CMISInteger of SCORM 1.2.
    CmiSInteger { min: i32, max: i32 },
    /// CMIIdentifier of SCORM 1.2.
    CmiIdentifier,
    /// CMITime of SCORM 1.2.
    CmiTime,
    /// CMITimespan of SCORM 1.2.
    CmiTimespan,
    /// `cmi.interactions.n.result` of SCORM 1.2.
    CmiResult,
    /// CMIFeedback of SCORM 1.2, by the type of the interaction.
    CmiFeedback,
}

/// Bounds of a number, as decimal text so that comparison is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) min: Option<&'static str>,
    pub(crate) max: Option<&'static str>,
}

impl Range {
    fn holds(self, number: &Decimal<'_>) -> bool {
        let bound = |text: Option<&'static str>| text.and_then(Decimal::parse);
        bound(self.min).is_none_or(|min| *number >= min)
            && bound(self.max).is_none_or(|max| *number <= max)
    }

    fn describe(self) -> Cow<'static, str> {
        match (self.min, self.max) {
            (Some(min), Some(max)) => format!("a number from {min} to {max}").into(),
            (Some(min), None) => format!("a number not below {min}").into(),
            (None, Some(max)) => format!("a number not above {max}").into(),
            (None, None) => "a decimal number".into(),
        }
    }
}

/// Why a value is not of its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Mismatch {
    /// Wrong form; the text says what is expected.
    Form(Cow<'static, str>),
    /// A number outside the range; the text says the range.
    Range(Cow<'static, str>),
}

/// The tokens of `result` in SCORM 2004, besides a number.
const RESULTS: &[&str] = &["correct", "incorrect", "unanticipated", "neutral"];
/// The tokens of `result` in SCORM 1.2, besides a number.
const CMI_RESULTS: &[&str] = &["correct", "wrong", "unanticipated", "neutral"];

impl Kind {
    /// Whether `value` is of this type. `interaction` is the type set for the same record.
    pub(crate) fn check(
        self,
        value: &str,
        interaction: Option<InteractionType>,
    ) -> Result<(), Mismatch> {
        match self {
            Self::CharacterString { .. } | Self::CmiString { .. } => Ok(()),
            Self::LocalizedString { .. } => localized_string::check(value),
            Self::Language => form(
                value.is_empty() || language::is_tag(value),
                "a language tag such as en-US",
            ),
            Self::LongIdentifier { .. } => {
                form(identifier::is_identifier(value), "a URI without blanks")
            }
            Self::Real(range) => check_real(range, Decimal::parse(value)),
            Self::State(tokens) => state(tokens, value),
            Self::TimeInterval => form(
                time_interval::TimeInterval::parse(value).is_some(),
                "a duration such as PT1H30M5.5S",
            ),
            Self::Time => form(
                time::is_time(value),
                "a time such as 2004-04-01T09:45:58.5Z",
            ),
            Self::ResultOrReal => form(
                RESULTS.contains(&value) || Decimal::parse(value).is_some(),
                "correct, incorrect, unanticipated, neutral or a number",
            ),
            Self::NavigationRequest => form(
                navigation_request::is_request(value),
                "continue, previous, exit, exitAll, abandon, abandonAll, suspendAll, _none_, \
                 {target=ID}choice or {target=ID}jump",
            ),
            Self::Response => match interaction {
                Some(interaction) => interaction.check_response(value),
                None => Ok(()),
            },
            Self::Pattern => match interaction {
                Some(interaction) => interaction.check_pattern(value),
                None => Ok(()),
            },
            Self::CmiDecimal { range, blank } => {
                if blank && value.is_empty() {
                    return Ok(());
                }
                check_real(range, Decimal::parse_cmi(value))
            }
            Self::CmiSInteger { min, max } => {
                let in_range = real::parse_integer(value).is_some_and(|n| (min..=max).contains(&n));
                if in_range {
                    return Ok(());
                }
                Err(Mismatch::Form(
                    format!("an integer from {min} to {max}").into(),
                ))
            }
            Self::CmiIdentifier => form(
                identifier::is_cmi_identifier(value),
                "1 to 255 printable characters without blanks",
            ),
            Self::CmiTime => form(cmi_time::is_time(value), "a time such as 10:20:30.5"),
            Self::CmiTimespan => form(
                value.is_empty() || cmi_time::Timespan::parse(value).is_some(),
                "a time span such as 0001:30:05.50",
            ),
            Self::CmiResult => form(
                CMI_RESULTS.contains(&value) || Decimal::parse_cmi(value).is_some(),
                "correct, wrong, unanticipated, neutral or a number",
            ),
            Self::CmiFeedback => cmi_feedback::check(value, interaction)
                .map_err(|expected| Mismatch::Form(expected.into())),
        }
    }

    /// The size that is promised (SCORM 2004) or the maximum (SCORM 1.2), in characters, and the
    /// part of the value that counts.
    pub(crate) fn size(self, value: &str) -> Option<(u32, &str)> {
        match self {
            Self::CharacterString { spm } | Self::LongIdentifier { spm } => Some((spm, value)),
            Self::LocalizedString { spm } => Some((spm, localized_string::text(value))),
            Self::Language => Some((250, value)),
            Self::CmiString { max } => Some((max, value)),
            _ => None,
        }
    }

    /// The name of the type in the words of the standard.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::CharacterString { .. } => "characterstring",
            Self::LocalizedString { .. } => "localized_string_type",
            Self::Language => "language_type",
            Self::LongIdentifier { .. } => "long_identifier_type",
            Self::Real(_) => "real(10,7)",
            Self::State(_) => "state",
            Self::TimeInterval => "timeinterval(second,10,2)",
            Self::Time => "time(second,10,0)",
            Self::ResultOrReal => "state or real(10,7)",
            Self::NavigationRequest => "navigation request",
            Self::Response => "learner response by type",
            Self::Pattern => "pattern by type",
            Self::CmiString { max: 255 } => "CMIString255",
            Self::CmiString { .. } => "CMIString4096",
            Self::CmiDecimal { .. } => "CMIDecimal",
            Self::CmiSInteger { .. } => "CMISInteger",
            Self::CmiIdentifier => "CMIIdentifier",
            Self::CmiTime => "CMITime",
            Self::CmiTimespan => "CMITimespan",
            Self::CmiResult => "CMIVocabulary or CMIDecimal",
            Self::CmiFeedback => "CMIFeedback",
        }
    }
}

/// `Ok` when the form holds.
fn form(holds: bool, expected: &'static str) -> Result<(), Mismatch> {
    if holds {
        Ok(())
    } else {
        Err(Mismatch::Form(expected.into()))
    }
}

fn check_real(range: Range, number: Option<Decimal<'_>>) -> Result<(), Mismatch> {
    match number {
        None => Err(Mismatch::Form(range.describe())),
        Some(number) if range.holds(&number) => Ok(()),
        Some(_) => Err(Mismatch::Range(range.describe())),
    }
}

fn state(tokens: &'static [&'static str], value: &str) -> Result<(), Mismatch> {
    if tokens.contains(&value) {
        return Ok(());
    }
    let mut expected = String::from("one of ");
    for (index, token) in tokens.iter().enumerate() {
        if index > 0 {
            expected.push_str(", ");
        }
        expected.push_str(if token.is_empty() {
            "the empty string"
        } else {
            token
        });
    }
    Err(Mismatch::Form(expected.into()))
}
