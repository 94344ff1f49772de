//! `system_health`: health and environment of this server.

use std::fmt;
use std::time::Duration;

use greenroom_browser::{BrowserInfo, ContextOptions, LaunchOptions, PlaceHealth};
use greenroom_store::DataDir;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::Limits;
use crate::{Cx, Effect, ErrorCode, Reply, Tool, ToolError, VERSION};

pub(crate) struct SystemHealth;

/// Report health and environment of the server
///
/// Returns status ok/degraded/failing, the environment, and issues each with its fix.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SystemHealthParams {
    /// Also start a browser and load a page
    #[serde(default)]
    deep: bool,
}

#[derive(Serialize, JsonSchema)]
pub(crate) struct SystemHealthOutput {
    status: Status,
    version: &'static str,
    uptime_ms: u64,
    browser: BrowserHealth,
    sessions: Sessions,
    /// Resident memory of this process
    memory_bytes: Option<u64>,
    disk: Disk,
    log_directory: String,
    cache: CacheHealth,
    #[schemars(with = "serde_json::Map<String, serde_json::Value>")]
    limits: Limits,
    issues: Vec<Issue>,
}

/// Version, sandbox and launch time are known once a browser runs.
#[derive(Default, Serialize, JsonSchema)]
struct BrowserHealth {
    found: bool,
    path: Option<String>,
    version: Option<String>,
    sandbox: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    launch_ms: Option<u64>,
    /// The addresses from which browsers elsewhere are had
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<serde_json::Map<String, serde_json::Value>>")]
    pool: Vec<PlaceHealth>,
}

#[derive(Serialize, JsonSchema)]
struct Sessions {
    open: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Ok,
    Degraded,
    Failing,
}

#[derive(Serialize, JsonSchema)]
struct Disk {
    data_directory: String,
    free_bytes: Option<u64>,
}

/// Analyses of packages that are remembered.
#[derive(Serialize, JsonSchema)]
struct CacheHealth {
    analyses: usize,
}

#[derive(Serialize, JsonSchema)]
struct Issue {
    code: &'static str,
    severity: Severity,
    message: String,
    fix: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Severity {
    /// Worth knowing; the status stays as it is.
    Info,
    Warning,
    Error,
}

impl fmt::Display for SystemHealthOutput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = format!("{:?}", self.status).to_lowercase();
        write!(
            f,
            "greenroom {}: {status}, {} issues",
            self.version,
            self.issues.len()
        )
    }
}

impl Tool for SystemHealth {
    const NAME: &'static str = "system_health";
    const TITLE: &'static str = "Health";
    const EFFECT: Effect = Effect::ReadOnly;
    const CORE: bool = true;
    const ORDERED: bool = false;
    const ERRORS: &'static [ErrorCode] = &[];
    type Params = SystemHealthParams;
    type Output = SystemHealthOutput;

    async fn run(cx: &Cx, params: Self::Params) -> Result<Reply<Self::Output>, ToolError> {
        let mut issues = Vec::new();
        let browser = browser_health(cx, params.deep, &mut issues).await;
        let data_dir = cx.sessions().data_dir().clone();
        let (free_bytes, left_behind) = cx
            .blocking(move || (free_bytes(data_dir.root()), left_behind(&data_dir)))
            .await?;
        issues.extend(free_bytes.and_then(nearly_full));
        issues.extend(left_behind);
        issues.extend(unwritable_log(cx));
        let gravest = |severity| issues.iter().any(|issue| issue.severity == severity);
        let status = if gravest(Severity::Error) {
            Status::Failing
        } else if gravest(Severity::Warning) {
            Status::Degraded
        } else {
            Status::Ok
        };
        let output = SystemHealthOutput {
            status,
            version: VERSION,
            uptime_ms: cx.uptime().as_millis() as u64,
            browser,
            sessions: Sessions {
                open: cx.sessions().list().len(),
            },
            memory_bytes: greenroom_os::memory::resident(),
            disk: Disk {
                data_directory: cx.data_directory().display().to_string(),
                free_bytes,
            },
            log_directory: cx.logs().directory.path().display().to_string(),
            cache: CacheHealth {
                analyses: cx.app.analyses.remembered(),
            },
            limits: cx.config().limits.clone(),
            issues,
        };
        Ok(output.into())
    }
}

/// What is known of the browser; `deep` starts one.
async fn browser_health(cx: &Cx, deep: bool, issues: &mut Vec<Issue>) -> BrowserHealth {
    if cx.app.plays_elsewhere() {
        return health_elsewhere(cx, deep, issues).await;
    }
    let program = match greenroom_browser::locate(None) {
        Ok(program) => program,
        Err(error) => {
            issues.push(Issue {
                code: "browser-missing",
                severity: Severity::Warning,
                message: error.to_string(),
                fix: ErrorCode::BrowserRequired.hint().to_owned(),
            });
            return BrowserHealth::default();
        }
    };
    if deep && let Err(error) = load_a_page(cx).await {
        issues.push(Issue {
            code: "browser-fails",
            severity: Severity::Warning,
            message: error.to_string(),
            fix: "Reinstall chromium, or name another one in GREENROOM_CHROMIUM.".to_owned(),
        });
    }
    let running = cx.browser().info().await;
    for notice in running.iter().flat_map(BrowserInfo::notices) {
        issues.push(Issue {
            code: "browser-without-sandbox",
            severity: Severity::Warning,
            message: notice,
            fix: "Run as an ordinary user on a system with user namespaces.".to_owned(),
        });
    }
    BrowserHealth {
        found: true,
        path: Some(program.path.display().to_string()),
        version: running.as_ref().map(|info| info.product.clone()),
        sandbox: running.as_ref().map(|info| info.sandbox),
        launch_ms: running.map(|info| info.launch_ms),
        pool: Vec::new(),
    }
}

/// What is known of browsers elsewhere; `deep` has one and loads a page in it.
async fn health_elsewhere(cx: &Cx, deep: bool, issues: &mut Vec<Issue>) -> BrowserHealth {
    let failed = if deep {
        load_a_page(cx).await.err()
    } else {
        None
    };
    if let Some(error) = &failed {
        let error = ToolError::from(error.clone());
        issues.push(Issue {
            code: "browser-fails",
            severity: Severity::Warning,
            message: error.message,
            fix: error.hint,
        });
    }
    let pool = cx.browser().places();
    for place in pool
        .iter()
        .filter(|place| place.resting && failed.is_none())
    {
        let why = place.last_error.as_deref().unwrap_or_default();
        issues.push(Issue {
            code: "browser-fails",
            severity: Severity::Info,
            message: format!("{} is left out for a while: {why}", place.address),
            fix: "Mend it, or take it off the list; the others are used meanwhile.".to_owned(),
        });
    }
    let running = cx.browser().info().await;
    BrowserHealth {
        found: pool.iter().any(|place| !place.resting),
        version: running.as_ref().map(|info| info.product.clone()),
        launch_ms: running.map(|info| info.launch_ms),
        pool,
        ..BrowserHealth::default()
    }
}

/// Starts the browser if none runs and loads a page of ours in a context of its own.
async fn load_a_page(cx: &Cx) -> greenroom_browser::Result<()> {
    let limit = Duration::from_millis(cx.config().limits.page_load_ms);
    let context = cx.browser().new_context(ContextOptions::default()).await?;
    let page = context.new_page().await?;
    page.navigate("data:text/html,<title>health</title>", limit)
        .await?;
    context.close().await
}

fn nearly_full(free: u64) -> Option<Issue> {
    let severity = match free {
        ..20_000_000 => Severity::Error,
        20_000_000..500_000_000 => Severity::Warning,
        _ => return None,
    };
    let megabytes = free / 1_000_000;
    Some(Issue {
        code: "disk-nearly-full",
        severity,
        message: format!("{megabytes} MB are free on the disk of the data directory"),
        fix: "Free disk space, or set GREENROOM_HOME to another disk.".to_owned(),
    })
}

/// A log that cannot be written loses what is looked for when something goes wrong.
fn unwritable_log(cx: &Cx) -> Option<Issue> {
    let path = cx.logs().directory.ndjson();
    let mut options = std::fs::OpenOptions::new();
    let opened = std::fs::create_dir_all(cx.logs().directory.path())
        .and_then(|()| options.append(true).create(true).open(&path));
    let error = opened.err()?;
    Some(Issue {
        code: "log-not-written",
        severity: Severity::Warning,
        message: format!("the log {} cannot be written: {error}", path.display()),
        fix: "Make the folder writable, or set SCORM_TESTER_LOG_DIR to another one.".to_owned(),
    })
}

/// What servers that were killed have left: browsers that still run, events that no close saved.
fn left_behind(data_dir: &DataDir) -> Vec<Issue> {
    let mut issues = Vec::new();
    let processes = greenroom_browser::stale_processes(&LaunchOptions::default());
    if !processes.is_empty() {
        issues.push(Issue {
            code: "stale-browsers",
            severity: Severity::Warning,
            message: format!("browser processes without a server: {processes:?}"),
            fix: "End these processes.".to_owned(),
        });
    }
    for journal in greenroom_store::journal::all_unfinished(data_dir).unwrap_or_default() {
        let package = journal.header.package_path.display();
        issues.push(Issue {
            code: "unsaved-journal",
            severity: Severity::Info,
            message: format!(
                "session {} of {package} ended without saving",
                journal.header.session_id
            ),
            fix: "Open that course again; what the journal holds is then restored.".to_owned(),
        });
    }
    issues
}

/// Free space for this user where `directory` lies or will lie.
fn free_bytes(directory: &std::path::Path) -> Option<u64> {
    let existing = directory.ancestors().find(|path| path.exists())?;
    greenroom_os::disk::free_bytes(existing)
}
