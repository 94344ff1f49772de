//! The sequencing engine of a course: begin, start over.

pub(crate) mod init;
pub(crate) mod reset;
