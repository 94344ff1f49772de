//! What to check and how strictly.

use std::collections::BTreeSet;

use scorm_package::ScormVersion;
use serde::{Deserialize, Serialize};

use crate::rule::ALL;
use crate::{BrowserTarget, Category, Level, LmsProfile, PROFILES, Rule};

/// The caller's choices. The default checks everything at the standard level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// How much is checked.
    pub level: Level,
    /// The categories that are checked.
    pub categories: BTreeSet<Category>,
    /// Only these rules, if there are any.
    pub select: Vec<Selector>,
    /// Never these rules.
    pub ignore: Vec<Selector>,
    /// Rules ignored in files whose name matches.
    pub path_ignores: Vec<PathIgnore>,
    /// The version to check against; none takes what the manifest says.
    pub version: Option<ScormVersion>,
    /// Whether the content files are at hand. Without them nothing is said about missing files.
    pub content_present: bool,
    /// Budgets of the performance rules.
    pub thresholds: Thresholds,
    /// Faults against the guidelines up to this level are errors, others notes. Without a level the
    /// rules decide.
    pub wcag_level: Option<WcagLevel>,
    /// Browsers that must be able to run the course. The current ones know all that is checked.
    pub browsers: Vec<BrowserTarget>,
    /// Devices that the course is for.
    pub devices: Vec<Device>,
    /// Names of the LMS profiles to check against.
    pub lms_profiles: Vec<String>,
    /// Profiles besides [`PROFILES`]; one of the same name replaces that.
    pub own_profiles: Vec<LmsProfile>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            level: Level::default(),
            categories: Category::ALL.iter().copied().collect(),
            select: Vec::new(),
            ignore: Vec::new(),
            path_ignores: Vec::new(),
            version: None,
            content_present: true,
            thresholds: Thresholds::default(),
            wcag_level: None,
            browsers: Vec::new(),
            devices: vec![Device::Desktop],
            lms_profiles: vec!["generic".to_owned()],
            own_profiles: Vec::new(),
        }
    }
}

impl Settings {
    /// Everything at `level`.
    pub fn at(level: Level) -> Self {
        Self {
            level,
            ..Self::default()
        }
    }

    /// The same settings for one category alone.
    #[must_use]
    pub fn of_category(&self, category: Category) -> Self {
        Self {
            categories: BTreeSet::from([category]),
            ..self.clone()
        }
    }

    /// Is the course for small screens too?
    pub(crate) fn is_for_small_screens(&self) -> bool {
        self.devices.iter().any(|device| *device != Device::Desktop)
    }

    /// The chosen LMS profiles, as far as they exist.
    pub fn profiles(&self) -> impl Iterator<Item = &LmsProfile> {
        let names = self.lms_profiles.iter();
        names.filter_map(|name| self.profile(name))
    }

    /// A chosen name that no profile has.
    pub fn unknown_profile(&self) -> Option<&str> {
        let mut names = self.lms_profiles.iter();
        let unknown = names.find(|name| self.profile(name).is_none());
        unknown.map(String::as_str)
    }

    /// The names of all profiles.
    pub fn profile_names(&self) -> Vec<&str> {
        let own = self.own_profiles.iter();
        let all = PROFILES.iter().chain(own);
        let names: BTreeSet<&str> = all.map(|profile| profile.name.as_ref()).collect();
        names.into_iter().collect()
    }

    fn profile(&self, name: &str) -> Option<&LmsProfile> {
        let mut all = self.own_profiles.iter().chain(PROFILES.iter());
        all.find(|profile| profile.is_called(name))
    }

    /// Does this rule run, for a package of this version?
    ///
    /// Rules that are selected run at every level; without a selection the level decides.
    pub fn runs(&self, rule: &Rule, version: ScormVersion) -> bool {
        let wanted = if self.select.is_empty() {
            rule.level <= self.level
        } else {
            self.select.iter().any(|selector| selector.matches(rule))
        };
        // Usually all categories are wanted.
        let every_category = self.categories.len() == Category::ALL.len();
        wanted
            && (rule.versions.len() == ALL.len() || rule.versions.contains(&version))
            && (every_category || self.categories.contains(&rule.category))
            && !self.ignores(rule)
    }

    /// Is the rule switched off by name?
    pub(crate) fn ignores(&self, rule: &Rule) -> bool {
        self.ignore.iter().any(|selector| selector.matches(rule))
    }
}

/// Names one rule by code or name, a family by its code prefix, or all by `ALL`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selector(pub String);

impl Selector {
    /// Is the rule meant?
    pub fn matches(&self, rule: &Rule) -> bool {
        let text = self.0.trim();
        let head = rule.code.get(..text.len());
        text.eq_ignore_ascii_case("all")
            || text == rule.name
            || (text.len() >= 3 && head.is_some_and(|head| head.eq_ignore_ascii_case(text)))
    }
}

/// Ignores rules below a path.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathIgnore {
    /// A file name, or a pattern with `*` for any characters.
    pub pattern: String,
    /// The rules that are not reported there.
    pub rules: Vec<Selector>,
}

impl PathIgnore {
    /// Does the pattern match this file name?
    pub fn matches(&self, name: &str) -> bool {
        wildcard(self.pattern.as_bytes(), name.as_bytes())
    }
}

/// `*` stands for any run of characters, `/` included. Linear with one point to come back to.
fn wildcard(pattern: &[u8], name: &[u8]) -> bool {
    let (mut at, mut in_pattern) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while at < name.len() {
        if pattern.get(in_pattern) == Some(&b'*') {
            star = Some((in_pattern, at));
            in_pattern += 1;
        } else if pattern.get(in_pattern) == Some(&name[at]) {
            at += 1;
            in_pattern += 1;
        } else if let Some((star_pattern, star_at)) = star {
            star = Some((star_pattern, star_at + 1));
            in_pattern = star_pattern + 1;
            at = star_at + 1;
        } else {
            return false;
        }
    }
    pattern[in_pattern..].iter().all(|&byte| byte == b'*')
}

/// Budgets; a finding tells the measured value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Thresholds {
    /// Milliseconds until a page is ready.
    pub load_ms: u32,
    /// Megabytes of the whole package.
    pub package_mb: f64,
    /// Megabytes of one file.
    pub file_mb: f64,
    /// Kilobytes of one picture.
    pub image_kb: f64,
    /// Requests of one page.
    pub requests: u32,
    /// Milliseconds of one API call.
    pub api_call_ms: u32,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            load_ms: 3000,
            package_mb: 100.0,
            file_mb: 25.0,
            image_kb: 500.0,
            requests: 100,
            api_call_ms: 50,
        }
    }
}

/// A kind of device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Device {
    /// Large screen and mouse.
    Desktop,
    /// Middle screen, fingers.
    Tablet,
    /// Small screen, fingers.
    Mobile,
}

/// Level of the Web Content Accessibility Guidelines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WcagLevel {
    /// A
    A,
    /// AA
    #[default]
    Aa,
    /// AAA
    Aaa,
}

#[cfg(test)]
mod tests {
    use super::wildcard;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, want) in [
            ("a.js", "a.js", true),
            ("a.js", "b/a.js", false),
            ("lib/*", "lib/x/y.js", true),
            ("*.min.js", "lib/x.min.js", true),
            ("*a*b", "xxaxxbxxb", true),
            ("*a*b", "xxaxxbxxc", false),
            ("*", "", true),
        ] {
            assert_eq!(
                wildcard(pattern.as_bytes(), name.as_bytes()),
                want,
                "{pattern} {name}"
            );
        }
    }
}
