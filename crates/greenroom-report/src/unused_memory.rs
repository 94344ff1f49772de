//! Gives memory that is free again back to the system.
//!
//! The allocator of glibc keeps what each thread has freed for that thread. Each lint runs on
//! another one, so a server that has validated many packages would keep the most that each needed.

/// Gives back what is free now. It takes a millisecond or two, so it is for the end of long work.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back() {
    #[expect(unsafe_code, reason = "malloc_trim has no safe form")]
    // SAFETY: it takes no pointer, and may be called by any thread at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Other allocators give back by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
