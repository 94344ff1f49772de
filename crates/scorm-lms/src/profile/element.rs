//! The rows of an LMS's data model.

/// An element of the data model, as the LMS's client declares it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Element {
    /// Its name, with `n` for indices.
    pub name: &'static str,
    /// Who may do what.
    pub access: Access,
    /// What values it takes.
    pub form: Form,
    /// The numbers it takes, where the LMS compares numbers after the form.
    pub range: Option<(f64, f64)>,
    /// Its value at launch, or of a new record.
    pub initial: Initial,
}

/// What a course may do with an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Read only; the LMS says so.
    Read,
    /// A keyword (`_children`, `_count`, `_version`).
    Keyword,
    /// Write only.
    Write,
    /// Both.
    Both,
    /// Written, and unknown to who reads.
    Hidden,
}

/// What values an element takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Form {
    /// Anything.
    Any,
    /// A pattern for the whole text.
    Pattern(&'static str),
    /// A pattern, and at most so many UTF-16 units.
    Short(&'static str, usize),
    /// Any text of at most so many UTF-16 units.
    Longest(usize),
    /// Any text of at most so many units in one line.
    Line(usize),
    /// As [`Form::Longest`], but longer text has its own error.
    Limited(usize, u16),
    /// An identifier without blanks of 4000 units; one that begins with `urn:` names a name space.
    LongIdentifier,
    /// A URI of at most 4000 units without blanks; one that begins with `urn:` has a name space of
    /// two characters or more in lower case.
    Uri,
    /// A text after an optional `{lang=…}`, whose language must be one.
    Localized,
    /// A response, whose form follows from the interaction's type.
    Response,
    /// A correct response, whose form follows from the interaction's type.
    CorrectResponse,
}

/// A value that an element has before a course sets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Initial {
    /// None.
    Unset,
    /// A text.
    Text(&'static str),
    /// A number.
    Number(f64),
    /// A text; what is stored comes back as a number.
    Numeric(&'static str),
    /// What the launch knows; else the text.
    Given(Given, &'static str),
    /// What the launch knows; else none.
    Known(Given),
}

/// What a launch knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Given {
    /// The learner's key in the database.
    LearnerId,
    /// The learner's key as a number.
    LearnerNumber,
    /// The learner's key with a letter before it, as for a user's handle.
    LearnerHandle,
    /// What the learner logs in with.
    Login,
    /// `Family, Given`.
    Name,
    /// `Given Family`.
    NameGivenFirst,
    /// `credit` or `no-credit`.
    Credit,
    /// `normal`, `browse` or `review`.
    Mode,
    /// `ab-initio`, `resume` or nothing, by [`crate::profile::Dialect::entry`].
    Entry,
    /// `passed` if the stored status is final, else `incomplete`.
    Done,
    /// The stored suspend data.
    SuspendData,
    /// The mastery score of SCORM 1.2.
    Mastery,
    /// The scaled passing score.
    Passing,
    /// The completion threshold.
    Threshold,
    /// The launch data.
    LaunchData,
    /// The time limit.
    MaxTime,
    /// The action at the time limit.
    TimeAction,
}

/// A row: read only.
pub(crate) const fn r(name: &'static str, initial: Initial) -> Element {
    row(name, Access::Read, Form::Any, initial)
}

/// A row: a keyword with its text.
pub(crate) const fn k(name: &'static str, text: &'static str) -> Element {
    row(name, Access::Keyword, Form::Any, Initial::Text(text))
}

/// A row: write only.
pub(crate) const fn w(name: &'static str, form: Form, initial: Initial) -> Element {
    row(name, Access::Write, form, initial)
}

/// A row: read and write.
pub(crate) const fn rw(name: &'static str, form: Form, initial: Initial) -> Element {
    row(name, Access::Both, form, initial)
}

/// A row: written, and unknown to who reads.
pub(crate) const fn hidden(name: &'static str) -> Element {
    row(name, Access::Hidden, Form::Any, Initial::Unset)
}

/// A row with a range of numbers.
pub(crate) const fn ranged(mut element: Element, low: f64, high: f64) -> Element {
    element.range = Some((low, high));
    element
}

const fn row(name: &'static str, access: Access, form: Form, initial: Initial) -> Element {
    Element {
        name,
        access,
        form,
        range: None,
        initial,
    }
}
