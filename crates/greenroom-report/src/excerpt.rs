//! Long lists cut to what a caller can take in.

use serde::Serialize;

/// The first `limit` entries, without a wish the first hundred, as far as they fit into `room`
/// bytes of JSON.
///
/// The first entry is always there, so that who asks for page after page comes to an end.
pub fn first<T: Serialize>(
    all: impl IntoIterator<Item = T>,
    limit: Option<usize>,
    room: usize,
) -> Vec<T> {
    let mut left = room;
    let mut listed = Vec::new();
    for entry in all.into_iter().take(limit.unwrap_or(100)) {
        let taken = size(&entry) + 1;
        if taken > left && !listed.is_empty() {
            break;
        }
        left = left.saturating_sub(taken);
        listed.push(entry);
    }
    listed
}

/// The first hundred entries, as far as they fit into `budget` bytes of JSON.
pub fn fitting<T: Serialize>(all: Vec<T>, budget: usize) -> Vec<T> {
    let mut left = budget;
    let fits = |entry: &T| {
        let size = size(entry);
        let fits = size <= left;
        left = left.saturating_sub(size);
        fits
    };
    all.into_iter().take(100).take_while(fits).collect()
}

/// For counts of what was left out, which are told only if something was.
pub fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Bytes of a value as JSON.
pub fn size(value: &impl Serialize) -> usize {
    let mut counter = Counter(0);
    match serde_json::to_writer(&mut counter, value) {
        Ok(()) => counter.0,
        // What cannot be JSON is never sent.
        Err(_) => 0,
    }
}

struct Counter(usize);

impl std::io::Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_cut_by_length_and_by_bytes() {
        let long = vec!["x".repeat(1000); 50];
        assert_eq!(first(long.clone(), None, 6500).len(), 6);
        assert_eq!(first(long.clone(), Some(3), 6500).len(), 3);
        assert_eq!(first(long.clone(), Some(20), 6500).len(), 6);
        assert_eq!(first(long, None, 10).len(), 1);
        assert_eq!(first(vec![1; 500], None, 6500).len(), 100);
    }
}
