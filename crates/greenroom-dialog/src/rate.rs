//! How many requests one asker may make: a sliding window.

use std::collections::{HashMap, VecDeque};

/// Requests in one window.
pub const REQUESTS: usize = 100;
/// The window in milliseconds.
pub const WINDOW_MS: u64 = 60_000;

/// The times of recent requests, by asker.
#[derive(Debug, Default)]
pub struct RateLimit(HashMap<String, VecDeque<u64>>);

impl RateLimit {
    /// Counts a request; over the limit it is not counted, and the wait in milliseconds is told.
    pub fn take(&mut self, asker: &str, now: u64) -> Result<(), u64> {
        self.0.retain(|_, times| {
            while times.front().is_some_and(|time| time + WINDOW_MS <= now) {
                times.pop_front();
            }
            !times.is_empty()
        });
        let times = self.0.entry(asker.to_owned()).or_default();
        match times.front() {
            Some(oldest) if times.len() >= REQUESTS => Err(oldest + WINDOW_MS - now),
            _ => {
                times.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_101st_request_of_a_window_waits_and_others_do_not() {
        let mut limit = RateLimit::default();
        for n in 0..100 {
            assert_eq!(limit.take("a", 1000 + n), Ok(()));
        }
        assert_eq!(limit.take("a", 2000), Err(59_000));
        assert_eq!(limit.take("b", 2000), Ok(()));
        assert_eq!(
            limit.take("a", 61_000),
            Ok(()),
            "the first has left the window"
        );
        assert_eq!(limit.take("a", 61_000), Err(1));
    }
}
