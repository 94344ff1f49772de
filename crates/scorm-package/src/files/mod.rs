//! The files of a package: names, sizes and where their bytes are.

mod collector;
mod limits;
mod path;
mod table;

pub use collector::Collector;
pub use limits::Limits;
pub use path::{PathFault, check_name, file_path};
pub use table::{EntryKind, FileEntry, FileTable};
