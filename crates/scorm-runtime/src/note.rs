//! What an API call showed that is not an error: things an author should know.

/// A remark about one call. The call itself succeeded, unless its answer says otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The element of the call; empty for calls without one.
    pub element: String,
    /// What was seen.
    pub kind: NoteKind,
}

/// The kinds of notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// The value is longer than every LMS promises to keep (or, if refused, than this one does).
    LongValue {
        /// Characters of the value.
        length: u32,
        /// Characters promised.
        promised: u32,
    },
    /// The collection has more records than every LMS promises to keep.
    ManyRecords {
        /// Records now.
        count: u32,
        /// Records promised.
        promised: u32,
    },
    /// A response or pattern has more members than every LMS promises to keep.
    ManyMembers {
        /// Members of the value.
        count: u32,
        /// Members promised.
        promised: u32,
    },
    /// A form that the standard refuses was accepted; the text says which.
    Tolerated(&'static str),
    /// A response or pattern of SCORM 1.2 does not have the form of its interaction's type; the
    /// text says which it is.
    UnusualFeedback(&'static str),
    /// `choice` or `jump` without a target leads nowhere.
    RequestWithoutTarget,
    /// `logout` is deprecated.
    Deprecated,
    /// More arguments than the function takes were passed.
    SurplusArguments,
    /// An argument was missing and was taken as the empty string.
    MissingArgument,
}

impl NoteKind {
    /// The note in words.
    pub fn message(self) -> String {
        match self {
            Self::LongValue { length, promised } => format!(
                "the value has {length} characters; other LMSs need to keep only {promised}"
            ),
            Self::ManyRecords { count, promised } => format!(
                "the collection has {count} records; other LMSs need to keep only {promised}"
            ),
            Self::ManyMembers { count, promised } => {
                format!("the value has {count} members; other LMSs need to keep only {promised}")
            }
            Self::Tolerated(what) => format!("accepted although not conformant: {what}"),
            Self::UnusualFeedback(expected) => {
                format!("accepted, but this type of interaction expects {expected}")
            }
            Self::RequestWithoutTarget => {
                "the request has no target and will be ignored; write {target=ID}choice".to_owned()
            }
            Self::Deprecated => "logout is deprecated; use normal or suspend".to_owned(),
            Self::SurplusArguments => "more arguments than the function takes".to_owned(),
            Self::MissingArgument => "the argument is missing; pass the empty string".to_owned(),
        }
    }
}
