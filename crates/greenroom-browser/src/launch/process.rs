//! The browser process, its pipes, and its end.
//!
//! The browser runs under a small shell that removes the profile folder when the browser has
//! ended. Chromium ends when our end of the pipe closes, so neither a process nor a folder
//! outlives us, even when we are killed.

use std::io::{self, Read};
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{ChildStderr, Command, Stdio};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::LaunchOptions;
use super::flags::arguments;
use super::profile::{self, Profile};
use super::sandbox::{self, Sandbox};
use crate::cdp::{Transport, pipe};
use crate::error::{BrowserError, Result};
use crate::locate::{Program, locate};

/// Runs the browser in the background, lets go of its pipes, and cleans up after it.
///
/// The browser begins with the usual limit of open files, whatever ours is: programs that were
/// made for it fail in odd ways with more, and Chromium takes for itself what it needs.
const CARETAKER: &str = r#"ulimit -Sn 1024 2>/dev/null; profile=$1; shift; "$@" & exec 3<&- 4>&-; wait $!; rm -rf -- "$profile""#;
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
    /// Also the id of the process group.
    pid: i32,
    ended: Arc<Ended>,
    stderr: Arc<Mutex<Vec<u8>>>,
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

        let mut command = Command::new("/bin/sh");
        command
            .args(["-c", CARETAKER, "greenroom-caretaker"])
            .arg(profile.path())
            .arg(&program.path)
            .args(arguments(
                &program,
                profile.path(),
                sandbox,
                options.renderer_memory_mb,
            ))
            .env_remove("DISPLAY")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .process_group(0);
        let (read_end, write_end) = (their_commands.as_raw_fd(), their_answers.as_raw_fd());
        #[expect(
            unsafe_code,
            reason = "Chromium expects its pipes as file descriptors 3 and 4"
        )]
        // SAFETY: dup2 is async-signal-safe, and both descriptors stay open until after the fork.
        unsafe {
            command.pre_exec(move || {
                for (from, to) in [(read_end, 3), (write_end, 4)] {
                    if libc::dup2(from, to) < 0 {
                        return Err(io::Error::last_os_error());
                    }
                }
                Ok(())
            });
        }
        let mut child = command.spawn()?;
        drop((their_commands, their_answers));
        let pid = child.id() as i32;
        let stderr = Arc::new(Mutex::new(Vec::new()));
        if let Some(pipe) = child.stderr.take() {
            keep_stderr(pipe, Arc::clone(&stderr))?;
        }
        let ended = Arc::new(Ended::default());
        let waiter = Arc::clone(&ended);
        std::thread::Builder::new()
            .name("greenroom-browser-wait".into())
            .spawn(move || {
                // Reaping is all that matters; the exit status of the caretaker says nothing.
                drop(child.wait());
                *lock(&waiter.flag) = true;
                waiter.changed.notify_all();
            })?;
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
                stderr,
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
        String::from_utf8_lossy(&lock(&self.stderr))
            .trim()
            .to_owned()
    }

    /// Give the browser `patience` to end by itself, then kill it; the profile is gone afterwards.
    pub(crate) fn end(&self, patience: Duration) {
        if !self.wait(patience) {
            #[expect(
                unsafe_code,
                reason = "the standard library cannot signal a process group"
            )]
            // SAFETY: no memory is involved, and the group is ours while its leader is not reaped.
            unsafe {
                libc::kill(-self.pid, libc::SIGKILL);
            }
            if !self.wait(KILL_LIMIT) {
                tracing::warn!(pid = self.pid, "the browser did not end when killed");
            }
        }
        if let Err(error) = self.profile.remove() {
            tracing::warn!(%error, "profile could not be removed");
        }
    }

    /// Wait until the browser and its caretaker have ended by themselves.
    fn wait(&self, limit: Duration) -> bool {
        let until = Instant::now() + limit;
        let mut flag = lock(&self.ended.flag);
        while !*flag {
            let Some(left) = until.checked_duration_since(Instant::now()) else {
                return false;
            };
            let waited = self.ended.changed.wait_timeout(flag, left);
            flag = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        true
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
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

fn keep_stderr(mut pipe: ChildStderr, kept: Arc<Mutex<Vec<u8>>>) -> io::Result<()> {
    std::thread::Builder::new()
        .name("greenroom-browser-stderr".into())
        .spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = pipe.read(&mut buffer) {
                let mut kept = lock(&kept);
                kept.extend_from_slice(&buffer[..read]);
                let excess = kept.len().saturating_sub(STDERR_KEPT);
                kept.drain(..excess);
            }
        })?;
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_begins_with_the_usual_limit_of_open_files() {
        let folder = tempfile::tempdir().unwrap();
        let profile = folder.path().join("profile");
        std::fs::create_dir(&profile).unwrap();
        let said = folder.path().join("said");
        let ended = Command::new("/bin/sh")
            .args(["-c", CARETAKER, "caretaker"])
            .arg(&profile)
            .args(["/bin/sh", "-c", "ulimit -Sn > \"$0\""])
            .arg(&said)
            .status()
            .unwrap();
        assert!(ended.success());
        assert_eq!(std::fs::read_to_string(said).unwrap().trim(), "1024");
        assert!(!profile.exists());
    }
}
