//! A course that plays: its page, its engine and its journal together, and what its pages show.
//!
//! [`course`] opens a course in the browser, keeps its record and closes it again; [`page`] reads
//! and acts on what it shows; `hands` are those of people at a course of an agent; [`script`] carries out written steps, and [`rehearsal`] runs whole
//! rehearsals; [`trace_file`] makes one file of a session, which anybody can look at. Each of these
//! folders uses only those before it.

pub mod course;
mod error;
mod hands;
pub mod page;
pub mod rehearsal;
pub mod script;
pub mod trace_file;

pub use error::{Fault, StageError};
pub use hands::be_reachable;
