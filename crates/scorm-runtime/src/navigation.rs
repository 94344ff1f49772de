//! Navigation requests of a SCO, and the question whether one would be honored.

/// A request that a SCO makes through `adl.nav.request`, or asks about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentRequest<'a> {
    /// `continue`
    Continue,
    /// `previous`
    Previous,
    /// `{target=…}choice`, with the item identifier
    Choice(&'a str),
    /// `{target=…}jump`, with the item identifier
    Jump(&'a str),
    /// `exit`
    Exit,
    /// `exitAll`
    ExitAll,
    /// `abandon`
    Abandon,
    /// `abandonAll`
    AbandonAll,
    /// `suspendAll`
    SuspendAll,
}

/// The answer of `adl.nav.request_valid.*`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Validity {
    /// The request would be honored.
    True,
    /// The request would be refused.
    False,
    /// The LMS cannot tell.
    Unknown,
}

impl Validity {
    /// The token as a SCO reads it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::True => "true",
            Self::False => "false",
            Self::Unknown => "unknown",
        }
    }
}

/// Who knows whether a navigation request would be honored: the sequencer.
///
/// It is asked only when a SCO reads `adl.nav.request_valid.*`, and only about `Continue`,
/// `Previous`, `Choice` and `Jump`.
pub trait NavigationOracle {
    /// Whether the request would be honored now.
    fn request_valid(&self, request: ContentRequest<'_>) -> Validity;
}

/// Nobody to ask: every request is `unknown`.
impl NavigationOracle for () {
    fn request_valid(&self, _: ContentRequest<'_>) -> Validity {
        Validity::Unknown
    }
}

impl<F: Fn(ContentRequest<'_>) -> Validity> NavigationOracle for F {
    fn request_valid(&self, request: ContentRequest<'_>) -> Validity {
        self(request)
    }
}
