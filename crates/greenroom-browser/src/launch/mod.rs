//! Starting a browser of our own, and making sure that nothing of it is left behind.

mod flags;
mod process;
mod profile;
mod sandbox;
mod watch;

pub(crate) use flags::arguments_elsewhere;
pub(crate) use process::Process;

use std::path::PathBuf;

use greenroom_os::processes;

use crate::remote::RemoteOptions;

/// How the browser is found and started.
#[derive(Debug, Clone, Default)]
pub struct LaunchOptions {
    /// Program to start; without it `GREENROOM_CHROMIUM` and the usual places are looked at.
    pub program: Option<PathBuf>,
    /// Use browsers that run elsewhere instead of starting one.
    pub remote: Option<RemoteOptions>,
    /// Folder for profile folders; the system's temporary folder without it.
    pub profiles: Option<PathBuf>,
    /// Memory that the scripts of one page may take; 1024 MB without it.
    pub renderer_memory_mb: Option<u64>,
    /// Whose habits it has.
    pub flags: Flags,
}

/// Whose habits a browser has that we start.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Flags {
    /// Repeatable, and never in the way: pages in the back work like one in front, windows open
    /// unasked, a page that was left is gone.
    #[default]
    Tools,
    /// As people have it: the back/forward cache, timers that are throttled in the back, popups that
    /// are blocked, focus that can be lost. How a page is left shows here only.
    Learner,
}

/// Processes of browsers whose Greenroom has died without ending them.
///
/// Such a browser holds a profile folder that nobody owns any more. None are found where the system
/// does not list processes.
pub fn stale_processes(options: &LaunchOptions) -> Vec<u32> {
    let parent = options.profiles.clone().unwrap_or_else(std::env::temp_dir);
    let arguments: Vec<String> = profile::forgotten(&parent)
        .iter()
        .map(|path| format!("--user-data-dir={}", path.display()))
        .collect();
    if arguments.is_empty() {
        return Vec::new();
    }
    let holds = |pid: &u32| {
        let line = processes::command_line(*pid);
        line.split(|byte| *byte == 0).any(|given| {
            arguments
                .iter()
                .any(|argument| argument.as_bytes() == given)
        })
    };
    processes::all().into_iter().filter(holds).collect()
}
