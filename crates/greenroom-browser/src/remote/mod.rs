//! Browsers that run elsewhere: which there are, how one is had, and how it is let go of.
//!
//! Neither Selenium Grid nor the DevTools protocol knows who asks: whoever reaches their ports
//! drives their browsers. They belong into a private network, and so does the proxy through which
//! their pages reach the stage.

mod address;
mod devtools;
mod elsewhere;
mod endings;
mod grid;
pub(crate) mod heartbeat;
mod http;
mod named;
mod orphans;
mod place;
mod pool;

pub use address::Unusable;
pub use named::{ProxyAddress, RemoteOptions};
pub use place::PlaceHealth;

pub(crate) use elsewhere::Elsewhere;
pub(crate) use endings::Endings;
pub(crate) use pool::{Pool, Search};
