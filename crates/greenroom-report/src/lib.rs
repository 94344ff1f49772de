//! What is wrong with a package or with a run of it, and every form in which that is reported.
//!
//! [`PackageFiles`] lets lint read a package where it lies, [`examiner`] runs the rules where a
//! hostile package can do no harm, and [`Analysis`] is what they found; [`AnalysisCache`] remembers
//! analyses by content. [`run`] holds what playing a course showed. [`ReportDocument`] joins both
//! into one report, and [`mod@format`] writes findings for machines.

mod activity_tree;
mod analysis;
mod cache;
pub mod document;
pub mod examiner;
pub mod excerpt;
mod finding_record;
pub mod fixed_copy;
pub mod format;
mod manifest_place;
mod package_files;
mod profile_settings;
pub mod run;
mod setting_names;
mod settings;
mod verdicts;

pub use activity_tree::ActivityNode;
pub use analysis::Analysis;
pub use cache::{AnalysisCache, Cache, stamp};
pub use document::ReportDocument;
pub use finding_record::{
    EditRecord, FindingRecord, FixRecord, LEFT_OUT_FIRST, MOST_FINDINGS, advice, error_line,
    listed, worst_first,
};
pub use manifest_place::ManifestPlaces;
pub use package_files::PackageFiles;
pub use profile_settings::ProfileSettings;
pub use setting_names::{DeviceName, LevelName, VersionName, WcagName};
pub use settings::{
    DEFAULT_LEVEL, Targets, ThresholdSettings, ValidationSettings, assessment, default_categories,
};
pub use verdicts::Verdicts;
