//! The browser process, its pipes, and its end.
//!
//! The browser leads a process group of its own, which ends when it does, when it is closed, and
//! when we end (see [`greenroom_os::group`]). Chromium alone cannot be relied on here, since it notices
//! that its pipe has ended only when it has nothing else to do, and its renderers later still.

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::{ChildStderr, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use greenroom_os::group::{self, Group, Started};
use greenroom_os::processes;
use greenroom_stdx::IgnorePoison as _;

use super::LaunchOptions;
use super::flags::{RENDERER_MEMORY_MB, arguments};
use super::profile::{self, Profile};
use super::sandbox::{self, Sandbox};
use super::watch::Watch;
use crate::cdp::{Transport, pipe};
use crate::error::{BrowserError, Result};
use crate::locate::{Program, locate};

/// What is kept of the browser's stderr for the message of a failed launch.
const STDERR_KEPT: usize = 4096;
/// How long a killed process group may take to vanish.
const KILL_LIMIT: Duration = Duration::from_secs(2);

/// A running browser. Dropping it kills the browser and removes its profile.
#[derive(Debug)]
pub(crate) struct Process {
    program: Program,
    sandbox: Sandbox,
    profile: Profile,
    group: Group,
    ended: Arc<Ended>,
    /// Whether the caretaker has ended too.
    left_alone: Arc<Ended>,
    stderr: Arc<Mutex<Vec<u8>>>,
    /// Whether it was kept busy for so long that it runs at the lowest priority now.
    pub(crate) stands_back: Arc<AtomicBool>,
    /// Closed when this value is dropped, or when we end.
    caretaker: Arc<Mutex<Option<ChildStdin>>>,
}

#[derive(Debug, Default)]
struct Ended {
    flag: Mutex<bool>,
    changed: Condvar,
}

impl Process {
    /// Find and start the browser.
    pub(crate) fn launch(options: &LaunchOptions) -> Result<(Self, Transport)> {
        let program = locate(options.program.as_deref())?;
        let path = program.path.clone();
        Self::start(options, program).map_err(|error| BrowserError::LaunchFailed {
            path,
            reason: error.to_string(),
        })
    }

    fn start(options: &LaunchOptions, program: Program) -> io::Result<(Self, Transport)> {
        let parent = options.profiles.clone().unwrap_or_else(std::env::temp_dir);
        let profile = Profile::create(&parent)?;
        let sandbox = sandbox::available();
        let mut command = Command::new(&program.path);
        command
            .args(arguments(
                &program,
                profile.path(),
                sandbox,
                options.renderer_memory_mb,
                options.flags,
            ))
            .env_remove("DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        let Started {
            leader: mut child,
            group,
            commands,
            answers,
        } = group::start(command)?;
        let stderr = Arc::new(Mutex::new(Vec::new()));
        if let Some(pipe) = child.stderr.take() {
            keep_stderr(pipe, Arc::clone(&stderr))?;
        }
        let mut caretaker = match group.keep_watch(profile.path()) {
            Ok(caretaker) => caretaker,
            Err(error) => {
                group.kill();
                drop(child.wait());
                return Err(error);
            }
        };
        let lifeline = Arc::new(Mutex::new(caretaker.stdin.take()));
        let ended = Arc::new(Ended::default());
        let left_alone = Arc::new(Ended::default());
        let (waiter, last) = (Arc::clone(&ended), Arc::clone(&left_alone));
        let told = Arc::clone(&lifeline);
        std::thread::Builder::new()
            .name("greenroom-browser-wait".into())
            .spawn(move || {
                group.wait(&mut child);
                if let Some(lifeline) = told.lock().ignore_poison().as_mut() {
                    // A caretaker that is gone has nothing left to do.
                    drop(lifeline.write_all(b"ended\n"));
                }
                waiter.say();
                drop(caretaker.wait());
                last.say();
            })?;
        let stands_back = Arc::new(AtomicBool::new(false));
        if processes::ARE_KNOWN {
            let memory = options.renderer_memory_mb.unwrap_or(RENDERER_MEMORY_MB);
            let watch = Watch::new(memory, Arc::clone(&stands_back));
            let ended = Arc::clone(&ended);
            std::thread::Builder::new()
                .name("greenroom-browser-watch".into())
                .spawn(move || watch.run(group.id(), |limit| ended.wait(limit)))?;
        } else {
            tracing::warn!("this system does not tell what pages take, so nothing bounds it");
        }
        let transport = pipe::transport(commands, answers);
        // While the browser starts.
        profile::sweep(&parent);
        Ok((
            Self {
                program,
                sandbox,
                profile,
                group,
                ended,
                left_alone,
                stderr,
                stands_back,
                caretaker: lifeline,
            },
            transport,
        ))
    }

    pub(crate) fn program(&self) -> &Program {
        &self.program
    }

    pub(crate) fn sandboxed(&self) -> bool {
        self.sandbox == Sandbox::On
    }

    /// The process group of the browser.
    pub(crate) fn pid(&self) -> i32 {
        self.group.id().cast_signed()
    }

    pub(crate) fn profile(&self) -> PathBuf {
        self.profile.path().to_path_buf()
    }

    /// The last words of the browser.
    pub(crate) fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.stderr.lock().ignore_poison())
            .trim()
            .to_owned()
    }

    /// End the browser with all its processes; the profile is gone afterwards.
    ///
    /// It is not asked to end by itself: nothing of it is kept, and when it is busy it takes long.
    pub(crate) fn end(&self) {
        if !self.ended.wait(Duration::ZERO) {
            self.group.kill();
            if !self.ended.wait(KILL_LIMIT) {
                tracing::warn!(pid = self.pid(), "the browser did not end when killed");
            }
        }
        if let Err(error) = self.profile.remove() {
            tracing::warn!(%error, "profile could not be removed");
        }
        self.caretaker.lock().ignore_poison().take();
        self.left_alone.wait(KILL_LIMIT);
    }
}

impl Ended {
    fn say(&self) {
        *self.flag.lock().ignore_poison() = true;
        self.changed.notify_all();
    }

    /// Wait until the browser has ended, at most `limit`.
    fn wait(&self, limit: Duration) -> bool {
        let until = Instant::now() + limit;
        let mut flag = self.flag.lock().ignore_poison();
        while !*flag {
            let Some(left) = until.checked_duration_since(Instant::now()) else {
                return false;
            };
            let waited = self.changed.wait_timeout(flag, left);
            flag = waited.ignore_poison().0;
        }
        true
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

fn keep_stderr(mut pipe: ChildStderr, kept: Arc<Mutex<Vec<u8>>>) -> io::Result<()> {
    std::thread::Builder::new()
        .name("greenroom-browser-stderr".into())
        .spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = pipe.read(&mut buffer) {
                let mut kept = kept.lock().ignore_poison();
                kept.extend_from_slice(&buffer[..read]);
                let excess = kept.len().saturating_sub(STDERR_KEPT);
                kept.drain(..excess);
            }
        })?;
    Ok(())
}
