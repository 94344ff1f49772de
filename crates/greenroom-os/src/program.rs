//! This program, started once more, and what it talks through.

use std::fs::File;
use std::io;
use std::process::Command;

/// This program, also when its file was replaced since it started.
#[cfg(target_os = "linux")]
pub fn again(name: &str) -> Command {
    use std::os::unix::process::CommandExt as _;
    let mut command = Command::new("/proc/self/exe");
    command.arg0(name);
    command
}

/// This program, if its file was not replaced since it started.
#[cfg(not(target_os = "linux"))]
pub fn again(name: &str) -> Command {
    let program = std::env::current_exe().unwrap_or_else(|_| name.into());
    #[cfg_attr(windows, expect(unused_mut, reason = "programs have their own names"))]
    let mut command = Command::new(program);
    #[cfg(unix)]
    std::os::unix::process::CommandExt::arg0(&mut command, name);
    command
}

/// A file that no name leads to; `title` is what lists of open files call it.
#[cfg(target_os = "linux")]
pub fn unnamed_file(title: &str) -> io::Result<File> {
    use rustix::fs::{MemfdFlags, memfd_create};
    Ok(File::from(memfd_create(title, MemfdFlags::CLOEXEC)?))
}

/// A file that no name leads to, or one that goes when it is closed.
#[cfg(not(target_os = "linux"))]
pub fn unnamed_file(_title: &str) -> io::Result<File> {
    tempfile::tempfile()
}
