//! Room on disks.

use std::path::Path;

/// Bytes that this user may still write where `path` lies, which must be there.
#[cfg(unix)]
pub fn free_bytes(path: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(path).ok()?;
    Some(disk.f_bavail * disk.f_frsize)
}

/// Bytes that this user may still write where `path` lies, which must be there.
#[cfg(windows)]
pub fn free_bytes(path: &Path) -> Option<u64> {
    use std::os::windows::ffi::OsStrExt as _;
    use windows_sys::Win32::Storage::FileSystem::GetDiskFreeSpaceExW;

    let path: Vec<u16> = path.as_os_str().encode_wide().chain([0]).collect();
    let (mut free, none) = (0_u64, std::ptr::null_mut());
    #[expect(unsafe_code, reason = "the standard library does not tell")]
    // SAFETY: the path ends with NUL, the one place is ours, and the others are optional.
    let told = unsafe { GetDiskFreeSpaceExW(path.as_ptr(), &raw mut free, none, none) };
    (told != 0).then_some(free)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_folder_that_is_there_has_a_disk() {
        let folder = tempfile::tempdir().unwrap();
        assert!(super::free_bytes(folder.path()).is_some_and(|free| free > 0));
        assert_eq!(super::free_bytes(&folder.path().join("missing")), None);
    }
}
