//! What playing a course showed: its calls, what is suspicious in them, and the evidence of a session.

pub mod anomalies;
pub mod call_analysis;
mod departed;
mod evidence;

pub use anomalies::{Anomaly, Visit};
pub use departed::{CLOSES_WINDOW, Departed, NAVIGATES_TOP};
pub use evidence::{Evidence, Played};
