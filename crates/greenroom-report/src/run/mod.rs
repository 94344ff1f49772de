//! What playing a course showed: its calls, what is suspicious in them, and the evidence of a session.

pub mod anomalies;
mod api_call;
pub mod call_analysis;
mod departed;
mod evidence;

pub use anomalies::{Anomaly, Visit};
pub use api_call::{ApiCall, Kind};
pub use departed::{CLOSES_WINDOW, Departed, NAVIGATES_TOP};
pub use evidence::{Evidence, Played};
