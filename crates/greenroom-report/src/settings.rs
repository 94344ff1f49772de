//! The `settings` of validation calls and of `config.toml`, and what they mean for lint.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use scorm_lint::{BrowserTarget, Category, Device, Level, Settings, WcagLevel};
use serde::Deserialize;

use super::ProfileSettings;
use super::setting_names::{DeviceName, LevelName, WcagName};

/// How packages are judged. What is not given falls back to `config.toml`, then to the default.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ValidationSettings {
    /// How strict the checks are
    pub compliance_level: Option<LevelName>,
    /// Level of the accessibility checks
    pub wcag_level: Option<WcagName>,
    pub thresholds: ThresholdSettings,
    pub targets: Targets,
    /// LMSs that the package is judged for
    pub lms_profiles: Option<Vec<String>>,
    /// More LMSs, by name
    pub profiles: BTreeMap<String, ProfileSettings>,
}

/// From which measure on a performance finding is reported.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ThresholdSettings {
    /// Milliseconds until a page has loaded
    pub load_ms: Option<u32>,
    /// Megabytes of the package
    pub package_mb: Option<f64>,
    /// Megabytes of one file
    pub file_mb: Option<f64>,
    /// Kilobytes of one picture
    pub image_kb: Option<f64>,
    /// Requests of one page
    pub requests: Option<u32>,
    /// Milliseconds of one API call
    pub api_call_ms: Option<u32>,
}

/// Where a course must run.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Targets {
    /// chrome, edge, firefox, safari or ie, with the oldest version: safari 13.1
    pub browsers: Option<Vec<String>>,
    /// Kinds of screens
    pub devices: Option<Vec<DeviceName>>,
}

/// How much a package is checked for when nobody says so, in a shell as in a report.
pub const DEFAULT_LEVEL: Level = Level::Standard;

/// What is checked when nobody says so: everything, and an LMS only where one is named.
pub fn default_categories(names_lms: bool) -> impl Iterator<Item = Category> {
    let all = Category::ALL.iter().copied();
    all.filter(move |category| names_lms || *category != Category::LmsCompatibility)
}

/// The categories of a validation that nobody narrows; the others are checked when asked for.
const CORE_CATEGORIES: &[Category] = &[
    Category::Manifest,
    Category::Files,
    Category::Structure,
    Category::Sequencing,
    Category::ApiUsage,
    Category::ParentDom,
    Category::Content,
    Category::Metadata,
];

/// The settings of an assessment: strict unless said otherwise, the core and what is asked for.
pub fn assessment(
    chosen: &ValidationSettings,
    level: Option<LevelName>,
    more: &[Category],
) -> Settings {
    let categories = CORE_CATEGORIES.iter().chain(more).copied();
    let mut settings = chosen.for_lint(level, Level::Strict, categories);
    // Whoever asks for accessibility wants to know whether a level is reached.
    if more.contains(&Category::Accessibility) {
        settings.wcag_level.get_or_insert(WcagLevel::Aa);
    }
    settings
}

impl ValidationSettings {
    /// These settings, completed by others.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let (own, others) = (&self.thresholds, &other.thresholds);
        Self {
            compliance_level: self.compliance_level.or(other.compliance_level),
            wcag_level: self.wcag_level.or(other.wcag_level),
            thresholds: ThresholdSettings {
                load_ms: own.load_ms.or(others.load_ms),
                package_mb: own.package_mb.or(others.package_mb),
                file_mb: own.file_mb.or(others.file_mb),
                image_kb: own.image_kb.or(others.image_kb),
                requests: own.requests.or(others.requests),
                api_call_ms: own.api_call_ms.or(others.api_call_ms),
            },
            targets: Targets {
                browsers: first(
                    self.targets.browsers.as_ref(),
                    other.targets.browsers.as_ref(),
                ),
                devices: {
                    let own = self.targets.devices.clone();
                    own.or_else(|| other.targets.devices.clone())
                },
            },
            lms_profiles: first(self.lms_profiles.as_ref(), other.lms_profiles.as_ref()),
            profiles: {
                let others = other.profiles.iter().chain(&self.profiles);
                let all = others.map(|(name, profile)| (name.clone(), profile.clone()));
                all.collect()
            },
        }
    }

    /// What lint is told. `level` is the call's own, which wins; `otherwise` is the tool's default.
    pub fn for_lint(
        &self,
        level: Option<LevelName>,
        otherwise: Level,
        categories: impl IntoIterator<Item = Category>,
    ) -> Settings {
        let level = level
            .or(self.compliance_level)
            .map_or(otherwise, Level::from);
        let mut settings = Settings {
            categories: categories.into_iter().collect(),
            ..Settings::at(level)
        };
        let (given, budget) = (&self.thresholds, &mut settings.thresholds);
        budget.load_ms = given.load_ms.unwrap_or(budget.load_ms);
        budget.package_mb = given.package_mb.unwrap_or(budget.package_mb);
        budget.file_mb = given.file_mb.unwrap_or(budget.file_mb);
        budget.image_kb = given.image_kb.unwrap_or(budget.image_kb);
        budget.requests = given.requests.unwrap_or(budget.requests);
        budget.api_call_ms = given.api_call_ms.unwrap_or(budget.api_call_ms);
        settings.wcag_level = self.wcag_level.map(WcagLevel::from);
        let browsers = self.targets.browsers.iter().flatten();
        settings.browsers = browsers
            .filter_map(|name| BrowserTarget::parse(name))
            .collect();
        if let Some(devices) = &self.targets.devices {
            settings.devices = devices.iter().copied().map(Device::from).collect();
        }
        if let Some(names) = &self.lms_profiles {
            settings.lms_profiles.clone_from(names);
        }
        let own = self.profiles.iter();
        settings.own_profiles = own.map(|(name, own)| own.profile(name)).collect();
        settings
    }
}

fn first(own: Option<&Vec<String>>, other: Option<&Vec<String>>) -> Option<Vec<String>> {
    own.or(other).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_wins_over_the_settings_file_and_that_over_the_default() {
        let call: ValidationSettings =
            serde_json::from_str(r#"{"thresholds": {"file_mb": 5}, "wcag_level": "AAA"}"#).unwrap();
        let file: ValidationSettings = toml::from_str(
            "compliance_level = \"pedantic\"\n[thresholds]\nfile_mb = 9\nimage_kb = 7\n",
        )
        .unwrap();
        let settings = call.or(&file).for_lint(None, Level::Standard, []);
        assert_eq!(settings.level, Level::Pedantic);
        assert_eq!(settings.wcag_level, Some(WcagLevel::Aaa));
        let budget = settings.thresholds;
        assert_eq!((budget.file_mb, budget.image_kb), (5.0, 7.0));
        let own = call
            .or(&file)
            .for_lint(Some(LevelName::Basic), Level::Standard, []);
        assert_eq!(own.level, Level::Basic);
    }
}
