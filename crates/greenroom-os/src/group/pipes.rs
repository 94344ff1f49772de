//! Two pipes for a child, which finds them as descriptors 3 and 4.

use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// Open files that a program may expect to be allowed.
const OPEN_FILES: libc::rlim_t = 1024;

/// A pipe whose ends have numbers above those that the child gets, and close on exec.
pub(super) fn pair() -> io::Result<(OwnedFd, OwnedFd)> {
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

/// What the program begins with: its pipes as descriptors 3 and 4, and the usual limit of open
/// files, whatever ours is. Programs that were made for it fail in odd ways with more, and Chromium
/// takes for itself what it needs.
pub(super) fn hand_over(command: &mut Command, commands: &OwnedFd, answers: &OwnedFd) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_begins_with_the_usual_limit_of_open_files() {
        let (commands, _ours) = pair().unwrap();
        let (_ours, answers) = pair().unwrap();
        let mut command = Command::new("/bin/sh");
        command.args(["-c", "ulimit -Sn"]);
        hand_over(&mut command, &commands, &answers);
        let said = command.output().unwrap().stdout;
        assert_eq!(String::from_utf8_lossy(&said).trim(), "1024");
    }
}
