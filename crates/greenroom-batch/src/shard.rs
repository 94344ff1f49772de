//! A stable part of the packages, for CI that runs several jobs beside each other.

use std::fmt;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};

/// Part `index` of `count`, from 1.
///
/// Which part a package is in follows from its name alone, so that a new package moves no other one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    index: u32,
    count: u32,
}

/// A text that is no part.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotAShard {
    /// Not two numbers.
    #[error("give part and number of parts as in 2/3")]
    Form,
    /// A part that is not there.
    #[error("there is no part {index} of {count}: parts are 1/{count} to {count}/{count}")]
    OutOfRange {
        /// The part.
        index: u32,
        /// The number of parts.
        count: u32,
    },
    /// No parts at all.
    #[error("there must be at least one part, as in 1/1")]
    NoParts,
}

impl Shard {
    /// Is the package in this part? `name` is its path relative to what the caller named.
    pub fn holds(&self, name: &str) -> bool {
        let digest = Sha256::digest(name.as_bytes());
        let number = digest.first_chunk().copied().map_or(0, u64::from_be_bytes);
        number % u64::from(self.count) == u64::from(self.index - 1)
    }
}

impl FromStr for Shard {
    type Err = NotAShard;

    fn from_str(text: &str) -> Result<Self, NotAShard> {
        let (index, count) = text.split_once('/').ok_or(NotAShard::Form)?;
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| NotAShard::Form);
        let (index, count) = (number(index)?, number(count)?);
        match count {
            0 => Err(NotAShard::NoParts),
            _ if index == 0 || index > count => Err(NotAShard::OutOfRange { index, count }),
            _ => Ok(Self { index, count }),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shards(count: u32) -> Vec<Shard> {
        (1..=count).map(|index| Shard { index, count }).collect()
    }

    #[test]
    fn every_package_is_in_exactly_one_part_and_parts_are_alike() {
        let names: Vec<String> = (0..3000).map(|n| format!("folder/{n}.zip")).collect();
        for name in &names {
            let holding = shards(3).iter().filter(|shard| shard.holds(name)).count();
            assert_eq!(holding, 1, "{name}");
        }
        for shard in shards(3) {
            let held = names.iter().filter(|name| shard.holds(name)).count();
            assert!((850..1150).contains(&held), "{shard}: {held}");
        }
    }

    /// A matrix whose jobs run different builds must still agree.
    #[test]
    fn the_split_is_the_same_in_every_version() {
        let of = |name: &str| shards(4).iter().position(|shard| shard.holds(name));
        let names = ["a.zip", "b.zip", "courses/c", "é.zip"];
        assert_eq!(names.map(of), [Some(2), Some(2), Some(1), Some(3)]);
    }

    #[test]
    fn what_is_no_part_is_refused_with_the_reason() {
        assert_eq!("2/3".parse(), Ok(Shard { index: 2, count: 3 }));
        for (text, error) in [
            ("0/3", NotAShard::OutOfRange { index: 0, count: 3 }),
            ("4/3", NotAShard::OutOfRange { index: 4, count: 3 }),
            ("x", NotAShard::Form),
            ("1/", NotAShard::Form),
            ("-1/3", NotAShard::Form),
            ("1/2/3", NotAShard::Form),
            ("1/0", NotAShard::NoParts),
            ("", NotAShard::Form),
        ] {
            assert_eq!(text.parse::<Shard>(), Err(error), "{text}");
        }
    }
}
