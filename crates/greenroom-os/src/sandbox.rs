//! Whether programs can shut themselves in, as browsers do with the processes of pages.

/// Decided by the machine. On Linux not as root, and not without user namespaces; other systems
/// have means of their own, which need no permission.
pub fn is_available() -> bool {
    let number =
        |path: &str| -> Option<u64> { std::fs::read_to_string(path).ok()?.trim().parse().ok() };
    let none_allowed = number("/proc/sys/user/max_user_namespaces") == Some(0);
    let switched_off = number("/proc/sys/kernel/unprivileged_userns_clone") == Some(0)
        || number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == Some(1);
    !(is_root() || none_allowed || switched_off)
}

#[cfg(target_os = "linux")]
fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt as _;
    std::fs::metadata("/proc/self").is_ok_and(|metadata| metadata.uid() == 0)
}

#[cfg(not(target_os = "linux"))]
fn is_root() -> bool {
    false
}
