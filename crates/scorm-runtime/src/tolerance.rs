//! Widespread forms that the standards refuse, and that a tolerant profile accepts with a note.

use std::borrow::Cow;

use crate::types::Kind;
use crate::types::cmi_time::Timespan;
use crate::types::real::Decimal;
use crate::types::time::is_time_with_zone;

/// The value to store instead and what is odd about it; `None` when even tolerance ends.
pub(crate) fn tolerate(kind: Kind, value: &str) -> Option<(Cow<'_, str>, &'static str)> {
    match kind {
        Kind::Time if is_time_with_zone(value) => {
            Some((value.into(), "a time zone without a fraction of a second"))
        }
        Kind::CmiIdentifier if !value.trim().is_empty() => Some((
            value.into(),
            "an identifier with blanks or more than 255 characters",
        )),
        Kind::CmiTimespan if Timespan::parse_tolerant(value).is_some() => Some((
            value.into(),
            "a time span without two to four digits of hours",
        )),
        Kind::State(["time-out", "suspend", "logout", ""]) if value == "normal" => Some((
            "".into(),
            "exit normal, which is SCORM 2004; taken as the empty string",
        )),
        Kind::CmiResult if value == "incorrect" => Some((
            "wrong".into(),
            "result incorrect, which is SCORM 2004; taken as wrong",
        )),
        Kind::CmiDecimal { .. } if Decimal::parse_cmi(value).is_some() => {
            Some((value.into(), "a score outside 0 to 100"))
        }
        _ => None,
    }
}
