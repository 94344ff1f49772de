//! Whether a text can be a view definition, and what in it will not do what its author expects.

use html5gum::{DefaultEmitter, HtmlString, StartTag, Token, Tokenizer};
use serde::Serialize;

use super::ViewdefKey;
use super::known::{FOCUSABLE, OPTIONAL_END, OTHERS, VOID, is_path, nearest};
use crate::{path, place};

/// A text that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct InvalidViewdef {
    pub line: usize,
    pub column: usize,
    pub problem: String,
}

/// Something that will not work as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    pub line: usize,
    pub column: usize,
    pub code: &'static str,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// The definition as it is stored, with exactly one `<template>` root, and what is doubtful in it.
pub fn check(key: &ViewdefKey, content: &str) -> Result<(String, Vec<Warning>), InvalidViewdef> {
    let mut reading = Reading {
        text: content,
        open: Vec::new(),
        roots: Vec::new(),
        warnings: Vec::new(),
        is_row: key.namespace == "list-item",
        is_list_item: key.type_name == "lua.ViewListItem",
    };
    reading.read()?;
    let html = reading.rooted()?;
    Ok((html, reading.warnings))
}

/// An element that is not closed yet.
struct Open {
    name: String,
    start: usize,
    viewlist: bool,
}

/// Something at the top level.
enum Root {
    Template(usize),
    Other(usize),
}

struct Reading<'a> {
    text: &'a str,
    open: Vec<Open>,
    roots: Vec<Root>,
    warnings: Vec<Warning>,
    /// The whole definition shows one element of a list.
    is_row: bool,
    is_list_item: bool,
}

impl Reading<'_> {
    fn read(&mut self) -> Result<(), InvalidViewdef> {
        let mut emitter = DefaultEmitter::<usize>::new_with_span();
        emitter.naively_switch_states(true);
        for token in Tokenizer::new_with_emitter(self.text, emitter).flatten() {
            match token {
                Token::StartTag(tag) => self.start(&tag),
                Token::EndTag(tag) => {
                    let name = lossy(&tag.name).to_ascii_lowercase();
                    self.end(&name, self.tag_start(tag.span.start))?;
                }
                Token::String(text) => {
                    let words = !text.value.trim_ascii().is_empty();
                    if words && self.open.is_empty() {
                        self.roots.push(Root::Other(text.span.start));
                    }
                }
                Token::Error(error) => {
                    let problem = error.value.to_string();
                    // A tag that the text ends in is lost without a trace.
                    if problem.contains("eof-in-tag") || problem.contains("EofInTag") {
                        return Err(self.invalid(self.text.len(), "the text ends inside a tag"));
                    }
                }
                Token::Comment(_) | Token::Doctype(_) => {}
            }
        }
        match self
            .open
            .iter()
            .find(|open| !OPTIONAL_END.contains(&open.name.as_str()))
        {
            Some(open) => Err(self.invalid(open.start, format!("<{}> is never closed", open.name))),
            None => Ok(()),
        }
    }

    fn start(&mut self, tag: &StartTag<usize>) {
        let name = lossy(&tag.name).to_ascii_lowercase();
        let start = self.tag_start(tag.span.start);
        if self.open.is_empty() {
            self.roots.push(if name == "template" {
                Root::Template(start)
            } else {
                Root::Other(start)
            });
        }
        self.warn_about(&name, start, tag);
        let viewlist = tag.attributes.keys().any(|key| lossy(key) == "ui-viewlist");
        if !VOID.contains(&name.as_str()) && !tag.self_closing {
            self.open.push(Open {
                name,
                start,
                viewlist,
            });
        }
    }

    fn end(&mut self, name: &str, start: usize) -> Result<(), InvalidViewdef> {
        if VOID.contains(&name) {
            return Ok(());
        }
        let Some(place) = self.open.iter().rposition(|open| open.name == name) else {
            return Err(self.invalid(start, format!("</{name}> closes nothing")));
        };
        let crossed = self.open[place + 1..]
            .iter()
            .find(|open| !OPTIONAL_END.contains(&open.name.as_str()));
        if let Some(crossed) = crossed {
            let problem = format!("<{}> is not closed before </{name}>", crossed.name);
            return Err(self.invalid(crossed.start, problem));
        }
        self.open.truncate(place);
        Ok(())
    }

    /// The text with exactly one `<template>` root.
    fn rooted(&self) -> Result<String, InvalidViewdef> {
        let templates = |root: &&Root| matches!(root, Root::Template(_));
        match self.roots.as_slice() {
            [] => Err(self.invalid(0, "the definition is empty")),
            [Root::Template(_)] => Ok(self.text.trim().to_owned()),
            roots if roots.iter().any(|root| templates(&root)) => {
                let place = match &roots[1] {
                    Root::Template(start) | Root::Other(start) => *start,
                };
                Err(self.invalid(
                    place,
                    "a <template> root stands alone: put everything inside it, or leave it out",
                ))
            }
            _ => Ok(format!("<template>{}</template>", self.text.trim())),
        }
    }

    fn warn_about(&mut self, name: &str, start: usize, tag: &StartTag<usize>) {
        let in_list = self
            .open
            .iter()
            .zip(self.open.iter().skip(1))
            .any(|(outer, inner)| outer.viewlist && inner.name == "template");
        let in_row = self.is_row || in_list;
        let has = |wanted: &str| tag.attributes.keys().any(|key| lossy(key) == wanted);
        if name == "script" {
            self.warn(
                start,
                "SCRIPT",
                "<script> in a definition is not run",
                Some("ui-code, or html/app.js"),
            );
        }
        if name == "style" && in_row {
            self.warn(
                start,
                "STYLE_IN_ROW",
                "<style> is repeated for every row",
                Some("html/app.css"),
            );
        }
        let takes_focus = FOCUSABLE.contains(&name)
            || name.contains('-')
            || has("tabindex")
            || has("contenteditable");
        if has("ui-action") && !takes_focus {
            let message = format!("<{name}> cannot be reached by keyboard");
            self.warn(
                start,
                "NOT_FOCUSABLE",
                &message,
                Some("<button>, or tabindex=\"0\""),
            );
        }
        for (key, value) in &tag.attributes {
            let attribute = lossy(key).to_ascii_lowercase();
            let value_text = lossy(&value.value);
            let place = value.span.start.max(start);
            if attribute == "id" && in_row {
                self.warn(
                    place,
                    "ID_IN_ROW",
                    "a static id is repeated for every row",
                    None,
                );
            }
            if !attribute.starts_with("ui-") {
                continue;
            }
            if is_path(&attribute) {
                self.check_path(&attribute, &value_text, place, in_row);
            } else if !OTHERS.contains(&attribute.as_str()) {
                let message = format!("{attribute} is not a binding");
                self.warn(
                    place,
                    "UNKNOWN_ATTRIBUTE",
                    &message,
                    nearest(&attribute).as_deref(),
                );
            }
        }
    }

    fn check_path(&mut self, attribute: &str, value: &str, place: usize, in_row: bool) {
        if let Err(error) = path::parse(value) {
            self.warn(
                place,
                "PATH_SYNTAX",
                &format!("{attribute}=\"{value}\": {error}"),
                None,
            );
        } else if in_row && !self.is_list_item && value.starts_with("item.") {
            let message = format!("{attribute}=\"{value}\": a row is already the element");
            self.warn(place, "ITEM_PREFIX", &message, value.strip_prefix("item."));
        }
    }

    fn warn(&mut self, offset: usize, code: &'static str, message: &str, suggestion: Option<&str>) {
        let (line, column) = place(self.text, offset);
        self.warnings.push(Warning {
            line,
            column,
            code,
            message: message.to_owned(),
            suggestion: suggestion.map(str::to_owned),
        });
    }

    fn invalid(&self, offset: usize, problem: impl Into<String>) -> InvalidViewdef {
        let (line, column) = place(self.text, offset);
        InvalidViewdef {
            line,
            column,
            problem: problem.into(),
        }
    }

    /// The tokenizer may place a tag behind its `<`.
    fn tag_start(&self, near: usize) -> usize {
        let near = near.min(self.text.len());
        let bytes = &self.text.as_bytes()[..(near + 1).min(self.text.len())];
        bytes.iter().rposition(|byte| *byte == b'<').unwrap_or(near)
    }
}

fn lossy(text: &HtmlString) -> String {
    String::from_utf8_lossy(text).into_owned()
}

#[cfg(test)]
mod tests;
