//! Two versions of a course: what changed for learners, and whether one in the middle can go on.
//!
//! [`outline::compare`] looks at the manifests, [`files::compare`] at the files and the words on the
//! pages. [`going_on::try_out`] leaves the old version in the middle and comes back to the new one, in
//! the browser.

pub mod files;
pub mod going_on;
pub mod outline;
mod sequencing;
mod words;
