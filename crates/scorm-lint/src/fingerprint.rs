//! A name for a finding that survives moved lines, for baselines and report viewers.

use std::collections::HashMap;

use crate::Finding;

/// Gives every finding its fingerprint: rule, file and message, and a count among equals.
pub(crate) fn assign(findings: &mut [Finding]) {
    let mut seen: HashMap<u64, u64> = HashMap::new();
    for finding in findings {
        let mut hash = Fnv::default();
        hash.add(finding.code);
        hash.add(finding.file.as_deref().unwrap_or_default());
        hash.add(&finding.message);
        let count = seen.entry(hash.0).or_default();
        let fingerprint = hash.0.wrapping_add(*count);
        *count += 1;
        finding.fingerprint = format!("{fingerprint:016x}");
    }
}

/// FNV-1a, 64 bits: small and, unlike the standard hasher, the same in every version.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, text: &str) {
        for byte in text.bytes().chain([0]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
