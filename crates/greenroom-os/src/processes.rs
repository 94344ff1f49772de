//! Processes of others: which there are, what they use, and how they are held back.
//!
//! Linux alone is asked (`/proc`). Elsewhere nothing is known ([`ARE_KNOWN`]), and who relies on it
//! has to say so.

use std::fs;
use std::io;
use std::time::Duration;

/// Whether this system tells about processes.
pub const ARE_KNOWN: bool = cfg!(target_os = "linux");

/// The numbers of all processes.
pub fn all() -> Vec<u32> {
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .collect()
}

/// The words that a process was started with, each ending with NUL. Processes that were forked may
/// have written them anew, with spaces between them.
pub fn command_line(pid: u32) -> Vec<u8> {
    fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default()
}

/// The processes that a process has started.
pub fn children(pid: u32) -> Vec<u32> {
    let mut children = Vec::new();
    for task in tasks(pid) {
        let list = fs::read_to_string(format!("/proc/{pid}/task/{task}/children"));
        let list = list.unwrap_or_default();
        children.extend(
            list.split_whitespace()
                .filter_map(|id| id.parse::<u32>().ok()),
        );
    }
    children
}

fn tasks(pid: u32) -> impl Iterator<Item = u32> {
    let tasks = fs::read_dir(format!("/proc/{pid}/task"));
    let tasks = tasks.into_iter().flatten().flatten();
    tasks.filter_map(|task| task.file_name().to_str()?.parse().ok())
}

/// Memory that is the process's own, in bytes: the program itself is shared by all.
pub fn own_memory(pid: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
    let kilobytes = |name: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name))?;
        line.split_whitespace().next()?.parse().ok()
    };
    Some((kilobytes("RssAnon:")? + kilobytes("RssShmem:")?) << 10)
}

/// Processor time that a process has used.
pub fn processor_time(pid: u32) -> Option<Duration> {
    /// The kernel counts in hundredths of a second, whatever its own clock does.
    const TICKS_PER_SECOND: u64 = 100;
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name of the program stands in brackets and may hold anything. After it the state is
    // field 3, times in user and kernel mode 14 and 15.
    let mut fields = stat.rsplit(')').next()?.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let kernel: u64 = fields.next()?.parse().ok()?;
    Some(Duration::from_millis(
        (user + kernel) * 1000 / TICKS_PER_SECOND,
    ))
}

/// Lowers the priority of all threads of a process; those that it starts later inherit it.
#[cfg(unix)]
pub fn stand_back(pid: u32) {
    /// As of nice(1): its workers may be many.
    const NICENESS: libc::c_int = 19;
    for task in tasks(pid) {
        #[expect(
            unsafe_code,
            reason = "setpriority has no safe form in the standard library"
        )]
        // SAFETY: no memory is involved.
        unsafe {
            libc::setpriority(libc::PRIO_PROCESS, task, NICENESS);
        }
    }
}

/// Nothing to do: without [`ARE_KNOWN`] nobody knows who should.
#[cfg(windows)]
pub fn stand_back(_pid: u32) {}

/// Ends a process at once.
#[cfg(unix)]
pub fn kill(pid: u32) -> io::Result<()> {
    let pid = rustix::process::Pid::from_raw(pid.cast_signed());
    let pid = pid.ok_or(io::ErrorKind::InvalidInput)?;
    rustix::process::kill_process(pid, rustix::process::Signal::KILL)?;
    Ok(())
}

/// Ends a process at once; not on this system.
#[cfg(windows)]
pub fn kill(_pid: u32) -> io::Result<()> {
    Err(crate::cannot(
        "Greenroom cannot end processes of others on Windows yet",
    ))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_process_is_measured() {
        let pid = std::process::id();
        assert!(all().contains(&pid));
        assert!(!command_line(pid).is_empty());
        assert!(own_memory(pid).unwrap() > 100_000);
        assert!(processor_time(pid).is_some());
    }

    #[test]
    fn a_child_is_found_held_back_and_ended() {
        let mut child = std::process::Command::new("sleep");
        let mut child = child.arg("60").spawn().unwrap();
        assert!(children(std::process::id()).contains(&child.id()));
        stand_back(child.id());
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap();
        let niceness = stat.rsplit(')').next().unwrap().split_whitespace().nth(16);
        assert_eq!(niceness, Some("19"));
        kill(child.id()).unwrap();
        assert!(!child.wait().unwrap().success());
        assert!(kill(0).is_err(), "0 would be our own group");
    }
}
