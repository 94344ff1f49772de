//! An open runtime, as results show it.

use greenroom_report::run::Departed;
use greenroom_stage::course::resume::Resume;
use greenroom_stage::course::runtime::{Closed, Runtime};
use greenroom_stage::course::undelivered::Undelivered;
use greenroom_stage::course::viewport::Viewport;
use schemars::JsonSchema;
use serde::Serialize;

/// The page of a session.
#[derive(Clone, Serialize, JsonSchema)]
pub(crate) struct RuntimeReport {
    runtime_id: String,
    /// The launch page was found
    entry_found: bool,
    viewport: Viewport,
    /// Address of the content
    url: String,
    /// Identifier of the delivered item
    activity: Option<String>,
    /// Why there is no activity, and which can be chosen
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) not_delivered: Option<Undelivered>,
    /// The course closed its window or took it elsewhere, and is over
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Departed>,
    /// `none`, `initialized` or `terminated`
    pub(crate) initialize_state: &'static str,
    /// `content`, `greenroom` or null
    initialized_by: Option<&'static str>,
    load_ms: u64,
    already_open: bool,
    pub(crate) resume: Resume,
    browser: BrowserReport,
}

#[derive(Clone, Serialize, JsonSchema)]
struct BrowserReport {
    name: String,
    version: String,
    /// Chromium's sandbox is on
    sandbox: bool,
}

/// Errors and warnings so far.
#[derive(Clone, Copy, Serialize, JsonSchema)]
pub(crate) struct ConsoleCounts {
    error_count: usize,
    warning_count: usize,
}

/// What a close kept.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SavedReport {
    /// The saved-state file
    path: Option<std::path::PathBuf>,
    /// The exit value of the SCO
    exit: String,
    /// `content`, `tool`, `none`, or `greenroom`: the course left it open, and closing suspends
    exit_set_by: &'static str,
    /// `content`, `greenroom` or `none`
    terminated_by: &'static str,
    /// False if the page did not answer: what it did last may be missing
    complete: bool,
    /// True if another session has saved the course meanwhile: its state stays, this one lies beside
    kept_aside: bool,
}

impl SavedReport {
    /// What a close must say of itself.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if !self.complete {
            warnings.push(
                "the page did not answer: everything acknowledged is saved, but what it did last \
                 may be missing"
                    .to_owned(),
            );
        }
        if let Some(path) = self.path.as_ref().filter(|_| self.kept_aside) {
            warnings.push(format!(
                "another session has saved this course meanwhile, and its state was kept; this one \
                 lies in {} (open with `saved_state` to go on from it)",
                path.display()
            ));
        }
        warnings
    }
}

impl RuntimeReport {
    pub(crate) fn of(runtime: &Runtime, already_open: bool) -> Self {
        let (name, version) = runtime
            .browser
            .product
            .split_once('/')
            .unwrap_or((&runtime.browser.product, ""));
        let (activity, initialize_state, departed) = runtime.live.read(|replica| {
            let activity = replica
                .delivery
                .as_ref()
                .map(|delivery| delivery.activity.clone());
            let state = replica.initialize_state();
            (activity, state, replica.departed.clone())
        });
        Self {
            runtime_id: runtime.id.clone(),
            entry_found: activity.is_some() || departed.is_some(),
            viewport: runtime.viewport(),
            url: runtime.url(),
            activity,
            not_delivered: Undelivered::of(runtime),
            left: departed,
            initialize_state,
            initialized_by: runtime.initialized_by(),
            load_ms: runtime.load_ms,
            already_open,
            resume: runtime.resume.clone(),
            browser: BrowserReport {
                name: name.to_owned(),
                version: version.to_owned(),
                sandbox: runtime.browser.sandbox,
            },
        }
    }
}

impl ConsoleCounts {
    pub(crate) fn errors(self) -> usize {
        self.error_count
    }

    pub(crate) fn of(runtime: &Runtime) -> Self {
        use greenroom_browser::ConsoleLevel;
        let messages = runtime.console();
        let count = |level| {
            messages
                .iter()
                .filter(|message| message.level == level)
                .count()
        };
        Self {
            error_count: count(ConsoleLevel::Error),
            warning_count: count(ConsoleLevel::Warning),
        }
    }
}

impl From<Closed> for SavedReport {
    fn from(closed: Closed) -> Self {
        Self {
            path: closed.saved_path,
            exit: closed.exit,
            exit_set_by: closed.exit_set_by,
            terminated_by: closed.terminated_by,
            complete: closed.complete,
            kept_aside: closed.kept_aside,
        }
    }
}
