//! Checking packages without a browser: what the validation tools and `greenroom check` share.
//!
//! [`PackageFiles`] lets lint read a package where it lies, [`Analysis`] is what it found, and
//! [`report`] turns that into pages and files. `AnalysisCache` remembers analyses by content.

mod activity_tree;
mod analysis;
mod cache;
pub mod examiner;
mod finding_record;
pub mod fixed_copy;
mod manifest_place;
mod package_files;
mod profile_settings;
pub mod report;
pub(crate) mod setting_names;
pub(crate) mod settings;
pub(crate) mod tool_run;
mod unused_memory;
mod verdicts;

pub use activity_tree::ActivityNode;
pub use analysis::Analysis;
pub(crate) use cache::AnalysisCache;
pub use finding_record::FindingRecord;
pub(crate) use finding_record::{
    LEFT_OUT_FIRST, MOST_FINDINGS, advice, error_line, listed, worst_first,
};
pub(crate) use manifest_place::ManifestPlaces;
pub use package_files::PackageFiles;
pub use profile_settings::ProfileSettings;
pub use setting_names::WcagName;
pub use settings::ValidationSettings;
pub(crate) use verdicts::Verdicts;
