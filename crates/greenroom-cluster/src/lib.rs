//! What the servers of a cluster share.
//!
//! [`Cluster`] is one server's place among them: a row with a lease that it renews. Sessions, their
//! lines and saved states are rows of PostgreSQL; uploads and artifacts are objects with a row that
//! says which one counts. [`HouseShare`] is one caller's part, and implements the seams of
//! `greenroom_store::shared`.
//!
//! Everything here runs on threads of its own: a lease must be renewed however busy the server is.

// For its features only: see Cargo.toml.
use reqwest as _;

mod appending;
mod cluster;
mod desk;
mod error;
mod files;
mod heartbeat;
mod house_share;
mod leases;
mod mcp_sessions;
mod objects;
mod places;
pub mod schema;
mod states;

pub use cluster::{Cluster, Joining, Losses, Lost};
pub use desk::DeskStay;
pub use error::ClusterError;
pub use house_share::HouseShare;
pub use leases::Whereabouts;
pub use places::Place;
