//! The standard streams, taken from everyone else.

use std::fs::File;
use std::io;

/// Private copies of the standard input and output.
#[derive(Debug)]
pub struct Streams {
    pub input: File,
    pub output: File,
}

/// Takes the streams: afterwards the standard input is empty, and what is written to the standard
/// output goes to the standard error. Must run before any thread and any print.
///
/// The copies are closed in child processes.
#[cfg(unix)]
pub fn take() -> io::Result<Streams> {
    use rustix::io::fcntl_dupfd_cloexec;
    use rustix::stdio::{dup2_stdin, dup2_stdout, stderr, stdin, stdout};
    let input = fcntl_dupfd_cloexec(stdin(), 3)?;
    let output = fcntl_dupfd_cloexec(stdout(), 3)?;
    dup2_stdin(File::open("/dev/null")?)?;
    dup2_stdout(stderr())?;
    Ok(Streams {
        input: input.into(),
        output: output.into(),
    })
}

/// Takes the streams: afterwards the standard input is empty, and what is written to the standard
/// output goes to the standard error. Must run before any thread and any print.
///
/// Libraries in C keep the streams that they began with.
#[cfg(windows)]
pub fn take() -> io::Result<Streams> {
    use std::os::windows::io::{AsHandle as _, IntoRawHandle as _, RawHandle};
    use windows_sys::Win32::System::Console::{
        STD_HANDLE, STD_INPUT_HANDLE, STD_OUTPUT_HANDLE, SetStdHandle,
    };

    fn replace(stream: STD_HANDLE, by: RawHandle) -> io::Result<()> {
        #[expect(unsafe_code, reason = "the standard library cannot replace a stream")]
        // SAFETY: the handle is open, and nobody closes it any more.
        if unsafe { SetStdHandle(stream, by) } == 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }
    let input = io::stdin().as_handle().try_clone_to_owned()?;
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    let errors = io::stderr().as_handle().try_clone_to_owned()?;
    replace(STD_INPUT_HANDLE, File::open("NUL")?.into_raw_handle())?;
    replace(STD_OUTPUT_HANDLE, errors.into_raw_handle())?;
    Ok(Streams {
        input: input.into(),
        output: output.into(),
    })
}

/// Whether the other side of an input has closed it, even if there is something left that nobody has
/// read.
#[cfg(unix)]
pub fn is_hung_up(input: &File) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    // macOS tells of pipes without being asked.
    #[cfg(target_vendor = "apple")]
    let half = PollFlags::empty();
    #[cfg(not(target_vendor = "apple"))]
    let half = PollFlags::RDHUP;
    let mut stream = [PollFd::new(input, half)];
    let ended = PollFlags::HUP | half | PollFlags::ERR;
    poll(&mut stream, Some(&Timespec::default())).is_ok() && stream[0].revents().intersects(ended)
}

/// Whether the other side of an input has closed it. This system tells when everything was read.
#[cfg(windows)]
pub fn is_hung_up(input: &File) -> bool {
    use std::os::windows::io::AsRawHandle as _;
    use windows_sys::Win32::Foundation::ERROR_BROKEN_PIPE;
    use windows_sys::Win32::System::Pipes::PeekNamedPipe;
    let none = std::ptr::null_mut();
    #[expect(unsafe_code, reason = "the standard library does not tell")]
    // SAFETY: the handle is open; nothing is read, and all places are optional.
    let told = unsafe {
        PeekNamedPipe(
            input.as_raw_handle(),
            std::ptr::null_mut(),
            0,
            none,
            none,
            none,
        )
    };
    told == 0 && io::Error::last_os_error().raw_os_error() == Some(ERROR_BROKEN_PIPE.cast_signed())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write as _;
    use std::os::fd::OwnedFd;

    #[test]
    fn an_input_is_hung_up_also_before_it_was_read() {
        let (reader, mut writer) = io::pipe().unwrap();
        let input = File::from(OwnedFd::from(reader));
        writer.write_all(b"left").unwrap();
        assert!(!is_hung_up(&input));
        drop(writer);
        assert!(is_hung_up(&input));
    }
}
