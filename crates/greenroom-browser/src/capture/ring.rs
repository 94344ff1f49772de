//! A list that keeps the newest entries and counts those it dropped.

use std::collections::VecDeque;

use serde::Serialize;

/// A copy of a record, oldest entry first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Captured<T> {
    /// What was kept.
    pub items: Vec<T>,
    /// How many older entries were dropped.
    pub dropped: u64,
}

/// The newest `LIMIT` entries.
#[derive(Debug)]
pub(crate) struct Ring<T, const LIMIT: usize> {
    items: VecDeque<T>,
    dropped: u64,
}

impl<T, const LIMIT: usize> Default for Ring<T, LIMIT> {
    fn default() -> Self {
        Self {
            items: VecDeque::new(),
            dropped: 0,
        }
    }
}

impl<T: Clone, const LIMIT: usize> Ring<T, LIMIT> {
    pub(crate) fn push(&mut self, item: T) {
        if self.items.len() == LIMIT {
            self.items.pop_front();
            self.dropped += 1;
        }
        self.items.push_back(item);
    }

    /// Entry number `index`, counted from the first ever pushed.
    pub(crate) fn get_mut(&mut self, index: u64) -> Option<&mut T> {
        self.items
            .get_mut(index.checked_sub(self.dropped)? as usize)
    }

    /// How many entries were ever pushed.
    pub(crate) fn pushed(&self) -> u64 {
        self.dropped + self.items.len() as u64
    }

    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.items.iter()
    }

    pub(crate) fn captured(&self) -> Captured<T> {
        Captured {
            items: self.items.iter().cloned().collect(),
            dropped: self.dropped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_dropped_and_counted() {
        let mut ring = Ring::<_, 2>::default();
        for item in 0..5 {
            ring.push(item);
        }
        assert_eq!(
            ring.captured(),
            Captured {
                items: vec![3, 4],
                dropped: 3
            }
        );
        assert_eq!(ring.pushed(), 5);
        assert_eq!(ring.get_mut(2), None);
        assert_eq!(ring.get_mut(3), Some(&mut 3));
    }
}
