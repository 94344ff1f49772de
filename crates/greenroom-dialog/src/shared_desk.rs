//! The seam of the desk. A server by itself has none; in a cluster what the desk keeps is also where
//! other servers find it, so that one of them goes on with the questions when this one is gone.

use std::fmt::Debug;
use std::io;
use std::path::Path;

/// Where a desk keeps what it keeps, beside its folder. All functions block.
pub trait SharedDesk: Debug + Send + Sync {
    /// Keeps a line; refused once the desk is another server's.
    fn append(&self, line: &[u8]) -> io::Result<()>;

    /// Keeps these lines in the place of all.
    fn replace(&self, lines: &[u8]) -> io::Result<()>;

    /// A file of the desk was written. Does not wait until others have it.
    fn publish(&self, file: &Path);
}
