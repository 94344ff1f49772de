//! Which dialogs are shown as open cards, and which wait behind them.

/// Cards that are open at a time.
pub const OPEN_CARDS: usize = 3;

/// Open dialogs in the order in which they are shown.
#[derive(Clone, Debug, Default)]
pub struct Queue(Vec<String>);

impl Queue {
    /// Puts a dialog at the end.
    pub fn push(&mut self, dialog_id: &str) {
        self.0.push(dialog_id.to_owned());
    }

    /// Takes a dialog out; the next one moves up.
    pub fn remove(&mut self, dialog_id: &str) {
        self.0.retain(|waiting| waiting != dialog_id);
    }

    /// 0: an open card; 1 and more: the place behind them.
    pub fn position(&self, dialog_id: &str) -> Option<usize> {
        let index = self.0.iter().position(|waiting| waiting == dialog_id)?;
        Some((index + 1).saturating_sub(OPEN_CARDS))
    }

    /// The human picks a waiting dialog: it becomes a card, in place of the youngest one, which
    /// is then the next. `created` tells when a dialog was asked.
    pub fn pick(&mut self, dialog_id: &str, created: impl Fn(&str) -> u64) {
        if self
            .position(dialog_id)
            .is_none_or(|position| position == 0)
        {
            return;
        }
        self.remove(dialog_id);
        let youngest = (0..OPEN_CARDS.min(self.0.len()))
            .max_by_key(|index| (created(&self.0[*index]), *index))
            .unwrap_or(0);
        let displaced = std::mem::replace(&mut self.0[youngest], dialog_id.to_owned());
        self.0.insert(OPEN_CARDS, displaced);
    }

    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_are_open_and_the_human_may_pick() {
        let mut queue = Queue::default();
        for id in ["a", "b", "c", "d", "e"] {
            queue.push(id);
        }
        let places = |queue: &Queue| -> Vec<(String, usize)> {
            let ids: Vec<String> = queue.iter().map(str::to_owned).collect();
            ids.into_iter()
                .map(|id| {
                    let place = queue.position(&id).unwrap();
                    (id, place)
                })
                .collect()
        };
        let named = |list: &[(&str, usize)]| -> Vec<(String, usize)> {
            list.iter()
                .map(|(id, place)| ((*id).to_owned(), *place))
                .collect()
        };
        assert_eq!(
            places(&queue),
            named(&[("a", 0), ("b", 0), ("c", 0), ("d", 1), ("e", 2)])
        );
        queue.pick("e", |id| u64::from(id.as_bytes()[0]));
        assert_eq!(
            places(&queue),
            named(&[("a", 0), ("b", 0), ("e", 0), ("c", 1), ("d", 2)])
        );
        queue.remove("a");
        assert_eq!(
            places(&queue),
            named(&[("b", 0), ("e", 0), ("c", 0), ("d", 1)])
        );
        assert_eq!(queue.position("a"), None);
    }
}
