//! Finds the faults of a SCORM package: rules, findings, fixes, score.
//!
//! [`lint`] runs [`RULES`] over the [`Files`] of a package and gives [`Finding`]s with place,
//! reason and, where there is one, a [`Fix`]. It never fails: a broken package is what it is for.
//! [`fix()`] applies fixes to a copy until nothing changes, [`score()`] turns findings into one
//! number, [`rules_md`] and [`explain`] print what the rules say about themselves.
//!
//! A rule lives in a file of its own under `rules/<family>/`, with its documentation; see
//! [`Rule`]. Where the manifest leaves the XML schemas is found by one interpreter over the tables
//! in `content_model`, and each kind of fault is again a rule.
#![warn(missing_docs, clippy::disallowed_methods)]

mod activity;
mod adl;
mod baseline;
mod browser_target;
mod content_model;
mod context;
mod docs;
mod extract;
mod files;
mod finding;
mod fingerprint;
mod fix;
mod fnv;
mod href;
mod lint;
mod lms_profile;
mod named;
mod namespaces;
mod rule;
mod rules;
mod score;
mod script;
mod script_report;
mod settings;
mod style;
mod suggestion;
mod suppression;
mod watch;

pub use baseline::Baseline;
pub use browser_target::{Browser, BrowserTarget};
pub use context::LintCx;
pub use docs::{explain, find_rule, rules_md};
pub use files::{FileEntry, Files, MemoryFiles};
pub use finding::{Edit, Finding, Findings, Fix, MANIFEST, Place};
pub use fix::{Fixed, fix, fix_by, unified_diff};
pub use lint::{Report, lint, lint_each, lint_watched};
pub use lms_profile::{LmsProfile, PROFILES, PlayedVersions, Sourced};
pub use rule::{Applicability, Category, Level, Rule, Severity};
pub use rules::RULES;
pub use score::{Score, ScoreEntry, score};
pub use script_report::{ScanDepth, ScriptReport, ScriptScan, lint_scripts};
pub use settings::{Device, PathIgnore, Selector, Settings, Thresholds, WcagLevel};
pub use watch::{Obstacle, Unwatched, Watch, Work};
