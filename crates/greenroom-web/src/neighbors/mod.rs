//! Processes of one user at the same courses: a workbench shows and drives what another one plays.
//!
//! The client of an agent starts a server of its own, while the person has the workbench in another
//! process. Whoever plays listens on loopback ([`Reachable`]) and announces port and secret in a
//! file of its user; whoever looks connects ([`Neighbors`]). So a process that plays need know of no
//! workbench: they come, go and change as they like, and it goes on.
//!
//! - When a workbench is gone, its pages count as left: a person who drove gives back by themselves,
//!   unless the page comes back over another workbench in time.
//! - When the process that plays is gone, its sessions are over, and nobody waits for it.
//! - Between versions that do not understand each other sessions can be looked at, and no more.
//! - The secret lets in who may see and drive; it answers no question, and no page has it.

mod client;
mod connection;
mod known;
mod mirror;
mod neighbor;
mod reachable;
mod telling;
mod visit;
mod wire;

pub use client::Neighbors;
pub use reachable::{Played, Reachable};
pub use wire::Seated;

use crate::gate::Token;
use serde::{Deserialize, Serialize};

/// What both sides must agree on. It counts up when an older side would not understand the newer.
const PROTOCOL: u32 = 1;

/// The path of the socket.
const PATH: &str = "/neighbor";

/// How a process can be reached.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Announcement {
    protocol: u32,
    /// Of Greenroom, for people.
    version: String,
    port: u16,
    secret: String,
}

impl Announcement {
    fn new(port: u16, secret: &Token) -> Self {
        Self {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            port,
            secret: secret.reveal().to_owned(),
        }
    }
}
