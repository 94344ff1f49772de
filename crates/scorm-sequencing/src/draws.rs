//! Random draws from a seed that the caller passes in.

/// A stream of draws that is a function of its seed, so that replay gives the same course.
///
/// SplitMix64: small, stable across platforms, good enough to shuffle activities.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draws {
    state: u64,
}

impl Draws {
    /// A stream that begins with this seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut value = self.state;
        value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        value ^ (value >> 31)
    }

    /// A number from 0 up to, but not including, `bound`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        // Multiplying keeps the distribution even enough for lists of activities.
        ((u128::from(self.next()) * bound as u128) >> 64) as usize
    }

    /// Puts the list into random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for end in (1..list.len()).rev() {
            list.swap(end, self.below(end + 1));
        }
    }

    /// Keeps `count` random elements in their order.
    pub fn select<T: Copy>(&mut self, list: &[T], count: usize) -> Vec<T> {
        let mut indexes: Vec<usize> = (0..list.len()).collect();
        self.shuffle(&mut indexes);
        let mut kept = vec![false; list.len()];
        for index in indexes.into_iter().take(count) {
            kept[index] = true;
        }
        list.iter()
            .zip(kept)
            .filter_map(|(element, kept)| kept.then_some(*element))
            .collect()
    }
}
