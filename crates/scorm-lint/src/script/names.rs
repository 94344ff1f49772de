//! Names that hold values: variables, properties, results of functions.
//!
//! Properties are told apart by their name alone, whichever object they belong to ("field-based"
//! analysis). That is exact enough for content of a few files and needs no types.

use std::collections::HashMap;
use std::rc::Rc;

/// What can hold a value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Name {
    /// A variable or parameter of one script: its number and the symbol's.
    Local(u32, u32),
    /// A variable that all scripts of a window share.
    Global(Rc<str>),
    /// A property of any object.
    Field(Rc<str>),
    /// What a function returns.
    Return(FunctionId),
}

/// Number of a [`Name`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct NameId(pub(crate) u32);

/// Number of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct FunctionId(pub(crate) u32);

/// Number of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct CallId(pub(crate) u32);

/// All names of a package.
#[derive(Debug, Default)]
pub(crate) struct Names {
    ids: HashMap<Name, NameId>,
    names: Vec<Name>,
}

impl Names {
    pub(crate) fn id(&mut self, name: Name) -> NameId {
        if let Some(known) = self.ids.get(&name) {
            return *known;
        }
        let id = NameId(self.names.len() as u32);
        self.names.push(name.clone());
        self.ids.insert(name, id);
        id
    }

    pub(crate) fn find(&self, name: &Name) -> Option<NameId> {
        self.ids.get(name).copied()
    }

    pub(crate) fn name(&self, id: NameId) -> &Name {
        &self.names[id.0 as usize]
    }

    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }

    /// The word of a global or property.
    pub(crate) fn word(&self, id: NameId) -> Option<&str> {
        match self.name(id) {
            Name::Global(word) | Name::Field(word) => Some(word),
            Name::Local(..) | Name::Return(_) => None,
        }
    }
}
