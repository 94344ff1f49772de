//! People at a course that an agent plays: they look on, and lend a hand.

mod acts;
mod driving;
mod forwarding;
mod reachable;

pub use reachable::be_reachable;
