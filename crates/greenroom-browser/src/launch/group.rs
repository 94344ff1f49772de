//! The process group of a browser, and the one who ends it when we cannot any more.
//!
//! A small shell, the caretaker, holds the other end of a pipe of ours, which the system closes
//! when we end, however that happens: it then kills the group and removes the profile folder.
//! Chromium alone cannot be relied on here, since it notices that its pipe has ended only when it
//! has nothing else to do, and its renderers later still.

use std::io;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long the browser's own processes are waited for when it has ended.
const GROUP_LIMIT: Duration = Duration::from_millis(300);

/// A line means that the group has ended, and that its number may be somebody else's by now; the
/// end of the input means that Greenroom has. Processes that were just killed may still be letting
/// go of the folder.
const CARETAKER: &str = r#"
if read -r ended; then read -r over; else kill -s KILL -- "-$1" 2>/dev/null; fi
tries=0
until rm -rf -- "$2" 2>/dev/null || [ "$tries" -ge 100 ]; do tries=$((tries + 1)); sleep 0.02; done
"#;

/// Starts the one who cleans up after `group` when we are gone.
pub(super) fn start_caretaker(group: i32, profile: &Path) -> io::Result<Child> {
    Command::new("/bin/sh")
        .args(["-c", CARETAKER, "greenroom-caretaker"])
        .arg(group.to_string())
        .arg(profile)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        // What is sent to our group, such as an interrupt from a terminal, is not for it.
        .process_group(0)
        .spawn()
}

/// Waits until the browser has ended, and ends what it left of its group.
pub(super) fn wait(browser: &mut Child, pid: i32) {
    #[expect(
        unsafe_code,
        reason = "the standard library cannot wait without reaping"
    )]
    // SAFETY: `information` is a plain structure that the call fills in; the child is ours.
    unsafe {
        let mut information = std::mem::zeroed::<libc::siginfo_t>();
        let how = libc::WEXITED | libc::WNOWAIT;
        while libc::waitid(libc::P_PID, pid as libc::id_t, &raw mut information, how) < 0
            && io::Error::last_os_error().kind() == io::ErrorKind::Interrupted
        {}
    }
    // Until its leader is reaped, the number of the group is nobody else's.
    kill(pid);
    drop(browser.wait());
    // The others end at the same time; whoever reaps them may be slow, so this is not for ever.
    let until = Instant::now() + GROUP_LIMIT;
    while is_there(pid) && Instant::now() < until {
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn is_there(group: i32) -> bool {
    #[expect(
        unsafe_code,
        reason = "the standard library cannot signal a process group"
    )]
    // SAFETY: no memory is involved, and signal 0 only asks.
    unsafe {
        libc::kill(-group, 0) == 0
    }
}

pub(super) fn kill(group: i32) {
    #[expect(
        unsafe_code,
        reason = "the standard library cannot signal a process group"
    )]
    // SAFETY: no memory is involved.
    unsafe {
        libc::kill(-group, libc::SIGKILL);
    }
}
