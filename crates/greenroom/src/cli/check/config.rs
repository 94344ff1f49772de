//! `greenroom.toml`: how the packages below its folder are checked.
//!
//! A package cannot say how it is judged: only a file above it counts, or one that the caller names.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use greenroom_report::{ProfileSettings, WcagName};
use greenroom_stdx::IgnorePoison as _;
use scorm_lint::{Baseline, BrowserTarget, LmsProfile, PathIgnore, Selector};
use serde::Deserialize;

use super::arguments::{LevelName, SeverityName};

const FILE_NAME: &str = "greenroom.toml";

/// The settings of a project.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub(in crate::cli) struct ProjectConfig {
    pub(super) level: Option<LevelName>,
    pub(super) select: Vec<String>,
    pub(super) ignore: Vec<String>,
    pub(super) fail_on: Option<SeverityName>,
    pub(super) profile: Vec<String>,
    pub(super) wcag_level: Option<WcagName>,
    /// `safari 13.1` and the like.
    browsers: Vec<String>,
    /// More LMSs, by name.
    profiles: BTreeMap<String, ProfileSettings>,
    /// Relative to the file itself.
    baseline: Option<PathBuf>,
    /// Pattern of file names inside packages → rules.
    per_path_ignores: BTreeMap<String, Vec<String>>,
    /// Belongs to the UI platform, which reads and checks it by itself.
    #[serde(rename = "ui")]
    _ui: Option<toml::Table>,
    /// Says how courses are resumed when they are played.
    #[serde(rename = "resume")]
    _resume: Option<toml::Table>,
    #[serde(skip)]
    pub(in crate::cli) known: Option<Baseline>,
}

/// Why the settings of a project cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub(in crate::cli) struct ConfigError {
    path: PathBuf,
    fault: ConfigFault,
}

/// What is wrong with a file of settings, or with one that it names.
#[derive(Debug, thiserror::Error)]
enum ConfigFault {
    #[error(transparent)]
    Read(#[from] io::Error),
    #[error(transparent)]
    Parse(#[from] toml::de::Error),
    #[error("no browser is called {0}")]
    UnknownBrowser(String),
}

impl ConfigError {
    fn of<F: Into<ConfigFault>>(path: &Path) -> impl FnOnce(F) -> Self {
        |fault| Self {
            path: path.to_owned(),
            fault: fault.into(),
        }
    }
}

impl ProjectConfig {
    fn read(path: &Path) -> Result<Self, ConfigError> {
        let text = std::fs::read_to_string(path).map_err(ConfigError::of(path))?;
        let mut config: Self = toml::from_str(&text).map_err(ConfigError::of(path))?;
        if let Some(baseline) = &config.baseline {
            let file = path.with_file_name("").join(baseline);
            let text = std::fs::read_to_string(&file).map_err(ConfigError::of(&file))?;
            config.known = Some(Baseline::parse(&text));
        }
        if let Some(unknown) = config
            .browsers
            .iter()
            .find(|name| BrowserTarget::parse(name).is_none())
        {
            let fault = ConfigFault::UnknownBrowser(unknown.clone());
            return Err(ConfigError::of(path)(fault));
        }
        Ok(config)
    }

    /// The browsers that courses must run in.
    pub(super) fn browsers(&self) -> Vec<BrowserTarget> {
        let names = self.browsers.iter();
        names
            .filter_map(|name| BrowserTarget::parse(name))
            .collect()
    }

    /// The LMS profiles that the file adds.
    pub(super) fn own_profiles(&self) -> Vec<LmsProfile> {
        let profiles = self.profiles.iter();
        profiles.map(|(name, own)| own.profile(name)).collect()
    }

    /// The rules that are not reported in some files.
    pub(super) fn path_ignores(&self) -> Vec<PathIgnore> {
        let ignores = self.per_path_ignores.iter();
        ignores
            .map(|(pattern, rules)| PathIgnore {
                pattern: pattern.clone(),
                rules: rules.iter().cloned().map(Selector).collect(),
            })
            .collect()
    }
}

type Known = Result<Arc<ProjectConfig>, Arc<ConfigError>>;

/// The files that were read so far, each once.
pub(in crate::cli) struct Configs {
    /// The file that the caller names; it counts for all packages.
    named: Option<PathBuf>,
    files: Mutex<BTreeMap<PathBuf, Known>>,
}

impl Configs {
    pub(in crate::cli) fn new(named: Option<PathBuf>) -> Self {
        Self {
            named,
            files: Mutex::default(),
        }
    }

    /// The named file, else the nearest one above the package; the defaults without either.
    pub(super) fn of(&self, package: &Path) -> Known {
        let file = match &self.named {
            Some(named) => Some(named.clone()),
            None => nearest_above(package),
        };
        let Some(file) = file else {
            return Ok(Arc::default());
        };
        let mut files = self.files.lock().ignore_poison();
        let known = files
            .entry(file)
            .or_insert_with_key(|file| ProjectConfig::read(file).map(Arc::new).map_err(Arc::new));
        known.clone()
    }
}

/// The file in the folders above a package.
fn nearest_above(package: &Path) -> Option<PathBuf> {
    // `..` would lead through folders of the package itself.
    let leads_up = package
        .components()
        .any(|component| component == Component::ParentDir);
    let package = if leads_up {
        package.canonicalize()
    } else {
        std::path::absolute(package)
    };
    let package = package.ok()?;
    let folders = package.ancestors().skip(1);
    folders
        .map(|folder| folder.join(FILE_NAME))
        .find(|file| file.is_file())
}
