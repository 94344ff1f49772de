//! Settings: `config.toml` in the data directory. Unknown keys are an error at start.

use std::path::Path;
use std::time::Duration;

use greenroom_report::ValidationSettings;
use greenroom_stage::course::project::ResumeConfig;

pub use greenroom_browser::{ProxyAddress, RemoteOptions, Unusable};
pub use greenroom_human::DialogsConfig;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// All settings. A call's own parameters win over them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    pub tools: ToolsConfig,
    pub output: OutputConfig,
    pub errors: ErrorsConfig,
    pub limits: Limits,
    pub browser: BrowserConfig,
    pub dialogs: DialogsConfig,
    pub resume: ResumeConfig,
    /// Defaults for the `settings` parameter of the validation tools.
    pub validation: ValidationSettings,
}

/// Where courses play.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BrowserConfig {
    /// The `ws://` debugger address of a browser that runs already; the same as `pool = "connect=…"`.
    pub connect: Option<String>,
    /// Browsers that run elsewhere: `grid=http://HOST:4444` or `connect=http://HOST:9222,…`.
    pub pool: Option<String>,
    /// Courses that play at once at each address of the pool.
    pub pool_limit: usize,
    /// Seconds to wait for a browser of the pool that is free.
    pub pool_wait_seconds: u64,
    /// `IP:PORT` where browsers of the pool reach this server, `IP:PORT=HOST:PORT` if they do so under another name; without it any port of the address that faces them.
    pub proxy_address: Option<String>,
    /// What a Grid is asked for beside Chromium, such as `browserName` or `platformName`.
    pub capabilities: serde_json::Map<String, serde_json::Value>,
}

impl Default for BrowserConfig {
    fn default() -> Self {
        Self {
            connect: None,
            pool: None,
            pool_limit: 8,
            pool_wait_seconds: 30,
            proxy_address: None,
            capabilities: serde_json::Map::new(),
        }
    }
}

impl BrowserConfig {
    /// The browsers elsewhere that courses play in; none if they are started here.
    pub fn remote(&self) -> Result<Option<RemoteOptions>, Unusable> {
        let Some(named) = self.pool.as_ref().or(self.connect.as_ref()) else {
            return Ok(None);
        };
        let mut options = RemoteOptions::parse(named)?;
        options.per_address = self.pool_limit;
        options.wait = Duration::from_secs(self.pool_wait_seconds);
        if let Some(address) = &self.proxy_address {
            options.proxy = ProxyAddress::parse(address)?;
        }
        options.capabilities.clone_from(&self.capabilities);
        Ok(Some(options))
    }
}

/// Which tools are offered.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ToolsConfig {
    /// Name patterns (`*` stands for any characters); a match is not offered.
    pub disable: Vec<String>,
}

/// How results look.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct OutputConfig {
    /// The text block of a result: the whole envelope, or one line for people.
    pub text: TextForm,
    /// Pixels of the longer edge of a picture inside an answer.
    pub image_long_edge: u32,
    /// Bytes of a picture inside an answer.
    pub image_bytes: usize,
}

impl Default for OutputConfig {
    fn default() -> Self {
        Self {
            text: TextForm::Json,
            image_long_edge: 1568,
            image_bytes: 700_000,
        }
    }
}

/// What stands in the text block of a data result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextForm {
    /// The envelope.
    #[default]
    Json,
    /// The message for people.
    Summary,
}

/// How much failures say.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ErrorsConfig {
    /// Failures carry their facts in `details`.
    pub details: bool,
    /// `verbose` adds tool, request, duration and log file.
    pub diagnostics: Diagnostics,
}

impl Default for ErrorsConfig {
    fn default() -> Self {
        Self {
            details: true,
            diagnostics: Diagnostics::Normal,
        }
    }
}

/// Whether a failure's details also tell of the call: tool, request, duration, log file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Diagnostics {
    Normal,
    Verbose,
}

/// Limits; reaching one is LIMIT_EXCEEDED with the name of the setting.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limits {
    /// Open sessions.
    pub sessions: usize,
    /// Courses that are open in the browser at the same time.
    pub runtimes: usize,
    /// Milliseconds that a page may take to load.
    pub page_load_ms: u64,
    /// Milliseconds that an act waits for its element.
    pub act_ms: u64,
    /// Seconds that a call that acts waits for a person to give back, if its deadline is not earlier.
    pub busy_wait_seconds: u64,
    /// Seconds that a person who drives an agent's course may do nothing before the agent goes on.
    pub drive_idle_seconds: u64,
    /// Milliseconds that a script of `scorm_dom_evaluate` may run.
    pub evaluation_ms: u64,
    /// Milliseconds that the lint of a package may take, in a call that waits for it.
    pub lint_ms: u64,
    /// Bytes of a package as it is given.
    pub package_bytes: u64,
    /// Bytes of a package when it is unpacked.
    pub unpacked_bytes: u64,
    /// Entries of a zip.
    pub zip_entries: usize,
    /// How many times larger a zip may become.
    pub zip_ratio: u64,
    /// Memory of one page's scripts.
    pub renderer_memory_mb: u64,
    /// Of one session; a course that calls without end stops there.
    pub journal_bytes: u64,
    /// Session directories older than this are removed at start; 0 keeps all.
    pub retention_days: u64,
    /// At most this many session directories are kept at start; 0 keeps all.
    pub retention_sessions: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            sessions: 1000,
            runtimes: 32,
            page_load_ms: 30_000,
            act_ms: 5_000,
            busy_wait_seconds: 50,
            drive_idle_seconds: 120,
            evaluation_ms: 10_000,
            // The rest of a call's deadline is for reading the package and writing the report.
            lint_ms: 40_000,
            package_bytes: 2 << 30,
            unpacked_bytes: 4 << 30,
            zip_entries: 20_000,
            zip_ratio: 200,
            renderer_memory_mb: 1024,
            journal_bytes: 128 << 20,
            retention_days: 30,
            retention_sessions: 200,
        }
    }
}

/// Why the settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("{path}: {source}")]
    Unreadable {
        path: String,
        source: std::io::Error,
    },
    #[error("{path}: {source}")]
    Invalid {
        path: String,
        source: Box<toml::de::Error>,
    },
    #[error("browsers elsewhere: {0}")]
    Browsers(#[from] Unusable),
}

impl Config {
    /// Reads a settings file.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let shown = path.display().to_string();
        let text = std::fs::read_to_string(path).map_err(|source| ConfigError::Unreadable {
            path: shown.clone(),
            source,
        })?;
        let config: Self = toml::from_str(&text).map_err(|source| ConfigError::Invalid {
            path: shown,
            source: Box::new(source),
        })?;
        config.browser.remote()?;
        Ok(config)
    }

    /// Reads `config.toml` of the data directory; without one the defaults hold.
    pub fn of_directory(data_directory: &Path) -> Result<Self, ConfigError> {
        let path = data_directory.join("config.toml");
        if path.exists() {
            Self::read(&path)
        } else {
            Ok(Self::default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_override_defaults_one_by_one() {
        let config: Config =
            toml::from_str("[tools]\ndisable = [\"ui_*\"]\n[limits]\nsessions = 5\n").unwrap();
        assert_eq!(config.tools.disable, ["ui_*"]);
        assert_eq!((config.limits.sessions, config.limits.runtimes), (5, 32));
    }

    #[test]
    fn browsers_elsewhere_are_named_in_settings() {
        let text = "[browser]\npool = \"grid=http://grid:4444\"\npool_limit = 3\n\
                    proxy_address = \"0.0.0.0:8899=server:8899\"\n\
                    capabilities = { browserName = \"chromium\" }\n";
        let config: Config = toml::from_str(text).unwrap();
        let remote = config.browser.remote().unwrap().unwrap();
        assert_eq!((remote.per_address, remote.wait.as_secs()), (3, 30));
        assert_eq!(remote.capabilities["browserName"], "chromium");
        assert_eq!(Config::default().browser.remote(), Ok(None));
        let config: Config = toml::from_str("[browser]\npool = \"moon=http://x\"\n").unwrap();
        let error = config.browser.remote().unwrap_err().to_string();
        assert!(
            error.contains("moon=http://x") && error.contains("grid="),
            "{error}"
        );
    }

    #[test]
    fn an_unknown_key_is_named_with_its_place() {
        let error = toml::from_str::<Config>("[limits]\nsesions = 5\n")
            .unwrap_err()
            .to_string();
        assert!(
            error.contains("line 2") && error.contains("sesions"),
            "{error}"
        );
    }
}
