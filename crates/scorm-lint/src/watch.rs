//! Who watches a lint is told what it is at work on, and may have it leave that out.
//!
//! Packages are not trusted: code can be nested until the parser's stack overflows, or written to
//! keep it busy. Such an end cannot be caught where it happens. Whoever lints in a process of its
//! own learns from the last piece of work what ended it, and lints again without that piece.

use std::borrow::Cow;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde::{Deserialize, Serialize};

/// A piece of a lint that can be left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Work {
    /// A page, script or style sheet is read.
    File(String),
    /// A page that is too deep is read again, without its code.
    Markup(String),
    /// What the pages and scripts do together is found out.
    Scripts,
    /// A rule is run; its code.
    Rule(Cow<'static, str>),
}

/// Why a piece of work was left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obstacle {
    /// Larger than what is looked at; the limit in bytes.
    TooLarge(u64),
    /// The file cannot be read.
    Unreadable,
    /// Its code is nested more deeply than the parser can follow.
    TooDeep,
    /// It took longer than a file may.
    TooSlow,
    /// It needed more memory than a package may.
    TooMuchMemory,
    /// A fault of the linter itself, with what it said.
    Failed(String),
    /// Too many other pieces of the package ended in one of these ways.
    GivenUp,
    /// A rule has found so many more than are listed.
    TooMany(usize),
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge(limit) => write!(f, "larger than {} MiB", limit / 1024 / 1024),
            Self::Unreadable => f.write_str("cannot be read"),
            Self::TooDeep => f.write_str("nested too deeply"),
            Self::TooSlow => f.write_str("took too long"),
            Self::TooMuchMemory => f.write_str("needed too much memory"),
            Self::Failed(said) => write!(
                f,
                "the linter failed ({said}); this is a fault of Greenroom, please report it"
            ),
            Self::TooMany(more) => write!(f, "{more} further findings are not listed"),
            Self::GivenUp => {
                f.write_str("too many other files of the package ended the examination")
            }
        }
    }
}

/// Watches a lint.
pub trait Watch {
    /// A piece of work is about to begin; an obstacle leaves it out.
    fn begin(&self, work: &Work) -> Result<(), Obstacle>;

    /// May code be parsed however deeply it is nested? Only if an overflow of the stack costs the
    /// watcher nothing.
    fn survives_overflow(&self) -> bool;

    /// How many findings of one rule are listed; the rest is counted. A hostile manifest can have
    /// hundreds of thousands, and all of them would be handed on.
    fn most_findings(&self) -> usize {
        usize::MAX
    }
}

/// Nobody watches: everything is done, and deep code is refused before it is parsed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn begin(&self, _work: &Work) -> Result<(), Obstacle> {
        Ok(())
    }

    fn survives_overflow(&self) -> bool {
        false
    }
}

/// Does a piece of work, unless the watcher leaves it out; a panic is its end, and not that of the
/// whole lint.
pub(crate) fn attempt<T>(
    watch: &dyn Watch,
    work: &Work,
    act: impl FnOnce() -> T,
) -> Result<T, Obstacle> {
    watch.begin(work)?;
    // Whoever changes something in `act` that outlives it puts it right when this fails.
    catch_unwind(AssertUnwindSafe(act)).map_err(|panic| {
        let said = panic
            .downcast_ref::<&str>()
            .copied()
            .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        Obstacle::Failed(said.unwrap_or("no reason given").to_owned())
    })
}
