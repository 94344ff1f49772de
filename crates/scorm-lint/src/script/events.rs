//! When code runs: while a page loads, when it goes away, when the learner acts.

/// A set of occasions on which code runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Events(u16);

impl Events {
    pub(crate) const NONE: Self = Self(0);
    /// While the page loads.
    pub(crate) const LOAD: Self = Self(1);
    pub(crate) const UNLOAD: Self = Self(2);
    pub(crate) const BEFORE_UNLOAD: Self = Self(4);
    pub(crate) const PAGE_HIDE: Self = Self(8);
    pub(crate) const VISIBILITY: Self = Self(16);
    /// What the learner or other code does.
    pub(crate) const OTHER: Self = Self(32);
    /// Events that come many times a second.
    pub(crate) const FREQUENT: Self = Self(64);
    /// Put off while the page goes away: never runs.
    pub(crate) const AFTER_UNLOAD: Self = Self(128);
    /// All that happen when the page goes away.
    pub(crate) const LEAVING: Self =
        Self(Self::UNLOAD.0 | Self::BEFORE_UNLOAD.0 | Self::PAGE_HIDE.0);

    pub(crate) fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub(crate) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Only these, and at least one of them?
    pub(crate) fn within(self, other: Self) -> bool {
        self.0 != 0 && self.0 & !other.0 == 0
    }

    /// The event of a name without `on`; several are separated by blanks, namespaces follow a dot.
    pub(crate) fn parse(names: &str) -> Self {
        let mut events = Self::NONE;
        for name in names.split_ascii_whitespace() {
            let name = name.split('.').next().unwrap_or_default();
            let name = name.to_ascii_lowercase();
            events = events.with(match name.strip_prefix("on").unwrap_or(&name) {
                "unload" => Self::UNLOAD,
                "beforeunload" => Self::BEFORE_UNLOAD,
                "pagehide" => Self::PAGE_HIDE,
                "visibilitychange" => Self::VISIBILITY,
                "load" | "domcontentloaded" | "ready" | "readystatechange" | "pageshow" => {
                    Self::LOAD
                }
                "mousemove" | "scroll" | "timeupdate" | "touchmove" | "pointermove" | "resize"
                | "wheel" | "drag" => Self::FREQUENT,
                _ => Self::OTHER,
            });
        }
        if events == Self::NONE {
            Self::OTHER
        } else {
            events
        }
    }

    /// The same code put off by a timer or promise.
    pub(super) fn deferred(self) -> Self {
        let mut events = self.0 & !Self::LEAVING.0;
        if self.has(Self::LEAVING) {
            events |= Self::AFTER_UNLOAD.0;
        }
        Self(events)
    }
}
