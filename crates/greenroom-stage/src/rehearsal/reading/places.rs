//! Where each part of a file stands: line and column by JSON pointer.

use std::collections::HashMap;

use granit_parser::{Event, Parser};

/// Deeper files are not rehearsals.
const DEEPEST: usize = 100;

/// The places of all parts of a text, and how its scalars are written. JSON is YAML too.
#[derive(Debug, Default)]
pub(super) struct Places {
    parts: HashMap<String, Part>,
}

#[derive(Debug)]
struct Part {
    line: usize,
    column: usize,
    text: Option<String>,
}

/// A collection that is being read.
enum Open {
    List {
        pointer: String,
        next: usize,
    },
    /// With the key whose value comes next.
    Map {
        pointer: String,
        key: Option<(String, (usize, usize))>,
    },
}

impl Places {
    /// Reads as far as the text can be read.
    pub(super) fn of(text: &str) -> Self {
        let mut places = Self::default();
        let mut open: Vec<Open> = Vec::new();
        for event in Parser::new_from_str(text) {
            let Ok((event, span)) = event else { break };
            let at = (span.start.line(), span.start.col() + 1);
            match event {
                Event::Scalar(text, ..) => {
                    if let Some(Open::Map {
                        key: key @ None, ..
                    }) = open.last_mut()
                    {
                        *key = Some((text.into_owned(), at));
                    } else {
                        places.note(&mut open, at, Some(text.into_owned()));
                    }
                }
                Event::Alias(..) => {
                    if let Some(Open::Map {
                        key: key @ None, ..
                    }) = open.last_mut()
                    {
                        *key = Some((String::new(), at));
                    } else {
                        places.note(&mut open, at, None);
                    }
                }
                Event::SequenceStart(..) => {
                    let pointer = places.note(&mut open, at, None);
                    open.push(Open::List { pointer, next: 0 });
                }
                Event::MappingStart(..) => {
                    let pointer = places.note(&mut open, at, None);
                    open.push(Open::Map { pointer, key: None });
                }
                Event::SequenceEnd | Event::MappingEnd => {
                    open.pop();
                }
                Event::DocumentEnd => break,
                _ => {}
            }
            if open.len() > DEEPEST {
                break;
            }
        }
        places
    }

    /// Notes a value; one with a key stands where its key stands.
    fn note(&mut self, open: &mut [Open], at: (usize, usize), text: Option<String>) -> String {
        let (pointer, (line, column)) = match open.last_mut() {
            None => (String::new(), at),
            Some(Open::List { pointer, next }) => {
                *next += 1;
                (format!("{pointer}/{}", *next - 1), at)
            }
            Some(Open::Map { pointer, key }) => {
                let (key, at) = key.take().unwrap_or_default();
                (joined(pointer, &key), at)
            }
        };
        let part = Part { line, column, text };
        self.parts.insert(pointer.clone(), part);
        pointer
    }

    /// The place of a part, or of the nearest one around it that is there.
    pub(super) fn place(&self, pointer: &str) -> Option<(usize, usize)> {
        let mut pointer = pointer;
        loop {
            if let Some(part) = self.parts.get(pointer) {
                return Some((part.line, part.column));
            }
            pointer = pointer.rsplit_once('/')?.0;
        }
    }

    /// A scalar as it is written.
    pub(super) fn text(&self, pointer: &str) -> Option<&str> {
        self.parts.get(pointer)?.text.as_deref()
    }
}

/// The pointer of a member.
pub(super) fn joined(pointer: &str, name: &str) -> String {
    format!("{pointer}/{}", name.replace('~', "~0").replace('/', "~1"))
}
