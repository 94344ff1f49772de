//! The processes of a server: which they are, and what memory they take.

use std::fs;

/// The process and everything that it started.
pub(crate) fn family(root: u32) -> Vec<u32> {
    let mut parents: Vec<(u32, u32)> = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        // After the name in brackets come the state and the parent's id.
        let parent = stat
            .rsplit(')')
            .next()
            .and_then(|rest| rest.split_whitespace().nth(1));
        let pid = entry.file_name().to_string_lossy().parse();
        if let (Some(Ok(parent)), Ok(pid)) = (parent.map(str::parse), pid) {
            parents.push((pid, parent));
        }
    }
    let mut family = vec![root];
    let mut next = 0;
    while let Some(&pid) = family.get(next) {
        let children = parents.iter().filter(|(_, parent)| *parent == pid);
        family.extend(children.map(|(child, _)| *child));
        next += 1;
    }
    family
}

/// The browser of a server: the process that the others of the browser come from.
pub(crate) fn browser(server: u32) -> Option<u32> {
    family(server).into_iter().find(|pid| {
        let line = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.contains("--remote-debugging-pipe") && !line.contains("--type=")
    })
}

/// The processes of a server that have this name.
pub(crate) fn named(server: u32, name: &str) -> Vec<u32> {
    let mut family = family(server);
    family.retain(|pid| {
        let own = fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        own.trim_end() == name
    });
    family
}

/// Memory of a server with its browser in bytes, shared pages counted once.
pub(crate) fn memory(server: u32) -> u64 {
    family(server).into_iter().map(memory_of).sum()
}

/// Memory of one process in bytes, with its share of the pages that others use too.
pub(crate) fn memory_of(pid: u32) -> u64 {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).unwrap_or_default();
    let pss = rollup.lines().find_map(|line| line.strip_prefix("Pss:"));
    let kilobytes: Option<u64> = pss
        .and_then(|rest| rest.split_whitespace().next())
        .and_then(|number| number.parse().ok());
    kilobytes.unwrap_or(0) << 10
}
