//! This server as one of several.
//!
//! Any server takes any call. One that names a session is made on the server that has it, by one
//! hop; a session that nobody has is taken and gone on with. `greenroom-cluster` keeps what all have.

mod forwarding;
mod hosting;
mod link;
mod mcp_sessions;
mod member;
mod options;
mod taking_over;
mod wire;

pub(crate) use member::{Member, MemberCompany, Rooms};
pub(crate) use options::ClusterOptions;
