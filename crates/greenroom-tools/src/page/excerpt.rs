//! Long lists cut to what a caller can take in.

use serde::Serialize;

/// Bytes of JSON that a list may take when its length was not asked for.
const BUDGET: usize = 6500;

/// The first `limit` entries; without a wish the first hundred, as far as they fit the budget.
pub(crate) fn first<T: Serialize>(all: Vec<T>, limit: Option<usize>) -> Vec<T> {
    match limit {
        Some(limit) => all.into_iter().take(limit).collect(),
        None => fitting(all, BUDGET),
    }
}

/// The first hundred entries, as far as they fit into `budget` bytes of JSON.
pub(crate) fn fitting<T: Serialize>(all: Vec<T>, budget: usize) -> Vec<T> {
    let mut left = budget;
    let fits = |entry: &T| {
        let size = serde_json::to_string(entry).map_or(0, |text| text.len());
        let fits = size <= left;
        left = left.saturating_sub(size);
        fits
    };
    all.into_iter().take(100).take_while(fits).collect()
}

/// For counts of what was left out, which are told only if something was.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde's signature")]
pub(crate) fn is_zero(count: &usize) -> bool {
    *count == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_cut_by_bytes_unless_a_length_was_asked_for() {
        let long = vec!["x".repeat(1000); 50];
        assert_eq!(first(long.clone(), None).len(), 6);
        assert_eq!(first(long, Some(20)).len(), 20);
        assert_eq!(first(vec![1; 500], None).len(), 100);
    }
}
