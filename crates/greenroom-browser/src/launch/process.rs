//! The browser process, its pipes, and its end.
//!
//! The browser leads a process group of its own, which ends when it does, when it is closed, and
//! when we end (see [`super::group`]).

use std::io::{self, Read, Write};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{ChildStderr, ChildStdin, Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use greenroom_stdx::IgnorePoison as _;

use super::flags::{RENDERER_MEMORY_MB, arguments};
use super::profile::{self, Profile};
use super::sandbox::{self, Sandbox};
use super::{LaunchOptions, group};
use crate::cdp::{Transport, pipe};
use crate::error::{BrowserError, Result};
use crate::locate::{Program, locate};

/// What is kept of the browser's stderr for the message of a failed launch.
const STDERR_KEPT: usize = 4096;
/// Open files that a program may expect to be allowed.
const OPEN_FILES: libc::rlim_t = 1024;
/// How long a killed process group may take to vanish.
const KILL_LIMIT: Duration = Duration::from_secs(2);

/// A running browser. Dropping it kills the browser and removes its profile.
#[derive(Debug)]
pub(crate) struct Process {
    program: Program,
    sandbox: Sandbox,
    profile: Profile,
    /// Also the id of the process group.
    pid: i32,
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
        let (their_commands, our_commands) = pipe_pair()?;
        let (our_answers, their_answers) = pipe_pair()?;

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
            .stderr(Stdio::piped())
            .process_group(0);
        hand_over(&mut command, &their_commands, &their_answers);
        let mut child = command.spawn()?;
        drop((their_commands, their_answers));
        let pid = child.id() as i32;
        let stderr = Arc::new(Mutex::new(Vec::new()));
        if let Some(pipe) = child.stderr.take() {
            keep_stderr(pipe, Arc::clone(&stderr))?;
        }
        let mut caretaker = match group::start_caretaker(pid, profile.path()) {
            Ok(caretaker) => caretaker,
            Err(error) => {
                group::kill(pid);
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
                group::wait(&mut child, pid);
                if let Some(lifeline) = told.lock().ignore_poison().as_mut() {
                    // A caretaker that is gone has nothing left to do.
                    drop(lifeline.write_all(b"ended\n"));
                }
                waiter.say();
                drop(caretaker.wait());
                last.say();
            })?;
        let stands_back = Arc::new(AtomicBool::new(false));
        #[cfg(target_os = "linux")]
        {
            let memory = options.renderer_memory_mb.unwrap_or(RENDERER_MEMORY_MB);
            let watch = super::watch::Watch::new(memory, Arc::clone(&stands_back));
            let ended = Arc::clone(&ended);
            std::thread::Builder::new()
                .name("greenroom-browser-watch".into())
                .spawn(move || watch.run(pid, |limit| ended.wait(limit)))?;
        }
        let transport = pipe::transport(our_commands, our_answers)?;
        // While the browser starts.
        profile::sweep(&parent);
        Ok((
            Self {
                program,
                sandbox,
                profile,
                pid,
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
        self.pid
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
            group::kill(self.pid);
            if !self.ended.wait(KILL_LIMIT) {
                tracing::warn!(pid = self.pid, "the browser did not end when killed");
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

/// A pipe whose ends have numbers above those that the child gets, and close on exec.
fn pipe_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    let (reader, writer) = io::pipe()?;
    Ok((
        above_standard(&reader.into())?,
        above_standard(&writer.into())?,
    ))
}

fn above_standard(fd: &OwnedFd) -> io::Result<OwnedFd> {
    const LOWEST: libc::c_int = 10;
    #[expect(unsafe_code, reason = "fcntl has no safe form in the standard library")]
    // SAFETY: a new descriptor that nobody else owns is returned, or -1.
    unsafe {
        let copy = libc::fcntl(fd.as_raw_fd(), libc::F_DUPFD_CLOEXEC, LOWEST);
        if copy < 0 {
            Err(io::Error::last_os_error())
        } else {
            Ok(OwnedFd::from_raw_fd(copy))
        }
    }
}

/// What the browser begins with: its pipes as descriptors 3 and 4, and the usual limit of open
/// files, whatever ours is. Programs that were made for it fail in odd ways with more, and Chromium
/// takes for itself what it needs.
fn hand_over(command: &mut Command, commands: &OwnedFd, answers: &OwnedFd) {
    let (read_end, write_end) = (commands.as_raw_fd(), answers.as_raw_fd());
    #[expect(
        unsafe_code,
        reason = "Chromium expects its pipes as file descriptors 3 and 4"
    )]
    // SAFETY: all of it is async-signal-safe, and both descriptors stay open until after the fork.
    unsafe {
        command.pre_exec(move || {
            for (from, to) in [(read_end, 3), (write_end, 4)] {
                if libc::dup2(from, to) < 0 {
                    return Err(io::Error::last_os_error());
                }
            }
            let mut limit = std::mem::zeroed::<libc::rlimit>();
            if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) == 0 {
                limit.rlim_cur = limit.rlim_max.min(OPEN_FILES);
                libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit);
            }
            Ok(())
        });
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_begins_with_the_usual_limit_of_open_files() {
        let (commands, _ours) = pipe_pair().unwrap();
        let (_ours, answers) = pipe_pair().unwrap();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "ulimit -Sn"]);
        hand_over(&mut command, &commands, &answers);
        let said = command.output().unwrap().stdout;
        assert_eq!(String::from_utf8_lossy(&said).trim(), "1024");
    }
}
