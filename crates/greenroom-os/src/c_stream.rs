//! Files as C has them, for libraries that are written in it.

use std::ffi::{c_char, c_void};
use std::fs::File;

/// Makes a `FILE*` of a file. Null if that fails; the file is closed then, and `errno` says why.
///
/// # Safety
///
/// `mode` is a text that ends with NUL.
#[expect(unsafe_code, reason = "what C makes is in no hands that Rust knows")]
pub unsafe fn open(file: File, mode: *const c_char) -> *mut c_void {
    let Some(descriptor) = descriptor(file) else {
        return std::ptr::null_mut();
    };
    // SAFETY: the descriptor is ours alone, and the caller says that `mode` ends.
    unsafe {
        let stream = libc::fdopen(descriptor, mode);
        if stream.is_null() {
            libc::close(descriptor);
        }
        stream.cast()
    }
}

/// Closes what [`open`] has made. No: what was written last did not arrive.
///
/// # Safety
///
/// `stream` is of [`open`], not null, and not used afterwards.
#[expect(unsafe_code, reason = "what C made only C can close")]
pub unsafe fn close(stream: *mut c_void) -> bool {
    // SAFETY: as the caller says.
    unsafe { libc::fclose(stream.cast()) == 0 }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "it can fail on other systems")]
fn descriptor(file: File) -> Option<libc::c_int> {
    use std::os::fd::IntoRawFd as _;
    Some(file.into_raw_fd())
}

#[cfg(windows)]
fn descriptor(file: File) -> Option<libc::c_int> {
    use std::os::windows::io::{AsRawHandle as _, IntoRawHandle as _};
    #[expect(unsafe_code, reason = "only C's library numbers files")]
    // SAFETY: the handle is ours alone; when it is taken, nobody but the descriptor has it.
    let descriptor =
        unsafe { libc::open_osfhandle(file.as_raw_handle() as libc::intptr_t, libc::O_BINARY) };
    if descriptor < 0 {
        return None;
    }
    let _now_of_the_descriptor = file.into_raw_handle();
    Some(descriptor)
}
