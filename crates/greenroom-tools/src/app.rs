//! The process: what all calls share.

use std::any::Any;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use greenroom_browser::{Browser, LaunchOptions, PictureLimits, RemoteOptions};
use greenroom_human::Humans;
use greenroom_report::{AnalysisCache, DEFAULT_LEVEL, default_categories};
use greenroom_stage::course::closing;
use greenroom_stage::course::development::{Developments, TakeTurn};
use greenroom_stage::course::lms::LmsProfiles;
use greenroom_stage::course::person::PeoplesCourses;
use greenroom_stage::course::runtimes::{PageLimits, Runtimes};
use greenroom_stdx::IgnorePoison as _;
use greenroom_store::logs::{LogDirectory, LogLevel, LogThreshold};
use greenroom_store::{DataDir, Reach, SessionStore, Shared, StoreLimits};
use greenroom_web::workbench::{self, courses::Courses};

use crate::ToolError;
use crate::config::{Config, Limits};
use crate::peoples_work::PeoplesWork;
use crate::turns::Turns;
use crate::{Toolset, UiPlatform};

/// Reloads whose new id is remembered.
const REMEMBERED_RELOADS: usize = 1000;

/// The process: what all calls share.
#[derive(Debug)]
pub struct App {
    pub(crate) config: Config,
    pub(crate) data_directory: PathBuf,
    pub(crate) toolset: Toolset,
    pub(crate) turns: Arc<Turns>,
    pub(crate) logs: Logs,
    pub(crate) sessions: Arc<SessionStore>,
    pub(crate) runtimes: Arc<Runtimes>,
    pub(crate) analyses: AnalysisCache,
    pub(crate) humans: Arc<Humans>,
    courses: Arc<dyn Courses>,
    pub(crate) developments: Arc<Developments>,
    pub(crate) ui: UiPlatform,
    /// The sessions that went on under a new id, oldest first.
    reloaded: Mutex<VecDeque<(String, String)>>,
    started: Instant,
}

/// Where the log lies and what is written to it.
#[derive(Debug)]
pub struct Logs {
    pub directory: LogDirectory,
    pub threshold: LogThreshold,
}

impl App {
    /// Makes the process state; touches no disk and starts nothing.
    pub fn new(config: Config, data_directory: PathBuf, toolset: Toolset) -> Arc<Self> {
        let logs = std::env::var_os("SCORM_TESTER_LOG_DIR").map(PathBuf::from);
        let reach = (Reach::default(), None);
        Self::made(config, data_directory, toolset, reach, logs)
    }

    /// The state of one of several callers from elsewhere, who reaches so far. Its log is its own,
    /// whatever the environment says of the server's. In a cluster it shares what it keeps.
    pub fn for_caller(
        config: Config,
        data_directory: PathBuf,
        toolset: Toolset,
        reach: Reach,
        shared: Option<Shared>,
    ) -> Arc<Self> {
        Self::made(config, data_directory, toolset, (reach, shared), None)
    }

    fn made(
        config: Config,
        data_directory: PathBuf,
        toolset: Toolset,
        (reach, shared): (Reach, Option<Shared>),
        logs: Option<PathBuf>,
    ) -> Arc<Self> {
        let logs = Logs {
            directory: LogDirectory::locate(logs, data_directory.join("logs").join("mcp")),
            threshold: LogThreshold::new(LogLevel::Info),
        };
        let data_dir = DataDir::new(data_directory.clone()).shared_by(shared);
        let sessions = SessionStore::new(data_dir, store_limits(&config.limits));
        let sessions = Arc::new(sessions.with_reach(reach));
        let browser = Browser::new(LaunchOptions {
            remote: remote(&config),
            renderer_memory_mb: Some(config.limits.renderer_memory_mb),
            ..LaunchOptions::default()
        });
        let pages = PageLimits {
            load: Duration::from_millis(config.limits.page_load_ms),
            pictures: PictureLimits {
                long_edge: config.output.image_long_edge,
                bytes: config.output.image_bytes,
            },
            drive_idle: Duration::from_secs(config.limits.drive_idle_seconds),
            resume_without_location: config.resume.without_location,
        };
        let profiles = LmsProfiles::new(&config.validation);
        let runtimes = Runtimes::new(Arc::clone(&sessions), browser, pages, profiles);
        let runtimes = Arc::new(runtimes);
        let turns = Arc::new(Turns::default());
        let developments = developments(&config, &runtimes, &turns);
        Arc::new_cyclic(|me| {
            let tools = PeoplesWork::new(me.clone());
            let (runtimes_of, developed) = (Arc::clone(&runtimes), Arc::clone(&developments));
            let courses = PeoplesCourses::new(runtimes_of, developed, tools);
            let courses: Arc<dyn Courses> = Arc::new(courses);
            Self {
                runtimes,
                humans: Humans::new(
                    config.dialogs.clone(),
                    data_directory.clone(),
                    workbench::starting(Arc::clone(&courses)),
                ),
                courses,
                developments,
                ui: UiPlatform::new(data_directory.clone(), sessions.reach().clone()),
                sessions,
                config,
                data_directory,
                toolset,
                turns,
                analyses: AnalysisCache::default(),
                logs,
                reloaded: Mutex::default(),
                started: Instant::now(),
            }
        })
    }

    /// The courses that are open in the browser.
    pub fn runtimes(&self) -> &Arc<Runtimes> {
        &self.runtimes
    }

    /// Why no course can be played in a browser here: there is none.
    pub fn missing_browser(&self) -> Option<ToolError> {
        if self.plays_elsewhere() {
            return None;
        }
        greenroom_browser::locate(None).err().map(ToolError::from)
    }

    /// Whether courses play in browsers that are not started here.
    pub(crate) fn plays_elsewhere(&self) -> bool {
        remote(&self.config).is_some()
    }

    /// The tools that are offered.
    pub fn toolset(&self) -> &Toolset {
        &self.toolset
    }

    /// Where the log lies and what is written to it.
    pub fn logs(&self) -> &Logs {
        &self.logs
    }

    /// Removes, in the background, session directories that are too old or too many.
    ///
    /// For servers; a single call from a shell need not wait for it.
    pub fn clean_up_in_background(&self) {
        let sessions = Arc::clone(&self.sessions);
        tokio::task::spawn_blocking(move || {
            match greenroom_store::clean_up(sessions.data_dir(), sessions.limits()) {
                Ok(done) => tracing::info!(
                    target: "greenroom", removed = done.removed,
                    unsaved = done.kept_unsaved.len(), "old sessions are cleaned up"
                ),
                Err(error) => tracing::warn!(target: "greenroom", %error, "no clean-up"),
            }
        });
    }

    /// Lets workbenches of other processes of this user watch and drive what plays here.
    ///
    /// For servers; what a command in a shell plays is over soon.
    pub fn be_reachable_in_background(&self) {
        let runtimes = Arc::downgrade(&self.runtimes);
        tokio::spawn(greenroom_stage::be_reachable(runtimes));
    }

    /// Notes under which id a session goes on.
    pub(crate) fn goes_on_as(&self, old: &str, new: &str) {
        let mut reloaded = self.reloaded.lock().ignore_poison();
        if reloaded.len() == REMEMBERED_RELOADS {
            reloaded.pop_front();
        }
        reloaded.push_back((old.to_owned(), new.to_owned()));
    }

    /// The id under which a session goes on, however often it was reloaded since.
    pub(crate) fn successor_of(&self, old: &str) -> Option<String> {
        let reloaded = self.reloaded.lock().ignore_poison();
        let mut latest = None;
        // A later reload stands behind an earlier one, so one pass follows the whole chain.
        for (from, to) in reloaded.iter() {
            if from == latest.unwrap_or(old) {
                latest = Some(to.as_str());
            }
        }
        latest.map(str::to_owned)
    }

    /// The settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where everything of this state lies.
    pub fn data_directory(&self) -> &Path {
        &self.data_directory
    }

    /// Which paths callers may name.
    pub fn reach(&self) -> &Reach {
        self.sessions.reach()
    }

    /// The way to the human.
    pub fn humans(&self) -> &Humans {
        &self.humans
    }

    /// The courses, for people.
    pub fn courses(&self) -> &dyn Courses {
        &*self.courses
    }

    /// The UI platform.
    pub fn ui(&self) -> &UiPlatform {
        &self.ui
    }

    /// Time since the process started.
    pub(crate) fn uptime(&self) -> Duration {
        self.started.elapsed()
    }

    /// As [`App::close`], in a cluster: the sessions are left to other servers.
    pub async fn hand_over(&self) {
        self.humans.close().await;
        self.ui.close().await;
        self.runtimes.hand_over_all().await;
        self.runtimes.shut_down().await;
        tracing::info!(target: "greenroom", "handed over");
    }

    /// Ends what is open, in order; called once when the process is about to end.
    pub async fn close(&self) {
        self.humans.close().await;
        self.ui.close().await;
        closing::close_all(&self.runtimes).await;
        self.runtimes.shut_down().await;
        tracing::info!(target: "greenroom", "closed");
    }
}

/// Courses are loaded again between two calls of their session, never under one.
fn developments(
    config: &Config,
    runtimes: &Arc<Runtimes>,
    turns: &Arc<Turns>,
) -> Arc<Developments> {
    let names_lms = config.validation.lms_profiles.is_some();
    let categories = default_categories(names_lms);
    let settings = config.validation.for_lint(None, DEFAULT_LEVEL, categories);
    let turns = Arc::clone(turns);
    let take = TakeTurn::new(move |session_id| {
        let turns = Arc::clone(&turns);
        Box::pin(async move {
            let turn = turns.take(&session_id).await;
            Box::new(turn.come().await) as Box<dyn Any + Send>
        })
    });
    Developments::new(Arc::clone(runtimes), settings, take)
}

/// Browsers elsewhere, as the settings name them. They were checked when they were read.
fn remote(config: &Config) -> Option<RemoteOptions> {
    let remote = config.browser.remote();
    remote
        .inspect_err(|error| tracing::error!(target: "greenroom", %error, "browsers elsewhere"))
        .unwrap_or_default()
}

fn store_limits(limits: &Limits) -> StoreLimits {
    StoreLimits {
        sessions: limits.sessions,
        runtimes: limits.runtimes,
        retention_days: limits.retention_days,
        retention_sessions: limits.retention_sessions,
        journal_bytes: limits.journal_bytes,
        package: scorm_package::Limits {
            packed: limits.package_bytes,
            unpacked: limits.unpacked_bytes,
            entries: limits.zip_entries,
            ratio: limits.zip_ratio,
            ..scorm_package::Limits::default()
        },
    }
}
