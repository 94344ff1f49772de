//! Reads an `aicc_script` expression.

use super::{Expression, LessonStatus, PrerequisitesFault};

/// Reads a whole expression.
pub(super) fn parse(script: &str) -> Parsed {
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
        Ok(expression)
    }
}

/// No human nests deeper; it would only exhaust the stack.
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
