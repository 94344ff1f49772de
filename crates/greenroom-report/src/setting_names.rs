//! The words that settings use.

use schemars::JsonSchema;
use scorm_lint::{Device, Level, WcagLevel};
use scorm_package::{Edition, ScormVersion};
use serde::Deserialize;

/// How much is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LevelName {
    Basic,
    Standard,
    Strict,
    Pedantic,
}

/// Level of the accessibility guidelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "UPPERCASE")]
pub enum WcagName {
    A,
    Aa,
    Aaa,
}

/// A kind of device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeviceName {
    Desktop,
    Tablet,
    Mobile,
}

/// The version to check against.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub enum VersionName {
    #[default]
    #[serde(rename = "auto")]
    Auto,
    #[serde(rename = "1.2")]
    Scorm12,
    #[serde(rename = "2004_2nd")]
    Second,
    #[serde(rename = "2004_3rd")]
    Third,
    #[serde(rename = "2004_4th")]
    Fourth,
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

impl From<WcagName> for WcagLevel {
    fn from(name: WcagName) -> Self {
        match name {
            WcagName::A => Self::A,
            WcagName::Aa => Self::Aa,
            WcagName::Aaa => Self::Aaa,
        }
    }
}

impl From<DeviceName> for Device {
    fn from(name: DeviceName) -> Self {
        match name {
            DeviceName::Desktop => Self::Desktop,
            DeviceName::Tablet => Self::Tablet,
            DeviceName::Mobile => Self::Mobile,
        }
    }
}

impl From<VersionName> for Option<ScormVersion> {
    fn from(name: VersionName) -> Self {
        match name {
            VersionName::Auto => None,
            VersionName::Scorm12 => Some(ScormVersion::Scorm12),
            VersionName::Second => Some(ScormVersion::Scorm2004(Edition::Second)),
            VersionName::Third => Some(ScormVersion::Scorm2004(Edition::Third)),
            VersionName::Fourth => Some(ScormVersion::Scorm2004(Edition::Fourth)),
        }
    }
}
