//! How much this process may take.

use std::io;

/// Raises the number of files and sockets that may be open at once to `wanted`, as far as the system
/// lets it.
#[cfg(unix)]
pub fn raise_open_files(wanted: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    // Whatever the hard limit says, macOS takes no more (`OPEN_MAX`).
    #[cfg(target_vendor = "apple")]
    let wanted = wanted.min(10_240);
    let limit = getrlimit(Resource::Nofile);
    let reachable = limit.maximum.map_or(wanted, |hard| hard.min(wanted));
    if limit.current.is_none_or(|soft| soft >= reachable) {
        return Ok(());
    }
    let raised = Rlimit {
        current: Some(reachable),
        maximum: limit.maximum,
    };
    setrlimit(Resource::Nofile, raised)?;
    Ok(())
}

/// Nothing to do: this system has no such limit that a process could reach.
#[cfg(windows)]
pub fn raise_open_files(_wanted: u64) -> io::Result<()> {
    Ok(())
}

/// Lets this process take `bytes` of memory at most, and write no image of it when it crashes.
///
/// macOS takes the number and does not keep to it.
#[cfg(unix)]
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let set = |resource, most: u64| -> io::Result<()> {
        let mut limit: Rlimit = getrlimit(resource);
        limit.current = Some(limit.maximum.map_or(most, |maximum| maximum.min(most)));
        setrlimit(resource, limit)?;
        Ok(())
    };
    let (memory, image) = (set(Resource::Data, bytes), set(Resource::Core, 0));
    memory.and(image)
}

/// Lets this process take `bytes` of memory at most.
#[cfg(windows)]
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    use windows_sys::Win32::System::JobObjects::{
        AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_PROCESS_MEMORY,
        JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
        SetInformationJobObject,
    };
    use windows_sys::Win32::System::Threading::GetCurrentProcess;

    let mut limit = JOBOBJECT_EXTENDED_LIMIT_INFORMATION {
        ProcessMemoryLimit: usize::try_from(bytes).unwrap_or(usize::MAX),
        ..Default::default()
    };
    limit.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_PROCESS_MEMORY;
    let told = |done: bool| {
        if done {
            Ok(())
        } else {
            Err(io::Error::last_os_error())
        }
    };
    #[expect(unsafe_code, reason = "the standard library knows no job objects")]
    // SAFETY: the limit has the form and the length that its class asks for. The handle of the job
    // stays open for as long as this process is in it.
    unsafe {
        let job = CreateJobObjectW(std::ptr::null(), std::ptr::null());
        told(!job.is_null())?;
        let length = size_of::<JOBOBJECT_EXTENDED_LIMIT_INFORMATION>() as u32;
        let class = JobObjectExtendedLimitInformation;
        told(SetInformationJobObject(job, class, (&raw const limit).cast(), length) != 0)?;
        told(AssignProcessToJobObject(job, GetCurrentProcess()) != 0)
    }
}
