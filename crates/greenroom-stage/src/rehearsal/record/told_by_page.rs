//! Acts that the page of a person told, made into what a rehearsal can do again.

use scorm_session::rehearsal::format::{Call, ClickCount, Element, PageAct, ViewportSize};
use serde::Deserialize as _;
use serde_json::Value;

use super::noise::is_drawn;
use super::scribe::Scribe;
use super::source::unusual;

impl Scribe {
    /// The person sees the course in this size from now on.
    pub(super) fn sized(&mut self, payload: &Value) {
        let Ok(ViewportSize { width, height }) = ViewportSize::deserialize(payload) else {
            return;
        };
        let before = self.size.replace((width, height));
        // The first size is that of the launch.
        if before.is_none() && self.about.viewport.is_none() {
            self.about.viewport = unusual(ViewportSize { width, height });
        } else if before != Some((width, height)) {
            self.push(PageAct::Viewport { width, height });
        }
    }

    /// The act to note; none for one that another act has taken in.
    pub(super) fn of_page(&mut self, act: PageAct, payload: &Value) -> Option<PageAct> {
        if payload["via"].as_str() != Some("page") {
            return Some(act);
        }
        match act {
            PageAct::Click {
                on,
                click: ClickCount::Double,
            } => {
                let on = lasting(on, payload);
                if self.doubles(&on) {
                    return None;
                }
                let click = ClickCount::Single;
                Some(PageAct::Click { on, click })
            }
            PageAct::Click { on, click } => Some(PageAct::Click {
                on: lasting(on, payload),
                click,
            }),
            PageAct::Fill { on, value } => {
                self.forget_letters();
                let on = lasting(on, payload);
                Some(PageAct::Fill { on, value })
            }
            PageAct::Drag { on, to } => Some(PageAct::Drag {
                on: lasting(on, payload),
                to,
            }),
            act => Some(act),
        }
    }

    /// A rehearsal enters a text at once, so that what a course says of each letter is said of the last one.
    fn forget_letters(&mut self) {
        if !self.acting {
            return;
        }
        let calls = std::mem::take(&mut self.pending.calls);
        let is_same = |a: &Call, b: &Call| a.method == b.method && a.args.first() == b.args.first();
        let last = |index: usize, call: &Call| {
            let mut later = calls.iter().skip(index + 1);
            !later.any(|one| is_same(one, call))
        };
        let kept = calls.iter().enumerate();
        let kept = kept.filter(|(index, call)| last(*index, call));
        self.pending.calls = kept.map(|(_, call)| call.clone()).collect();
    }

    /// The second click of two belongs to the first, unless something came of that already.
    fn doubles(&mut self, element: &Element) -> bool {
        let is_still = self.pending.is_empty();
        let last = self.open.as_mut().and_then(|step| step.acts.last_mut());
        let Some(PageAct::Click { on, click }) = last else {
            return false;
        };
        let is_one = is_still && on == element && matches!(click, ClickCount::Single);
        if is_one {
            *click = ClickCount::Double;
        }
        is_one
    }
}

/// A name with a time or a number in it is another one the next time.
fn lasting(on: Element, payload: &Value) -> Element {
    match payload["selector"].as_str() {
        Some(selector) if on.name.as_deref().is_some_and(is_drawn) => {
            Element::by_selector(selector)
        }
        _ => on,
    }
}
