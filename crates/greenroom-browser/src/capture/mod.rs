//! Records of what pages said and asked for: bounded, with losses counted.

pub(crate) mod bounded;
mod console;
mod network;
mod request;
mod ring;
mod stack;
pub(crate) mod text;

pub use console::{ConsoleCategory, ConsoleLevel, ConsoleMessage};
pub(crate) use console::{ConsoleLog, ExceptionDetails};
pub(crate) use network::NetworkLog;
pub use request::{NetworkRequest, ResourceType};
pub use ring::Captured;
pub(crate) use ring::Ring;
