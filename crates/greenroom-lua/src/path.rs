//! Paths of the page into Lua: names, indexes and calls joined by dots, properties after `?`.

use std::collections::BTreeMap;

use crate::limits::{PATH_ELEMENTS, PATH_LENGTH};

/// A path with the properties that stood behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) elements: Vec<Element>,
    pub(crate) properties: BTreeMap<String, String>,
}

/// One element of a path. A path without elements is `.`: the enclosing value itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Element {
    /// `name`
    Name(String),
    /// `1`, `2`, …
    Index(i64),
    /// `m()`
    Call(String),
    /// `m(_)`: called with the value that is written.
    CallWith(String),
}

impl Element {
    pub(crate) fn is_call(&self) -> bool {
        matches!(self, Self::Call(_) | Self::CallWith(_))
    }
}

/// A path that is not one: where, and what to write instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum PathError {
    #[error("position {position}: {problem}")]
    Syntax { position: usize, problem: String },
    #[error("a path has at most {PATH_LENGTH} bytes and {PATH_ELEMENTS} elements")]
    TooLong,
}

/// How the value of a variable may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    ReadWrite,
    Read,
    Write,
    Action,
}

impl Access {
    /// The value of the property `access`; empty is the default.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "" | "rw" => Some(Self::ReadWrite),
            "r" => Some(Self::Read),
            "w" => Some(Self::Write),
            "action" => Some(Self::Action),
            _ => None,
        }
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::ReadWrite => "rw",
            Self::Read => "r",
            Self::Write => "w",
            Self::Action => "action",
        }
    }

    /// Whether the value is computed and sent.
    pub(crate) fn reads(self) -> bool {
        matches!(self, Self::ReadWrite | Self::Read)
    }

    /// Whether the page may write or call.
    pub(crate) fn writes(self) -> bool {
        self != Self::Read
    }

    /// Why this access does not fit a path.
    pub(crate) fn misfit(self, path: &Path) -> Option<String> {
        match (self, path.elements.last()) {
            (Self::Write, Some(Element::Call(name))) => Some(format!(
                "{name}() takes no value: use access r, rw or action"
            )),
            (Self::Read | Self::ReadWrite, Some(Element::CallWith(name))) => {
                Some(format!("{name}(_) needs a value: use access w or action"))
            }
            (Self::Action, Some(Element::Call(_) | Element::CallWith(_))) => None,
            (Self::Action, _) => {
                Some("access action needs a call as last element: name() or name(_)".to_owned())
            }
            (Self::Write, None) => Some("the enclosing value itself cannot be written".to_owned()),
            _ => None,
        }
    }
}

/// Reads a path.
pub(crate) fn parse(text: &str) -> Result<Path, PathError> {
    if text.len() > PATH_LENGTH {
        return Err(PathError::TooLong);
    }
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let elements = if path == "." {
        Vec::new()
    } else {
        elements(path)?
    };
    if elements.len() > PATH_ELEMENTS {
        return Err(PathError::TooLong);
    }
    let properties = query
        .split('&')
        .filter(|part| !part.is_empty())
        .map(|part| match part.split_once('=') {
            Some((key, value)) => (key.to_owned(), value.to_owned()),
            None => (part.to_owned(), "true".to_owned()),
        })
        .collect();
    Ok(Path {
        elements,
        properties,
    })
}

fn elements(path: &str) -> Result<Vec<Element>, PathError> {
    let mut position = 0;
    let mut elements = Vec::new();
    let count = path.split('.').count();
    for (number, part) in path.split('.').enumerate() {
        let element = element(part).map_err(|(offset, problem)| PathError::Syntax {
            position: position + offset + 1,
            problem,
        })?;
        if matches!(element, Element::CallWith(_)) && number + 1 < count {
            return Err(PathError::Syntax {
                position: position + 1,
                problem: format!("{part} can only stand last"),
            });
        }
        elements.push(element);
        position += part.len() + 1;
    }
    Ok(elements)
}

/// One element, or the offset of the fault and what to write instead.
fn element(part: &str) -> Result<Element, (usize, String)> {
    if part.is_empty() {
        return Err((
            0,
            "an element is missing; `..` does not exist, write a Lua method".to_owned(),
        ));
    }
    if part.bytes().all(|byte| byte.is_ascii_digit()) {
        return match part.parse() {
            Ok(0) => Err((0, "indexes count from 1, as in Lua".to_owned())),
            Ok(index) => Ok(Element::Index(index)),
            Err(_) => Err((0, "the index is too large".to_owned())),
        };
    }
    let (name, call) = match part.split_once('(') {
        Some((name, arguments)) => (name, Some(arguments)),
        None => (part, None),
    };
    if let Some(offset) = bad_character(name) {
        return Err((offset, instead(part, name, offset)));
    }
    match call {
        None => Ok(Element::Name(name.to_owned())),
        Some(")") => Ok(Element::Call(name.to_owned())),
        Some("_)") => Ok(Element::CallWith(name.to_owned())),
        Some(_) => Err((
            name.len(),
            format!("a call takes no arguments but `_`: write {name}() or {name}(_)"),
        )),
    }
}

/// The offset of the first character that a name cannot have there.
fn bad_character(name: &str) -> Option<usize> {
    if name.is_empty() {
        return Some(0);
    }
    name.char_indices()
        .find(|(offset, character)| {
            let fits = character.is_ascii_alphabetic() || *character == '_';
            !(fits || (*offset > 0 && character.is_ascii_digit()))
        })
        .map(|(offset, _)| offset)
}

fn instead(part: &str, name: &str, offset: usize) -> String {
    match name[offset..].chars().next() {
        None => "a call needs a name before its parenthesis".to_owned(),
        Some('!') => format!(
            "operators do not exist: write a Lua method for `{part}`, or ui-hide instead of ui-show"
        ),
        Some('@') => "`@name` does not exist: bind a name of the enclosing object".to_owned(),
        Some('[') => format!(
            "write {}.1 instead of an index in brackets",
            &name[..offset]
        ),
        Some(' ') => "paths hold no spaces and no operators: write a Lua method".to_owned(),
        Some(character) if "+-*/%<>=~&|^#,:'\"".contains(character) => {
            format!("operator `{character}` does not exist: write a Lua method that computes it")
        }
        Some(character) => format!("`{character}` cannot stand in a name"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &str) -> Element {
        Element::Name(text.to_owned())
    }

    #[test]
    fn paths_are_names_indexes_and_calls() {
        for (text, elements) in [
            (".", vec![]),
            ("a", vec![name("a")]),
            ("a.b_2", vec![name("a"), name("b_2")]),
            ("xs.3.n", vec![name("xs"), Element::Index(3), name("n")]),
            ("f()", vec![Element::Call("f".to_owned())]),
            ("a.f(_)", vec![name("a"), Element::CallWith("f".to_owned())]),
            ("f().x", vec![Element::Call("f".to_owned()), name("x")]),
        ] {
            assert_eq!(parse(text).unwrap().elements, elements, "{text}");
        }
    }

    #[test]
    fn properties_stand_behind_a_question_mark() {
        let path = parse("a?access=r&keypress&x=").unwrap();
        let pairs: Vec<(&str, &str)> = path
            .properties
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .collect();
        assert_eq!(pairs, [("access", "r"), ("keypress", "true"), ("x", "")]);
    }

    #[test]
    fn faults_name_the_position_and_the_remedy() {
        for (text, position, words) in [
            ("", 1, "missing"),
            ("a..b", 3, "missing"),
            ("..", 1, "missing"),
            ("@x", 1, "@name"),
            ("a[1]", 2, "a.1"),
            ("f(1)", 2, "f()"),
            ("!x", 1, "ui-hide"),
            ("a + b", 2, "method"),
            ("a.0", 3, "from 1"),
            ("f(_).x", 1, "last"),
            ("a==b", 2, "="),
        ] {
            match parse(text) {
                Err(PathError::Syntax {
                    position: at,
                    problem,
                }) => {
                    assert_eq!(at, position, "{text}: {problem}");
                    assert!(problem.contains(words), "{text}: {problem}");
                }
                other => panic!("{text}: {other:?}"),
            }
        }
        assert_eq!(parse(&"a".repeat(513)), Err(PathError::TooLong));
        assert_eq!(parse(&["a"; 33].join(".")), Err(PathError::TooLong));
    }

    #[test]
    fn access_fits_its_path() {
        for (access, path, fits) in [
            ("", "a", true),
            ("r", "f()", true),
            ("rw", "f()", true),
            ("w", "f()", false),
            ("w", "f(_)", true),
            ("r", "f(_)", false),
            ("rw", "f(_)", false),
            ("action", "f(_)", true),
            ("action", "f()", true),
            ("action", "a", false),
            ("r", ".", true),
        ] {
            let parsed = parse(path).unwrap();
            let access = Access::parse(access).unwrap();
            assert_eq!(access.misfit(&parsed).is_none(), fits, "{access:?} {path}");
        }
    }
}
