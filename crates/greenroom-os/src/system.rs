//! Which system this is, for what differs in its words and places only.

/// Systems that differ in where programs lie and what they are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    MacOs,
    Windows,
    /// Linux, and what is like it.
    Linux,
}

/// The system that this program was built for.
pub const SYSTEM: System = if cfg!(target_os = "macos") {
    System::MacOs
} else if cfg!(windows) {
    System::Windows
} else {
    System::Linux
};
