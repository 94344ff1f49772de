//! SCORM 1.2 prerequisites: the `aicc_script` expressions of `adlcp:prerequisites`.
//!
//! `&` and, `|` or, `~` not, `=` and `<>` compare a lesson status, `2*{a, b, c}` asks for two of
//! three, parentheses group. A bare identifier is true when its lesson is completed or passed.

use std::fmt;

mod parser;

/// `cmi.core.lesson_status` of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the standard's vocabulary")]
pub enum LessonStatus {
    Passed,
    Completed,
    Failed,
    Incomplete,
    Browsed,
    NotAttempted,
}

impl LessonStatus {
    /// Reads a status; AICC lets the first letter stand for the word, in any case.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        Some(match text.as_str() {
            "passed" | "p" => Self::Passed,
            "completed" | "complete" | "c" => Self::Completed,
            "failed" | "f" => Self::Failed,
            "incomplete" | "i" => Self::Incomplete,
            "browsed" | "b" => Self::Browsed,
            "not attempted" | "n" | "na" => Self::NotAttempted,
            _ => return None,
        })
    }

    /// The standard's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Incomplete => "incomplete",
            Self::Browsed => "browsed",
            Self::NotAttempted => "not attempted",
        }
    }

    /// Does it fulfil a bare identifier?
    pub const fn is_complete(self) -> bool {
        matches!(self, Self::Passed | Self::Completed)
    }
}

/// A parsed expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prerequisites(Expression);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Expression {
    /// The item is completed or passed.
    Complete(String),
    /// The item has this status.
    Status(String, LessonStatus),
    Not(Box<Expression>),
    All(Vec<Expression>),
    Any(Vec<Expression>),
    AtLeast(usize, Vec<Expression>),
}

/// Why an expression cannot be read, with the place in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrerequisitesFault {
    /// Where the fault was noticed.
    pub at: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for PrerequisitesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} at character {}", self.expected, self.at + 1)
    }
}

impl Prerequisites {
    /// Reads an expression.
    pub fn parse(script: &str) -> Result<Self, PrerequisitesFault> {
        parser::parse(script).map(Self)
    }

    /// Is it fulfilled, given the status of each item?
    pub fn are_met(&self, status: &dyn Fn(&str) -> LessonStatus) -> bool {
        self.0.is_true(status)
    }
}

impl Expression {
    fn is_true(&self, status: &dyn Fn(&str) -> LessonStatus) -> bool {
        match self {
            Self::Complete(item) => status(item).is_complete(),
            Self::Status(item, wanted) => status(item) == *wanted,
            Self::Not(inner) => !inner.is_true(status),
            Self::All(list) => list.iter().all(|inner| inner.is_true(status)),
            Self::Any(list) => list.iter().any(|inner| inner.is_true(status)),
            Self::AtLeast(count, list) => {
                list.iter().filter(|inner| inner.is_true(status)).count() >= *count
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LessonStatus, Prerequisites};

    /// `a` is passed, `b` completed, `c` failed, the rest not attempted.
    fn status(item: &str) -> LessonStatus {
        match item {
            "a" => LessonStatus::Passed,
            "b" => LessonStatus::Completed,
            "c" => LessonStatus::Failed,
            _ => LessonStatus::NotAttempted,
        }
    }

    #[test]
    fn expressions_follow_the_aicc_rules() {
        for (script, want) in [
            ("a", true),
            ("c", false),
            ("a&b", true),
            ("a & c", false),
            ("c | b", true),
            ("~c", true),
            ("~~c", false),
            ("a | c & d", true),
            ("(a | c) & d", false),
            ("a = passed", true),
            ("a=\"P\"", true),
            ("b = passed", false),
            ("c <> 'failed'", false),
            ("d = not attempted", true),
            ("d = \"not attempted\"", true),
            ("~(a = failed) & b", true),
            ("2*{a, b, c}", true),
            ("3*{a,b,c}", false),
            ("1*{c, a=passed & b}", true),
        ] {
            let expression = Prerequisites::parse(script).expect(script);
            assert_eq!(expression.are_met(&status), want, "{script}");
        }
    }

    #[test]
    fn broken_expressions_say_where() {
        for (script, at) in [
            ("", 0),
            ("a &", 3),
            ("(a", 2),
            ("a b", 2),
            ("x*{a}", 2),
            ("2*a", 2),
            ("2*{a", 4),
            ("a = great", 3),
            ("\"a", 0),
        ] {
            let fault = Prerequisites::parse(script).expect_err(script);
            assert_eq!(fault.at, at, "{script}: {fault}");
        }
        assert!(Prerequisites::parse(&"(".repeat(100_000)).is_err());
    }
}
