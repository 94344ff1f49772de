//! `continue` in trees of 100, 1,000 and 10,000 activities of three shapes.
//!
//! Rollup looks at every child of every cluster on the path, so the cost should follow the depth
//! plus the children visited and nothing else: the last column stays level.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]
#![expect(clippy::disallowed_methods, reason = "a benchmark measures time")]

use std::sync::Arc;
use std::time::Instant;

use scorm_sequencing::{
    ActivityId, ActivityParts, ActivityTree, Draws, NavigationRequest, Outcome, Sequencer,
};

fn main() {
    println!("shape       activities  continues   ns/continue  visited  ns/visited");
    for (shape, depths) in SHAPES {
        for size in [100, 1_000, 10_000] {
            measure(shape, &depths(size));
        }
    }
    println!("\nmenu and validity, fan of ten");
    for size in [100, 1_000, 10_000] {
        look_ahead(&fan_of_ten(size));
    }
}

/// The depths of all activities in preorder.
type Shape = fn(usize) -> Vec<u32>;

const SHAPES: [(&str, Shape); 3] = [("fan of ten", fan_of_ten), ("flat", flat), ("deep", deep)];

/// One cluster with everything in it.
fn flat(size: usize) -> Vec<u32> {
    (0..size).map(|index| u32::from(index > 0)).collect()
}

/// Every cluster has ten children, as courses have.
fn fan_of_ten(size: usize) -> Vec<u32> {
    let mut depths = Vec::with_capacity(size);
    let mut levels = 1;
    while 10_usize.pow(levels) < size {
        levels += 1;
    }
    // Counting in tens: a number that ends in k zeros opens k clusters above its leaf.
    for leaf in 0_usize.. {
        let mut zeros = 0;
        while zeros < levels && leaf.is_multiple_of(10_usize.pow(zeros)) {
            zeros += 1;
        }
        for level in (levels - zeros + u32::from(leaf > 0 || zeros < levels))..=levels {
            if depths.len() == size {
                return depths;
            }
            depths.push(if depths.is_empty() { 0 } else { level.max(1) });
        }
    }
    depths
}

/// Two leaves per level, down to a depth of a third of the size.
fn deep(size: usize) -> Vec<u32> {
    let mut depths = vec![0];
    for level in 1.. {
        for _ in 0..3 {
            depths.push(level);
        }
        if depths.len() >= size {
            break;
        }
    }
    depths.truncate(size);
    depths
}

fn sequencer(depths: &[u32]) -> Sequencer {
    let part = |(index, depth): (usize, &u32)| {
        let mut part = ActivityParts {
            depth: *depth,
            identifier: format!("n{index}"),
            is_visible: true,
            ..ActivityParts::default()
        };
        part.definition.control_mode.flow = true;
        part
    };
    let parts = depths.iter().enumerate().map(part).collect();
    Sequencer::new(Arc::new(ActivityTree::assemble(parts, Vec::new(), true)))
}

/// Clusters on the path and all their children.
fn visited(tree: &ActivityTree, leaf: ActivityId) -> usize {
    tree.path_to_root(leaf)
        .map(|on| 1 + tree.activity(on).children.len())
        .sum()
}

fn measure(shape: &str, depths: &[u32]) {
    let mut sequencer = sequencer(depths);
    let mut draws = Draws::new(1);
    sequencer.navigate(NavigationRequest::Start, &mut draws);
    let (mut continues, mut nodes) = (0_usize, 0_usize);
    let begin = Instant::now();
    while continues < 2_000 {
        if let Some(leaf) = sequencer.current() {
            nodes += visited(sequencer.tree(), leaf);
        }
        let outcome = sequencer.navigate(NavigationRequest::Continue, &mut draws);
        continues += 1;
        if let Outcome::Ended { .. } = outcome {
            sequencer.navigate(NavigationRequest::Start, &mut draws);
        }
    }
    let nanoseconds = begin.elapsed().as_nanos() as f64;
    println!(
        "{shape:<11} {:>10} {continues:>10} {:>13.0} {:>8.0} {:>11.1}",
        depths.len(),
        nanoseconds / continues as f64,
        nodes as f64 / continues as f64,
        nanoseconds / nodes as f64,
    );
}

fn look_ahead(depths: &[u32]) {
    let mut sequencer = sequencer(depths);
    let mut draws = Draws::new(1);
    sequencer.navigate(NavigationRequest::Start, &mut draws);
    for _ in 0..depths.len() / 3 {
        sequencer.navigate(NavigationRequest::Continue, &mut draws);
    }
    let rounds = 20_u32;
    let begin = Instant::now();
    let mut selectable = 0;
    for _ in 0..rounds {
        selectable = sequencer
            .menu()
            .entries
            .iter()
            .filter(|entry| entry.is_selectable())
            .count();
    }
    let menu = begin.elapsed() / rounds;
    let begin = Instant::now();
    let controls = sequencer.navigation_validity();
    let validity = begin.elapsed();
    println!(
        "{:>10} activities: menu {menu:?} ({selectable} selectable), controls {validity:?} \
         (continue {})",
        depths.len(),
        controls.continue_.is_enabled(),
    );
}
