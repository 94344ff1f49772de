//! Lua's patterns, matched within a budget of steps.
//!
//! Matching backtracks, so a short pattern can take ages on a short text. The library's own matcher
//! cannot be left on the way; this one looks at the clock as it goes.

use super::super::clock;

/// Captures of one pattern.
const CAPTURES: usize = 32;
/// Matches inside matches; each is one of our own stack frames.
const DEEPEST: usize = 200;
/// Steps between two looks at the budget.
const STEPS: usize = 1_024;

/// Why a match has no outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    OutOfTime,
    TooComplex,
    EndsWithPercent,
    MissingBracket,
    MissingFrontierSet,
    MissingBalanceArguments,
    TooManyCaptures,
    NoCaptureToClose,
    UnfinishedCapture,
    /// The digit that names no capture.
    CaptureIndex(u8),
}

/// What a capture holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Captured {
    /// The text between two places.
    Text { start: usize, end: usize },
    /// A place, counted from 0.
    Position(usize),
}

#[derive(Clone, Copy)]
enum Extent {
    Open,
    Position,
    Length(usize),
}

#[derive(Clone, Copy)]
struct Capture {
    start: usize,
    extent: Extent,
}

type Matched = Result<Option<usize>, Fault>;

/// One pattern at work on one text.
pub(super) struct Matcher<'a> {
    text: &'a [u8],
    pattern: &'a [u8],
    captures: [Capture; CAPTURES],
    level: usize,
    depth: usize,
    steps: usize,
}

impl<'a> Matcher<'a> {
    pub(super) fn new(text: &'a [u8], pattern: &'a [u8]) -> Self {
        let unused = Capture {
            start: 0,
            extent: Extent::Open,
        };
        Self {
            text,
            pattern,
            captures: [unused; CAPTURES],
            level: 0,
            depth: 0,
            steps: 0,
        }
    }

    /// Where a match that begins at `start` ends.
    pub(super) fn match_at(&mut self, start: usize) -> Matched {
        self.level = 0;
        self.depth = 0;
        self.run(start, 0)
    }

    /// How many values a match gives: its captures, or the whole of it where it has none.
    pub(super) fn values(&self) -> usize {
        self.level.max(1)
    }

    pub(super) fn capture_count(&self) -> usize {
        self.level
    }

    /// A value of the match that was found between two places.
    pub(super) fn value(&self, index: usize, start: usize, end: usize) -> Result<Captured, Fault> {
        if index >= self.level {
            return if index == 0 {
                Ok(Captured::Text { start, end })
            } else {
                Err(Fault::CaptureIndex(index as u8 + 1))
            };
        }
        let Capture { start, extent } = self.captures[index];
        match extent {
            Extent::Open => Err(Fault::UnfinishedCapture),
            Extent::Position => Ok(Captured::Position(start)),
            Extent::Length(length) => Ok(Captured::Text {
                start,
                end: start + length,
            }),
        }
    }

    fn spend(&mut self, steps: usize) -> Result<(), Fault> {
        self.steps += steps;
        if self.steps < STEPS {
            return Ok(());
        }
        let spent = std::mem::take(&mut self.steps);
        if clock::spend(spent) {
            return Err(Fault::OutOfTime);
        }
        Ok(())
    }

    fn run(&mut self, at: usize, item: usize) -> Matched {
        if self.depth == DEEPEST {
            return Err(Fault::TooComplex);
        }
        self.depth += 1;
        let matched = self.items(at, item);
        self.depth -= 1;
        matched
    }

    /// Matches the items of the pattern one after the other.
    fn items(&mut self, mut at: usize, mut item: usize) -> Matched {
        loop {
            self.spend(1)?;
            let Some(&first) = self.pattern.get(item) else {
                return Ok(Some(at));
            };
            let second = self.pattern.get(item + 1).copied();
            match (first, second) {
                (b'(', Some(b')')) => return self.open_capture(at, item + 2, Extent::Position),
                (b'(', _) => return self.open_capture(at, item + 1, Extent::Open),
                (b')', _) => return self.close_capture(at, item + 1),
                (b'$', None) => return Ok((at == self.text.len()).then_some(at)),
                (b'%', Some(b'b')) => {
                    let Some(end) = self.balanced(at, item + 2)? else {
                        return Ok(None);
                    };
                    (at, item) = (end, item + 4);
                    continue;
                }
                (b'%', Some(b'f')) => {
                    let set = item + 2;
                    if self.pattern.get(set) != Some(&b'[') {
                        return Err(Fault::MissingFrontierSet);
                    }
                    let end = self.item_end(set)?;
                    let before = at.checked_sub(1).map_or(0, |before| self.text[before]);
                    let after = self.text.get(at).copied().unwrap_or(0);
                    if self.in_set(before, set, end)? || !self.in_set(after, set, end)? {
                        return Ok(None);
                    }
                    item = end;
                    continue;
                }
                (b'%', Some(digit @ b'0'..=b'9')) => {
                    let Some(end) = self.repeated(at, digit)? else {
                        return Ok(None);
                    };
                    (at, item) = (end, item + 2);
                    continue;
                }
                _ => {}
            }
            let end = self.item_end(item)?;
            let suffix = self.pattern.get(end).copied();
            let fits = self.fits(at, item, end)?;
            match suffix {
                Some(b'*' | b'-' | b'?') if !fits => item = end + 1,
                Some(b'*') => return self.greedy(at, item, end),
                Some(b'+') if fits => return self.greedy(at + 1, item, end),
                Some(b'-') => return self.lazy(at, item, end),
                Some(b'?') => {
                    if let Some(found) = self.run(at + 1, end + 1)? {
                        return Ok(Some(found));
                    }
                    item = end + 1;
                }
                _ if !fits => return Ok(None),
                _ => (at, item) = (at + 1, end),
            }
        }
    }

    /// As many as there are, then fewer.
    fn greedy(&mut self, at: usize, item: usize, end: usize) -> Matched {
        let mut count = 0;
        while self.fits(at + count, item, end)? {
            self.spend(1)?;
            count += 1;
        }
        loop {
            if let Some(found) = self.run(at + count, end + 1)? {
                return Ok(Some(found));
            }
            let Some(fewer) = count.checked_sub(1) else {
                return Ok(None);
            };
            count = fewer;
        }
    }

    /// As few as will do.
    fn lazy(&mut self, mut at: usize, item: usize, end: usize) -> Matched {
        loop {
            if let Some(found) = self.run(at, end + 1)? {
                return Ok(Some(found));
            }
            if !self.fits(at, item, end)? {
                return Ok(None);
            }
            at += 1;
        }
    }

    fn open_capture(&mut self, at: usize, item: usize, extent: Extent) -> Matched {
        if self.level == CAPTURES {
            return Err(Fault::TooManyCaptures);
        }
        self.captures[self.level] = Capture { start: at, extent };
        self.level += 1;
        let found = self.run(at, item)?;
        if found.is_none() {
            self.level -= 1;
        }
        Ok(found)
    }

    fn close_capture(&mut self, at: usize, item: usize) -> Matched {
        let open = self.captures[..self.level]
            .iter()
            .rposition(|capture| matches!(capture.extent, Extent::Open))
            .ok_or(Fault::NoCaptureToClose)?;
        self.captures[open].extent = Extent::Length(at - self.captures[open].start);
        let found = self.run(at, item)?;
        if found.is_none() {
            self.captures[open].extent = Extent::Open;
        }
        Ok(found)
    }

    /// `%1`: the text of a capture once more.
    fn repeated(&mut self, at: usize, digit: u8) -> Matched {
        let unknown = Fault::CaptureIndex(digit - b'0');
        let index = usize::from(digit).checked_sub(usize::from(b'1'));
        let known = index.filter(|index| *index < self.level).ok_or(unknown)?;
        let Capture { start, extent } = self.captures[known];
        let length = match extent {
            Extent::Open => return Err(unknown),
            Extent::Position => return Ok(None),
            Extent::Length(length) => length,
        };
        self.spend(length / 16)?;
        let end = at + length;
        let same = self.text.get(at..end) == Some(&self.text[start..start + length]);
        Ok(same.then_some(end))
    }

    /// `%b()`.
    fn balanced(&mut self, at: usize, arguments: usize) -> Matched {
        let Some(&[open, close]) = self.pattern.get(arguments..arguments + 2) else {
            return Err(Fault::MissingBalanceArguments);
        };
        if self.text.get(at) != Some(&open) {
            return Ok(None);
        }
        let mut nested = 1;
        for place in at + 1..self.text.len() {
            self.spend(1)?;
            let byte = self.text[place];
            if byte == close {
                nested -= 1;
                if nested == 0 {
                    return Ok(Some(place + 1));
                }
            } else if byte == open {
                nested += 1;
            }
        }
        Ok(None)
    }

    /// The place after the item that begins here, without its suffix.
    fn item_end(&mut self, item: usize) -> Result<usize, Fault> {
        match self.pattern[item] {
            b'%' if item + 1 == self.pattern.len() => Err(Fault::EndsWithPercent),
            b'%' => Ok(item + 2),
            b'[' => {
                let mut place = item + 1;
                if self.pattern.get(place) == Some(&b'^') {
                    place += 1;
                }
                let begin = place;
                // A bracket in the first place stands for itself.
                loop {
                    match self.pattern.get(place) {
                        None => return Err(Fault::MissingBracket),
                        Some(b'%') if place + 1 < self.pattern.len() => place += 2,
                        Some(_) => place += 1,
                    }
                    if self.pattern.get(place) == Some(&b']') {
                        self.spend((place - begin) / 8)?;
                        return Ok(place + 1);
                    }
                }
            }
            _ => Ok(item + 1),
        }
    }

    /// Whether the byte at a place fits the item between two places of the pattern.
    fn fits(&mut self, at: usize, item: usize, end: usize) -> Result<bool, Fault> {
        let Some(&byte) = self.text.get(at) else {
            return Ok(false);
        };
        match self.pattern[item] {
            b'.' => Ok(true),
            b'%' => Ok(in_class(byte, self.pattern[item + 1])),
            b'[' => self.in_set(byte, item, end),
            plain => Ok(plain == byte),
        }
    }

    fn in_set(&mut self, byte: u8, set: usize, end: usize) -> Result<bool, Fault> {
        let mut members = &self.pattern[set + 1..end - 1];
        self.spend(members.len() / 8)?;
        let mut wanted = true;
        if let [b'^', rest @ ..] = members {
            (wanted, members) = (false, rest);
        }
        loop {
            let (fits, rest) = match members {
                [] => return Ok(!wanted),
                [b'%', class, rest @ ..] => (in_class(byte, *class), rest),
                [low, b'-', high, rest @ ..] => ((*low..=*high).contains(&byte), rest),
                [plain, rest @ ..] => (*plain == byte, rest),
            };
            if fits {
                return Ok(wanted);
            }
            members = rest;
        }
    }
}

/// Whether a byte is in the class that a letter names; a capital letter names all others.
fn in_class(byte: u8, class: u8) -> bool {
    let inside = match class.to_ascii_lowercase() {
        b'a' => byte.is_ascii_alphabetic(),
        b'c' => byte.is_ascii_control(),
        b'd' => byte.is_ascii_digit(),
        b'g' => byte.is_ascii_graphic(),
        b'l' => byte.is_ascii_lowercase(),
        b'p' => byte.is_ascii_punctuation(),
        b's' => matches!(byte, b' ' | b'\t'..=b'\r'),
        b'u' => byte.is_ascii_uppercase(),
        b'w' => byte.is_ascii_alphanumeric(),
        b'x' => byte.is_ascii_hexdigit(),
        // Not in the manual any more, and still understood.
        b'z' => byte == 0,
        _ => return class == byte,
    };
    inside != class.is_ascii_uppercase()
}
