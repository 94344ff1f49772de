//! Which children of a sequence stand in the wrong place.

use scorm_package::xml::Node;

use super::fault::FaultKind;

/// The fewest children whose move would put all in order, each with what is wrong.
pub(super) fn out_of_order<'a>(positions: &[(Node<'a>, usize)]) -> Vec<(Node<'a>, FaultKind<'a>)> {
    if positions.is_sorted_by_key(|(_, position)| position) {
        return Vec::new();
    }
    let stay = longest_run(positions);
    let staying: Vec<(Node<'a>, usize)> = positions
        .iter()
        .zip(&stay)
        .filter(|(_, stays)| **stays)
        .map(|(child, _)| *child)
        .collect();
    let mut moved = Vec::new();
    for ((node, position), _) in positions.iter().zip(&stay).filter(|(_, stays)| !**stays) {
        // Those that stay are in order.
        let (before, after) = staying.split_at(staying.partition_point(|(_, its)| its <= position));
        let behind = before.last();
        let behind = behind.filter(|(other, _)| other.span().start > node.span().start);
        let kind = match (behind, after.first()) {
            (Some((neighbour, _)), _) => FaultKind::ElementTooEarly {
                neighbour: *neighbour,
            },
            (None, Some((neighbour, _))) => FaultKind::ElementTooLate {
                neighbour: *neighbour,
            },
            (None, None) => continue,
        };
        moved.push((*node, kind));
    }
    moved
}

/// Marks the members of a longest run of children that are already in order.
fn longest_run(positions: &[(Node<'_>, usize)]) -> Vec<bool> {
    let last = positions
        .iter()
        .map(|(_, position)| *position)
        .max()
        .unwrap_or_default();
    // For each position, the longest run that ends there: its length and its last child.
    let mut ends: Vec<(usize, Option<usize>)> = vec![(0, None); last + 1];
    let mut previous = vec![None; positions.len()];
    for (at, (_, position)) in positions.iter().enumerate() {
        let longest = ends[..=*position]
            .iter()
            .copied()
            .max_by_key(|(length, _)| *length);
        let (length, before) = longest.unwrap_or_default();
        previous[at] = before;
        ends[*position] = (length + 1, Some(at));
    }
    let mut stay = vec![false; positions.len()];
    let mut next = ends
        .iter()
        .copied()
        .max_by_key(|(length, _)| *length)
        .and_then(|end| end.1);
    while let Some(at) = next {
        stay[at] = true;
        next = previous[at];
    }
    stay
}
