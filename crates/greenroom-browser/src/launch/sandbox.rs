//! Whether Chromium can use its sandbox here, and what the machine offers it.

/// Chromium's own sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sandbox {
    On,
    /// The system cannot; the caller is told.
    Off,
}

/// Decide by the machine: not as root, not without user namespaces.
#[cfg(target_os = "linux")]
pub(crate) fn available() -> Sandbox {
    use std::fs;
    use std::os::unix::fs::MetadataExt;

    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let root = fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0);
    let none_allowed = number("/proc/sys/user/max_user_namespaces") == Some(0);
    let switched_off = number("/proc/sys/kernel/unprivileged_userns_clone") == Some(0)
        || number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == Some(1);
    if root || none_allowed || switched_off {
        Sandbox::Off
    } else {
        Sandbox::On
    }
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn available() -> Sandbox {
    Sandbox::On
}

/// Free bytes of the file system at `path`.
#[cfg(target_os = "linux")]
pub(super) fn free_bytes(path: &std::path::Path) -> Option<u64> {
    use std::os::unix::ffi::OsStrExt;

    let path = std::ffi::CString::new(path.as_os_str().as_bytes()).ok()?;
    let mut stat = std::mem::MaybeUninit::<libc::statvfs>::zeroed();
    #[expect(
        unsafe_code,
        reason = "statvfs has no safe form in the standard library"
    )]
    // SAFETY: `path` ends with NUL and `stat` is large enough; it is read only after success.
    let stat = unsafe {
        (libc::statvfs(path.as_ptr(), stat.as_mut_ptr()) == 0).then(|| stat.assume_init())?
    };
    Some(stat.f_bavail * stat.f_frsize)
}
