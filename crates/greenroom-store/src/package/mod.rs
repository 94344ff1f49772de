//! Packages on disk.
//!
//! [`SourcePackage`] is a folder or zip where the caller keeps it: checked and read, nothing
//! unpacked. [`OpenPackage`] is the package of a session: a folder with files that can be served.

mod course;
mod letter_case;
mod open;
mod refusal;
mod source;
mod unpack;
mod walk;

pub use course::CourseSummary;
pub use letter_case::find_ignoring_case;
pub use open::{OpenPackage, PackageFile};
pub use source::SourcePackage;
