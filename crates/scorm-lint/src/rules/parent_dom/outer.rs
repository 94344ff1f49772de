//! What the rules about other windows share.

use std::rc::Rc;

use crate::script::Scripts;
use crate::script::facts::{Access, Chain};

/// A use of a member of a window that belongs to the LMS.
pub(crate) struct OuterUse<'s> {
    pub(crate) chain: &'s Chain,
    /// The members, from the first one behind the window.
    pub(crate) members: &'s [Rc<str>],
}

impl<'s> OuterUse<'s> {
    pub(crate) fn first(&self) -> &'s str {
        self.members.first().map_or("", AsRef::as_ref)
    }

    pub(crate) fn last(&self) -> &str {
        self.members.last().map_or("", AsRef::as_ref)
    }

    pub(crate) fn is_assigned(&self) -> bool {
        matches!(self.chain.access, Access::Assign(_))
    }

    pub(crate) fn is_called(&self) -> bool {
        self.chain.access == Access::Call
    }

    /// Does it send the other window to another address?
    pub(crate) fn changes_location(&self) -> bool {
        self.first() == "location"
            && (self.is_assigned() || self.is_called() && self.last() != "toString")
    }

    /// As the code has it.
    pub(crate) fn shown(&self) -> String {
        self.chain.words.join(".")
    }
}

/// All uses of members of windows that belong to the LMS. Inside a frame of the course the parent
/// is the course's own page.
pub(crate) fn uses(scripts: &Scripts) -> impl Iterator<Item = OuterUse<'_>> {
    scripts.facts.chains.iter().filter_map(|chain| {
        let first = chain.words.first()?;
        let is_outer_unit = scripts.outer_units.contains(&chain.unit);
        if let Some(name) = chain.root {
            let members = chain.words.as_slice();
            let reaches = is_outer_unit && scripts.flow.is_outer_window(name);
            return reaches.then_some(OuterUse { chain, members });
        }
        let reaches = match first.as_ref() {
            "parent" | "opener" => is_outer_unit,
            "top" => true,
            _ => false,
        };
        let windows = ["parent", "top", "opener", "window", "self"];
        let mut words = chain.words.iter();
        let end = words.position(|word| !windows.contains(&word.as_ref()))?;
        let members = &chain.words[end..];
        reaches.then_some(OuterUse { chain, members })
    })
}
