//! Zip files: the directory read and checked by us, the data streamed.

mod directory;
mod stream;
mod table;

pub use stream::{EntryReader, open_entry, read_entry};
pub use table::{Compression, PackedData, read_table};
