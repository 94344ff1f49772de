//! A name for a finding that survives moved lines, for baselines and report viewers.

use std::collections::HashMap;
use std::hash::Hasher as _;

use crate::Finding;
use crate::fnv::Fnv;

/// Gives every finding its fingerprint: rule, file and message, and a count among equals.
pub(crate) fn assign(findings: &mut [Finding]) {
    let mut seen: HashMap<u64, u64> = HashMap::new();
    for finding in findings {
        let mut hash = Fnv::default();
        hash.add(finding.code);
        hash.add(finding.file.as_deref().unwrap_or_default());
        hash.add(&finding.message);
        let count = seen.entry(hash.finish()).or_default();
        let fingerprint = hash.finish().wrapping_add(*count);
        *count += 1;
        finding.fingerprint = format!("{fingerprint:016x}");
    }
}
