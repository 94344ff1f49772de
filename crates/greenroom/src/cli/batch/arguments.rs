//! The arguments of `greenroom batch`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use greenroom_batch::{Kind, Shard};
use serde_json::{Value, json};

use super::super::check::HowToCheck;
use crate::start::StartError;

/// Ask one question about thousands of packages
///
/// Exit code 0: all passed; 1: findings; 2: something could not be judged.
/// Packages that have not changed since they were judged with the same settings by the same version are not judged again. A batch that was interrupted goes on where it was when the same command is given again.
#[derive(Debug, Args)]
pub(crate) struct BatchCommand {
    #[command(subcommand)]
    pub(super) question: Question,
}

#[derive(Debug, Subcommand)]
pub(super) enum Question {
    /// What does lint find?
    Check {
        #[command(flatten)]
        batch: BatchOptions,
        #[command(flatten)]
        how: HowToCheck,
    },
    /// Do the rehearsals pass?
    ///
    /// The rehearsals of a package lie beside it: those of `NAME` or `NAME.zip` in the folder `NAME-rehearsals`.
    Rehearse {
        #[command(flatten)]
        batch: BatchOptions,
        /// Play these with every package instead: a file or a folder
        #[arg(long, value_name = "FILE_OR_DIR")]
        rehearsals: Option<PathBuf>,
        /// LMS to play in
        #[arg(long, value_name = "NAME")]
        lms_profile: Option<String>,
    },
    /// Can a learner complete it?
    Explore {
        #[command(flatten)]
        batch: BatchOptions,
        /// Begin no act after this many seconds
        #[arg(long, value_name = "N", default_value_t = 120)]
        max_seconds: u64,
        /// Do at most this many acts
        #[arg(long, value_name = "N", default_value_t = 2000)]
        max_acts: u64,
        /// Seed of the choices
        #[arg(long, value_name = "N", default_value_t = 0)]
        seed: u32,
        /// LMS to play in
        #[arg(long, value_name = "NAME")]
        lms_profile: Option<String>,
    },
    /// In which LMSs does it work?
    Lms {
        #[command(flatten)]
        batch: BatchOptions,
        /// Profiles, by name; those that were measured if not given
        #[arg(long = "lms", value_delimiter = ',', value_name = "NAME")]
        names: Vec<String>,
        /// Ways of leaving, by name; six if not given
        #[arg(long, value_delimiter = ',', value_name = "NAME")]
        ways: Vec<String>,
    },
}

/// What every question has.
#[derive(Debug, Args)]
pub(super) struct BatchOptions {
    /// Packages, folders of packages, @FILE or - for a list with one path a line, s3://BUCKET/PREFIX
    #[arg(required = true, value_name = "SOURCE")]
    pub(super) sources: Vec<String>,
    /// Judge so many packages at once [default: number of cores; 0 with --database]
    #[arg(long, value_name = "N")]
    pub(super) workers: Option<usize>,
    /// Write results to this file: .jsonl, .sarif or .html; may be given several times
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: Vec<PathBuf>,
    /// What is written to stdout [default: text]
    #[arg(long, value_enum)]
    pub(super) format: Option<FormatName>,
    /// Only this part of the packages, as in 2/3; a new package moves no other one
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,
    /// Judge packages again that have not changed
    #[arg(long)]
    pub(super) again: bool,
    /// How often a package is tried when worker or browser fail, or the time is up; findings are never tried again
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(super) attempts: u32,
    /// How long one try may take [default: 300; 1800 for lms]
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub(super) timeout: Option<u64>,
    /// Let workers of this database do it (`greenroom worker`)
    #[cfg(feature = "cluster")]
    #[arg(
        long,
        value_name = "postgres://…",
        env = "GREENROOM_DATABASE",
        hide_env_values = true
    )]
    pub(super) database: Option<String>,
    /// No progress, no summary
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// What is written to stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatName {
    /// A summary for people
    Text,
    /// One JSON object per package and line, as they are judged
    Jsonl,
    /// SARIF 2.1.0
    Sarif,
    /// A page for people
    Html,
}

impl FormatName {
    /// The form that a file's ending asks for.
    pub(super) fn of_file(path: &std::path::Path) -> Result<Self, StartError> {
        let ending = path.extension().unwrap_or_default().to_string_lossy();
        match ending.to_ascii_lowercase().as_str() {
            "jsonl" | "ndjson" => Ok(Self::Jsonl),
            "sarif" => Ok(Self::Sarif),
            "html" | "htm" => Ok(Self::Html),
            "txt" => Ok(Self::Text),
            _ => Err(StartError::Unusable(format!(
                "{}: its ending does not say what to write; use .jsonl, .sarif, .html or .txt",
                path.display()
            ))),
        }
    }
}

impl Question {
    pub(super) fn options(&self) -> &BatchOptions {
        match self {
            Self::Check { batch, .. }
            | Self::Rehearse { batch, .. }
            | Self::Explore { batch, .. }
            | Self::Lms { batch, .. } => batch,
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Check { .. } => Kind::Check,
            Self::Rehearse { .. } => Kind::Rehearse,
            Self::Explore { .. } => Kind::Explore,
            Self::Lms { .. } => Kind::Lms,
        }
    }

    /// How long one try takes at most.
    pub(super) fn timeout(&self) -> u64 {
        let usual = match self {
            Self::Check { .. } | Self::Rehearse { .. } => 300,
            Self::Explore { max_seconds, .. } => max_seconds.saturating_add(180),
            Self::Lms { .. } => 1800,
        };
        self.options().timeout.unwrap_or(usual)
    }

    /// What a worker must know, wherever it runs. Paths are absolute, for others to find them.
    pub(super) fn settings(&self) -> Result<Value, StartError> {
        let whole = |path: &Option<PathBuf>| path.as_ref().map(std::path::absolute).transpose();
        Ok(match self {
            Self::Check { how, .. } => {
                let mut how = how.clone();
                how.settings = whole(&how.settings)?;
                how.baseline = whole(&how.baseline)?;
                json!(how)
            }
            Self::Rehearse {
                rehearsals,
                lms_profile,
                ..
            } => json!({"rehearsals": whole(rehearsals)?, "lms_profile": lms_profile}),
            Self::Explore {
                max_seconds,
                max_acts,
                seed,
                lms_profile,
                ..
            } => {
                let mut arguments =
                    json!({"max_seconds": max_seconds, "max_acts": max_acts, "seed": seed});
                if let Some(profile) = lms_profile {
                    arguments["lms_profile"] = json!(profile);
                }
                arguments
            }
            Self::Lms { names, ways, .. } => json!({"lms": names, "ways": ways}),
        })
    }
}
