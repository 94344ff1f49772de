//! SCORM 1.2 prerequisites: the `aicc_script` expressions of `adlcp:prerequisites`.
//!
//! `&` and, `|` or, `~` not, `=` and `<>` compare a lesson status, `2*{a, b, c}` asks for two of
//! three, parentheses group. A bare identifier is true when its lesson is completed or passed.

use std::fmt;

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
        let mut parser = Parser {
            script,
            at: 0,
            depth: 0,
        };
        let expression = parser.any()?;
        parser.skip_blanks();
        if parser.at < script.len() {
            parser.fault("an operator")
        } else {
            Ok(Self(expression))
        }
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

/// Deeper nesting is no human's work; it would only exhaust the stack.
const DEEPEST: u32 = 64;

struct Parser<'a> {
    script: &'a str,
    at: usize,
    depth: u32,
}

type Parsed = Result<Expression, PrerequisitesFault>;

impl<'a> Parser<'a> {
    fn fault<T>(&self, expected: &'static str) -> Result<T, PrerequisitesFault> {
        Err(PrerequisitesFault {
            at: self.at,
            expected,
        })
    }

    fn rest(&self) -> &'a str {
        &self.script[self.at..]
    }

    fn skip_blanks(&mut self) {
        self.at = self.script.len() - self.rest().trim_start().len();
    }

    fn takes(&mut self, token: &str) -> bool {
        self.skip_blanks();
        let found = self.rest().starts_with(token);
        if found {
            self.at += token.len();
        }
        found
    }

    fn any(&mut self) -> Parsed {
        self.depth += 1;
        if self.depth > DEEPEST {
            return self.fault("less nesting");
        }
        let mut list = vec![self.all()?];
        while self.takes("|") {
            list.push(self.all()?);
        }
        self.depth -= 1;
        Ok(one_or(list, Expression::Any))
    }

    fn all(&mut self) -> Parsed {
        let mut list = vec![self.unary()?];
        while self.takes("&") {
            list.push(self.unary()?);
        }
        Ok(one_or(list, Expression::All))
    }

    fn unary(&mut self) -> Parsed {
        let mut negated = false;
        while self.takes("~") {
            negated = !negated;
        }
        let inner = self.primary()?;
        Ok(if negated {
            Expression::Not(Box::new(inner))
        } else {
            inner
        })
    }

    fn primary(&mut self) -> Parsed {
        if self.takes("(") {
            let inner = self.any()?;
            return if self.takes(")") {
                Ok(inner)
            } else {
                self.fault("`)`")
            };
        }
        let word = self.word()?;
        if self.takes("*") {
            let Ok(count) = word.parse() else {
                return self.fault("a number before `*`");
            };
            return self.set(count);
        }
        if self.takes("<>") {
            let status = self.status()?;
            return Ok(Expression::Not(Box::new(Expression::Status(
                word.to_owned(),
                status,
            ))));
        }
        if self.takes("=") {
            return Ok(Expression::Status(word.to_owned(), self.status()?));
        }
        Ok(Expression::Complete(word.to_owned()))
    }

    fn set(&mut self, count: usize) -> Parsed {
        if !self.takes("{") {
            return self.fault("`{`");
        }
        let mut list = vec![self.any()?];
        while self.takes(",") {
            list.push(self.any()?);
        }
        if self.takes("}") {
            Ok(Expression::AtLeast(count, list))
        } else {
            self.fault("`}`")
        }
    }

    fn status(&mut self) -> Result<LessonStatus, PrerequisitesFault> {
        let begin = self.at;
        let word = self.word()?;
        // "not attempted" may stand without quotes.
        let second = if word.eq_ignore_ascii_case("not") {
            self.word()?
        } else {
            ""
        };
        let text = if second.is_empty() {
            word.to_owned()
        } else {
            format!("{word} {second}")
        };
        match LessonStatus::parse(&text) {
            Some(status) => Ok(status),
            None => Err(PrerequisitesFault {
                at: begin,
                expected: "a lesson status",
            }),
        }
    }

    /// An identifier, number or status, quoted or not.
    fn word(&mut self) -> Result<&'a str, PrerequisitesFault> {
        self.skip_blanks();
        for quote in ['"', '\''] {
            if let Some(inner) = self.rest().strip_prefix(quote) {
                let Some(end) = inner.find(quote) else {
                    return self.fault("a closing quote");
                };
                self.at += end + 2;
                return Ok(inner[..end].trim());
            }
        }
        let ends = |c: char| c.is_whitespace() || "&|~=<>(){},*\"'".contains(c);
        let end = self.rest().find(ends).unwrap_or(self.rest().len());
        if end == 0 {
            return self.fault("an identifier");
        }
        let word = &self.rest()[..end];
        self.at += end;
        Ok(word)
    }
}

fn one_or(mut list: Vec<Expression>, many: fn(Vec<Expression>) -> Expression) -> Expression {
    match list.pop() {
        Some(only) if list.is_empty() => only,
        last => {
            list.extend(last);
            many(list)
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
