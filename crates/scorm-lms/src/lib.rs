//! What real LMSs do around the standard.
//!
//! The engine (`scorm-runtime`, `scorm-session`) is by the book and knows no LMS. This crate is the
//! layer around it, in four parts:
//!
//! * [`profile`]: the parameters of an LMS as types, and [`PROFILES`], one declaration per LMS with
//!   the source of every value. [`find`] takes a name or an alias (`generic` is `standard`).
//! * [`Client`]: the LMS's code in the page. It answers calls as that LMS does (numbers, `undefined`,
//!   exceptions), decides what is sent and how ([`Network`], [`Request`]), and is told what became
//!   of it ([`Client::answered`]), what time it is ([`Client::timer`]) and what happens to the LMS's
//!   own page ([`Client::page_event`]).
//! * [`Record`]: the LMS's server. What arrived is folded into what is stored; status, score, grade
//!   and completion follow from it by the LMS's rules, as does what the next launch gets.
//! * [`verify`]: replays measured call sequences against a profile and says where it differs.
//!
//! Pure: no clock, no I/O; it builds for `wasm32-unknown-unknown`. Without the feature `verify` it
//! does not contain the engine, and the profiles `standard` and `strict` have no client: pages use
//! the engine itself for them.
#![warn(missing_docs, clippy::disallowed_methods)]

mod client;
mod launch;
mod moment;
mod network;
mod pattern;
pub mod profile;
mod profiles;
mod record;
mod time;
mod value;
#[cfg(feature = "verify")]
pub mod verify;

pub use client::{Called, Client, Thrown};
pub use launch::{Launch, Learner};
pub use moment::{Moment, PageEvent, Phase};
pub use network::{Body, Kind, Network, Outcome, Request, Via};
pub use profile::{Profile, Sourced, Version};
pub use profiles::{PROFILES, find};
pub use record::{Completion, Grade, LastWords, Lost, Next, Record};
pub use value::JsValue;
