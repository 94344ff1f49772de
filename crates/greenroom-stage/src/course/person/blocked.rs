//! What the browser of a person kept the course from loading.

use greenroom_web::stage::Blocked;

/// A course that asks for a thousand things is shown by the first of them.
const MOST: usize = 100;
/// Enough to know an address by.
const LONGEST_URL: usize = 500;

/// Each address and directive once, in order.
#[derive(Debug, Default)]
pub(in crate::course) struct BlockedList(Vec<Blocked>);

impl BlockedList {
    /// Takes it in; false if it is known, or one too many.
    pub(in crate::course) fn note(&mut self, what: &Blocked) -> bool {
        let what = Blocked {
            url: what.url.chars().take(LONGEST_URL).collect(),
            directive: what.directive.chars().take(LONGEST_URL).collect(),
        };
        let is_new = self.0.len() < MOST && !self.0.contains(&what);
        if is_new {
            self.0.push(what);
        }
        is_new
    }

    pub(super) fn all(&self) -> &[Blocked] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_kept_once_and_not_without_end() {
        let mut list = BlockedList::default();
        let blocked = |number: usize| Blocked {
            url: format!("https://example.org/{number}"),
            directive: "img-src".to_owned(),
        };
        assert!(list.note(&blocked(0)));
        assert!(!list.note(&blocked(0)));
        for number in 0..2 * MOST {
            list.note(&blocked(number));
        }
        assert_eq!(list.all().len(), MOST);
    }
}
