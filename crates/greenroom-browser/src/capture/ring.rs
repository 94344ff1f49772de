//! A list that keeps the newest entries and counts those it dropped.
//!
//! It is bounded in entries and in bytes: a page decides how large its entries are.

use std::collections::VecDeque;

use serde::Serialize;

use super::bounded::Weight;

/// What the entries of one record may take together.
const BYTES: usize = 4 << 20;

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
    bytes: usize,
}

impl<T, const LIMIT: usize> Default for Ring<T, LIMIT> {
    fn default() -> Self {
        Self {
            items: VecDeque::new(),
            dropped: 0,
            bytes: 0,
        }
    }
}

impl<T: Clone + Weight, const LIMIT: usize> Ring<T, LIMIT> {
    pub(crate) fn push(&mut self, item: T) {
        self.bytes += item.weight();
        self.items.push_back(item);
        while (self.items.len() > LIMIT || self.bytes > BYTES)
            && let Some(oldest) = self.items.pop_front()
        {
            // An entry may have changed since it came.
            self.bytes = self.bytes.saturating_sub(oldest.weight());
            self.dropped += 1;
        }
    }

    /// Entry number `index`, counted from the first ever pushed.
    pub(crate) fn get_mut(&mut self, index: u64) -> Option<&mut T> {
        self.items
            .get_mut(index.checked_sub(self.dropped)? as usize)
    }

    /// How many entries are gone; also the number of the oldest that is kept.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped
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

    impl Weight for usize {
        fn weight(&self) -> usize {
            *self
        }
    }

    #[test]
    fn large_entries_drop_more_of_the_older_ones() {
        let mut ring = Ring::<_, 1000>::default();
        for size in [10, 20, BYTES / 2, BYTES / 2] {
            ring.push(size);
        }
        let Captured { items, dropped } = ring.captured();
        assert_eq!((items, dropped), (vec![BYTES / 2, BYTES / 2], 2));
    }

    #[test]
    fn the_oldest_are_dropped_and_counted() {
        let mut ring = Ring::<_, 2>::default();
        for item in 0..5_usize {
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
