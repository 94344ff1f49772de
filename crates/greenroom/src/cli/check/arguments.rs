//! The arguments of `greenroom check`.

use std::path::PathBuf;

use clap::ValueEnum;
use greenroom_batch::Shard;
use scorm_lint::{Baseline, Level, Severity};
use serde::{Deserialize, Serialize};

use crate::start::StartError;

/// Find the faults of packages before an LMS sees them
///
/// Exit code 0: nothing at or above --fail-on; 1: findings; 2: something could not be read.
/// The nearest `greenroom.toml` in a folder above a package holds defaults; one inside the package does not count. Its keys: level, select, ignore, fail-on, profile, baseline, wcag-level, browsers, [per-path-ignores] and [profiles.NAME].
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CheckArguments {
    /// Packages: folders with imsmanifest.xml, zip files, or folders that hold either
    #[arg(required = true, value_name = "PATH")]
    pub(super) paths: Vec<PathBuf>,
    /// How findings are written
    #[arg(long, value_enum, default_value_t = FormatName::Text)]
    pub(super) format: FormatName,
    #[command(flatten)]
    pub(super) how: HowToCheck,
    /// Write fixed copies into the folder of --output; the packages themselves are never changed
    #[arg(long)]
    pub(super) fix: bool,
    /// Where --fix puts the copies
    #[arg(long, value_name = "DIR", default_value = "greenroom-fixed")]
    pub(super) output: PathBuf,
    /// Print what --fix would change as a diff, instead of findings
    #[arg(long, conflicts_with_all = ["fix", "format"])]
    pub(super) diff: bool,
    /// Write the findings into this file, for --baseline
    #[arg(long, value_name = "FILE")]
    pub(super) write_baseline: Option<PathBuf>,
    /// Check only this part of the packages, as in 2/3; a new package moves no other one
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    /// Threads; 0 takes all cores
    #[arg(long, default_value_t = 0)]
    pub(super) jobs: usize,
    /// No summary, no progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// What decides about a package, wherever it is checked.
#[derive(Clone, Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct HowToCheck {
    /// How much is checked [default: standard]
    #[arg(long, value_enum)]
    pub(super) level: Option<LevelName>,
    /// Run only these rules: codes, prefixes of codes, names
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(super) select: Vec<String>,
    /// Leave these rules out
    #[arg(long, value_delimiter = ',', value_name = "RULES")]
    pub(super) ignore: Vec<String>,
    /// Judge for this LMS too
    #[arg(long, value_name = "LMS")]
    pub(super) profile: Vec<String>,
    /// Take the settings of this file instead of the nearest greenroom.toml above each package
    #[arg(long, value_name = "FILE")]
    pub(crate) settings: Option<PathBuf>,
    /// Fail on findings of this severity or worse [default: error]
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(super) fail_on: Option<SeverityName>,
    /// Leave out the findings that this file lists
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
}

impl HowToCheck {
    /// The accepted findings of `--baseline`.
    pub(crate) fn read_baseline(&self) -> Result<Option<Baseline>, StartError> {
        let read = |path: &PathBuf| {
            std::fs::read_to_string(path)
                .map(|text| Baseline::parse(&text))
                .map_err(|error| StartError::Unreadable {
                    path: path.clone(),
                    error,
                })
        };
        self.baseline.as_ref().map(read).transpose()
    }
}

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormatName {
    /// For a terminal
    Text,
    /// One JSON document
    Json,
    /// One JSON object per finding and line
    Jsonl,
    /// SARIF 2.1.0
    Sarif,
    /// Annotations of GitHub workflows
    Github,
    /// JUnit XML
    Junit,
    /// A page for people
    Html,
}

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LevelName {
    /// What stops import or launch
    Basic,
    /// And conformance errors and likely mistakes
    Standard,
    /// And all that the standard demands
    Strict,
    /// And style
    Pedantic,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Basic => Self::Basic,
            LevelName::Standard => Self::Standard,
            LevelName::Strict => Self::Strict,
            LevelName::Pedantic => Self::Pedantic,
        }
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SeverityName {
    Info,
    Warning,
    Error,
    Fatal,
}

impl From<SeverityName> for Severity {
    fn from(name: SeverityName) -> Self {
        match name {
            SeverityName::Info => Self::Info,
            SeverityName::Warning => Self::Warning,
            SeverityName::Error => Self::Error,
            SeverityName::Fatal => Self::Fatal,
        }
    }
}
