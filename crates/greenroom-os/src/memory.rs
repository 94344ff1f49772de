//! Memory of this process.

/// Bytes that this process holds in memory, where the system tells; only Linux is asked.
pub fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// Gives memory that is free again back to the system. It takes a millisecond or two, so it is for
/// the end of long work.
///
/// The allocator of glibc keeps what each thread has freed for that thread. Each lint runs on
/// another one, so a server that has validated many packages would keep the most that each needed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back() {
    #[expect(unsafe_code, reason = "malloc_trim has no safe form")]
    // SAFETY: it takes no pointer, and may be called by any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Nothing to do: other allocators give back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn this_process_holds_memory() {
        assert!(super::resident().is_some_and(|bytes| bytes > 100_000));
        super::give_back();
    }
}
