//! What came of a batch, for programs and for people.
//!
//! Nothing here holds results: rows are written as they come, and what all of them say together is
//! counted.

mod html;
mod row;
mod sarif;
mod tally;
mod text;

pub use html::html;
pub use row::row;
pub use sarif::add_to_sarif;
pub use tally::{OfLms, OfRule, OfTool, Tally, Worst};
pub use text::text;
