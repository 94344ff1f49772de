//! What the player is given: events of the server to carry out, and the first of them.

use serde::Serialize;

/// An event that the server made; the page carries it out, and says when it happened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Order {
    pub ticket: u64,
    /// The event as JSON.
    pub event: String,
}

/// What the player begins with.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlayerStart<'a> {
    /// The key of the journal.
    pub key: &'a str,
    /// The key of the LMS's saves; empty without an LMS.
    pub lms_key: &'a str,
    /// The event that begins the session.
    pub launch: &'a Order,
}
