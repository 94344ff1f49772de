//! Which files a lint will ask for next, so that they can be sent along.

use std::collections::HashMap;

use super::message::Request;

/// The order in which a lint asks for files.
pub(crate) struct Order<'r> {
    entries: &'r [(String, u64)],
    places: HashMap<&'r str, usize>,
}

impl<'r> Order<'r> {
    pub(crate) fn of(request: &'r Request) -> Self {
        let entries = request.entries.iter().enumerate();
        Self {
            entries: &request.entries,
            places: entries.map(|(at, (name, _))| (name.as_str(), at)).collect(),
        }
    }

    /// The files that are asked for behind this one, with their sizes.
    pub(crate) fn behind(&self, name: &str) -> impl Iterator<Item = (&'r str, u64)> {
        let turn = Turn::of(name);
        let place = self.places.get(name).filter(|_| turn.is_some());
        let behind = place.map_or(&[][..], |place| &self.entries[place + 1..]);
        let same = behind
            .iter()
            .filter(move |(next, _)| Turn::of(next) == turn);
        same.map(|(next, size)| (next.as_str(), *size))
    }
}

/// Files that are read one after the other.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    PagesAndScripts,
    Styles,
}

impl Turn {
    fn of(name: &str) -> Option<Self> {
        let (_, extension) = name.rsplit_once('.')?;
        let is_one = |of: &[&str]| of.iter().any(|known| known.eq_ignore_ascii_case(extension));
        if is_one(&["html", "htm", "xhtml", "js", "mjs"]) {
            Some(Self::PagesAndScripts)
        } else {
            is_one(&["css"]).then_some(Self::Styles)
        }
    }
}
