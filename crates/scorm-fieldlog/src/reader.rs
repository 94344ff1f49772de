//! A log line by line: who wrote a line, and what it says of which call.

use std::borrow::Cow;

use scorm_runtime::ApiFunction;

use crate::MOST_CALLS;
use crate::element_name;
use crate::field_log::{FieldLog, Format, Launch, LoggedCall, Told, UnknownLine};
use crate::format::{self, Heard, Said};
use crate::markup::{self, Line};
use crate::version::Votes;

/// Of so many unknown lines the text is kept.
const SHOWN: usize = 5;
/// So much of the text.
const SHOWN_CHARACTERS: usize = 160;
/// A call runs over at most so many lines.
const MOST_LINES: usize = 40;
/// Calls of support functions that may lie between what two loggers tell of one call.
const BETWEEN: usize = 4;

/// Reads a log that is lines of text, or a document of them.
pub(crate) fn read(text: &str) -> FieldLog {
    let lines: Vec<Line<'_>> = if markup::is_document(text) {
        markup::lines(text, 1, format::mentions_call)
    } else {
        plain_lines(text)
    };
    let mut reader = Reader::new(8 * text.len() + 1024);
    let mut at = 0;
    while at < lines.len() {
        at += reader.take(&lines[at..]);
    }
    reader.finish()
}

fn plain_lines(text: &str) -> Vec<Line<'_>> {
    let text = text.trim_start_matches('\u{feff}');
    text.split('\n')
        .enumerate()
        .map(|(index, line)| Line {
            number: index + 1,
            text: Cow::Borrowed(line.trim_end_matches('\r')),
        })
        .collect()
}

pub(crate) struct Reader {
    log: FieldLog,
    votes: Votes,
    /// The last call that each logger told of.
    open: Vec<(Format, usize)>,
    /// An error that was told before its call.
    next_error: Option<(Format, u16)>,
    /// How many bytes may still be joined to find the end of a call.
    joining: usize,
    told_twice: usize,
    too_many: usize,
}

impl Reader {
    pub(crate) fn new(joining: usize) -> Self {
        Self {
            log: FieldLog::default(),
            votes: Votes::default(),
            open: Vec::new(),
            next_error: None,
            joining,
            told_twice: 0,
            too_many: 0,
        }
    }

    /// Takes the first of these lines, and those that belong to it; gives how many.
    fn take(&mut self, lines: &[Line<'_>]) -> usize {
        let Line { number, text } = &lines[0];
        if text.trim().is_empty() || self.understand(*number, text) {
            return 1;
        }
        if format::is_unfinished(text)
            && let Some(count) = self.join(lines)
        {
            return count;
        }
        // A log in which single lines were copied from the source of a page.
        if text.contains('&') || markup::has_tags(text) {
            let inner = markup::lines(text, *number, format::mentions_call);
            let one_by_one = inner.len() != 1 || inner[0].text != *text;
            if one_by_one {
                let mut known = false;
                let mut unknown = Vec::new();
                for line in &inner {
                    if self.understand(line.number, &line.text) {
                        known = true;
                    } else {
                        unknown.push(line);
                    }
                }
                if known {
                    for line in unknown {
                        self.unknown(line);
                    }
                    return 1;
                }
            }
        }
        self.unknown(&lines[0]);
        1
    }

    /// A call whose end lies on a later line.
    fn join(&mut self, lines: &[Line<'_>]) -> Option<usize> {
        let mut joined = lines[0].text.clone().into_owned();
        for (index, line) in lines.iter().enumerate().take(MOST_LINES).skip(1) {
            if format::mentions_call(&line.text) || format::is_unfinished(&line.text) {
                return None;
            }
            joined.push('\n');
            joined.push_str(&line.text);
            self.joining = self.joining.checked_sub(joined.len())?;
            if self.understand(lines[0].number, &joined) {
                return Some(index + 1);
            }
        }
        None
    }

    /// Whether a known logger wrote the line.
    fn understand(&mut self, number: usize, text: &str) -> bool {
        for (format, read) in format::LOGGERS {
            let open = self.open_call(*format).map(|index| &self.log.calls[index]);
            if let Some(said) = read(text, open) {
                self.heard_from(*format);
                for one in said {
                    self.hear(*format, number, one);
                }
                return true;
            }
        }
        false
    }

    fn open_call(&self, format: Format) -> Option<usize> {
        let open = self.open.iter().find(|(other, _)| *other == format);
        open.map(|(_, index)| *index)
    }

    fn heard_from(&mut self, format: Format) {
        if !self.log.formats.contains(&format) {
            self.log.formats.push(format);
        }
    }

    pub(crate) fn hear(&mut self, format: Format, number: usize, said: Said) {
        let open = self.open_call(format);
        match said {
            Said::Nothing => {}
            Said::Call(heard) => self.call(format, number, heard),
            Said::Result(result) => {
                if let Some(call) = open.and_then(|index| self.log.calls.get_mut(index)) {
                    call.result.get_or_insert(result);
                }
            }
            Said::Value(value) => {
                if let Some(call) = open.and_then(|index| self.log.calls.get_mut(index))
                    && call.value_missing
                {
                    call.args.push(value);
                    call.value_missing = false;
                }
            }
            Said::Error(error) => {
                if let Some(call) = open.and_then(|index| self.log.calls.get_mut(index)) {
                    call.error = Some(error);
                }
            }
            Said::NextError(error) => self.next_error = Some((format, error)),
            Said::NotMade => {
                if let Some(index) = open
                    && index + 1 == self.log.calls.len()
                {
                    self.log.calls.pop();
                    self.open.retain(|(_, open)| *open != index);
                }
            }
            Said::Launch(activity) => self.log.launches.push(Launch {
                before_call: self.log.calls.len(),
                activity,
            }),
            Said::Version { scorm12 } => self.votes.said(scorm12),
        }
    }

    fn call(&mut self, format: Format, number: usize, heard: Heard) {
        if let Some(name) = heard.name {
            self.votes.function(name);
        }
        let mut call = heard.call(number, format);
        if let Some(element) = call.args.first_mut()
            && matches!(call.function, ApiFunction::GetValue | ApiFunction::SetValue)
            && let Cow::Owned(name) = element_name::standard(&element.text)
        {
            element.text = name;
        }
        // An error that was told before it belongs to the next call that can have one.
        if !call.function.is_support()
            && let Some((_, error)) = self.next_error.take_if(|(other, _)| *other == format)
        {
            call.error.get_or_insert(error);
        }
        let index = match self.same_call(&call) {
            Some(index) => {
                self.told_twice += 1;
                merge(&mut self.log.calls[index], call);
                index
            }
            None if self.log.calls.len() == MOST_CALLS => {
                self.too_many += 1;
                return;
            }
            None => {
                self.log.calls.push(call);
                self.log.calls.len() - 1
            }
        };
        self.open.retain(|(other, _)| *other != format);
        self.open.push((format, index));
    }

    /// The call that another logger told of just before, if it is this one.
    fn same_call(&self, call: &LoggedCall) -> Option<usize> {
        let recent = self.log.calls.iter().enumerate().rev().take(BETWEEN + 1);
        for (index, other) in recent {
            let format = call.formats[0];
            let same = other.function == call.function
                && !other.formats.contains(&format)
                && other.args.len() == call.args.len()
                && other.args.iter().zip(&call.args).all(|(a, b)| agree(a, b))
                && other
                    .error
                    .is_none_or(|error| call.error.is_none_or(|own| own == error))
                && match (&other.result, &call.result) {
                    (Some(a), Some(b)) => agree(a, b),
                    _ => true,
                };
            if same {
                return Some(index);
            }
            if !other.function.is_support() || other.formats.contains(&format) {
                return None;
            }
        }
        None
    }

    fn unknown(&mut self, line: &Line<'_>) {
        self.log.unknown_lines += 1;
        if self.log.unknown.len() < SHOWN {
            self.log.unknown.push(UnknownLine {
                line: line.number,
                text: line.text.trim().chars().take(SHOWN_CHARACTERS).collect(),
            });
        }
    }

    pub(crate) fn finish(self) -> FieldLog {
        let Self {
            mut log,
            votes,
            told_twice,
            too_many,
            ..
        } = self;
        log.scorm12 = votes.decide(&log.calls);
        if told_twice > 0 {
            let note = format!("{told_twice} calls are told by two loggers and taken once");
            log.notes.push(note);
        }
        if too_many > 0 {
            let note = format!("{too_many} calls behind the first {MOST_CALLS} are left out");
            log.notes.push(note);
        }
        log
    }
}

/// Whether two loggers may have told the same text.
fn agree(a: &Told, b: &Told) -> bool {
    a.may_be(&b.text) || b.may_be(&a.text)
}

/// Adds what another logger told of the same call.
fn merge(call: &mut LoggedCall, other: LoggedCall) {
    call.formats.extend(other.formats);
    for (own, told) in call.args.iter_mut().zip(other.args) {
        take_better(own, told);
    }
    match (&mut call.result, other.result) {
        (Some(own), Some(told)) => take_better(own, told),
        (own @ None, told) => *own = told,
        (Some(_), None) => {}
    }
    call.error = call.error.or(other.error);
}

fn take_better(own: &mut Told, told: Told) {
    if (own.cut && !told.cut) || (own.joined && !told.joined && !told.cut) {
        *own = told;
    }
}
