//! The data models as tables: what elements exist, and everything that is fixed about them.
//!
//! A [`RecordSpec`] lists the fields and collections of one kind of record. The root record holds
//! the whole model; a [`Collection`] repeats a record by index. A field's name is dotted and
//! relative to its record (`score.scaled` in an objective), its slot is its place in the table.

mod reference;
mod scorm12;
mod scorm2004;

pub use reference::{ElementFacts, element_reference};

use crate::types::Kind;
use crate::version::{Edition, Version};

/// The root record of a version's data model.
pub(crate) fn root(version: Version) -> &'static RecordSpec {
    match version {
        Version::Scorm12 => &scorm12::ROOT,
        Version::Scorm2004(_) => &scorm2004::ROOT,
    }
}

/// The fields, collections and categories of one kind of record.
#[derive(Debug)]
pub(crate) struct RecordSpec {
    pub(crate) fields: &'static [Field],
    pub(crate) collections: &'static [Collection],
    pub(crate) categories: &'static [Category],
}

impl RecordSpec {
    /// The slot of a field that the tables are known to hold; the last slot plus one otherwise.
    pub(crate) fn slot(&self, name: &str) -> usize {
        self.fields
            .iter()
            .position(|field| field.name == name)
            .unwrap_or(self.fields.len())
    }

    /// The place of a collection in `collections`.
    pub(crate) fn collection(&self, name: &str) -> usize {
        self.collections
            .iter()
            .position(|collection| collection.name == name)
            .unwrap_or(self.collections.len())
    }
}

/// One element that holds a value.
#[derive(Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) access: Access,
    pub(crate) initial: Option<&'static str>,
    /// The field of the same record that must have a value before this one may be set (408).
    pub(crate) needs: Option<&'static str>,
    pub(crate) lifetime: Lifetime,
    pub(crate) rule: Rule,
    second_edition_spm: Option<u32>,
}

impl Field {
    /// A field the SCO may read and write.
    pub(crate) const fn read_write(name: &'static str, kind: Kind) -> Self {
        Self {
            name,
            kind,
            access: Access::ReadWrite,
            initial: None,
            needs: None,
            lifetime: Lifetime::Attempt,
            rule: Rule::Plain,
            second_edition_spm: None,
        }
    }

    /// A field the LMS sets at every launch and the SCO may only read.
    pub(crate) const fn read_only(name: &'static str, kind: Kind) -> Self {
        let mut field = Self::read_write(name, kind);
        field.access = Access::ReadOnly;
        field.lifetime = Lifetime::Launch;
        field
    }

    /// A field the SCO may only write.
    pub(crate) const fn write_only(name: &'static str, kind: Kind) -> Self {
        let mut field = Self::read_write(name, kind);
        field.access = Access::WriteOnly;
        field
    }

    /// Read as `value` until something is set.
    pub(crate) const fn initial(mut self, value: &'static str) -> Self {
        self.initial = Some(value);
        self
    }

    /// May be set only when `field` of the same record has a value.
    pub(crate) const fn needs(mut self, field: &'static str) -> Self {
        self.needs = Some(field);
        self
    }

    pub(crate) const fn lifetime(mut self, lifetime: Lifetime) -> Self {
        self.lifetime = lifetime;
        self
    }

    pub(crate) const fn rule(mut self, rule: Rule) -> Self {
        self.rule = rule;
        self
    }

    /// The promised size in the 2nd Edition, where it differs.
    pub(crate) const fn second_edition_spm(mut self, spm: u32) -> Self {
        self.second_edition_spm = Some(spm);
        self
    }

    /// The promised size or maximum in a version, given that of the table.
    pub(crate) const fn limit_in(&self, version: Version, limit: u32) -> u32 {
        match (version, self.second_edition_spm) {
            (Version::Scorm2004(Edition::Second), Some(spm)) => spm,
            _ => limit,
        }
    }
}

/// What a SCO may do with an element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Read and write.
    ReadWrite,
    /// Read only.
    ReadOnly,
    /// Write only.
    WriteOnly,
}

impl Access {
    /// The short form: `rw`, `ro` or `wo`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ReadWrite => "rw",
            Self::ReadOnly => "ro",
            Self::WriteOnly => "wo",
        }
    }
}

/// How long a value lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Lifetime {
    /// With the learner attempt: a resumed attempt finds it again.
    Attempt,
    /// The LMS sets it anew at every launch.
    Launch,
    /// It is back at its initial value at every launch (`cmi.exit`).
    Session,
}

/// Behavior of a field beyond storing and reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rule {
    Plain,
    /// `cmi.completion_status`: read by threshold and progress measure.
    CompletionByThreshold,
    /// `cmi.success_status`: read by passing score and scaled score.
    SuccessByPassingScore,
    /// Unique in its collection, and never changed once set.
    UniqueOnce,
    /// Unique in its collection.
    Unique,
    /// `interactions.n.type`: another token empties the responses.
    ResetsResponses,
    /// The empty string takes the value away.
    EmptyUnsets,
    /// A write is added to what is there (`cmi.comments` of SCORM 1.2).
    Appends,
    /// Answered by the sequencer.
    RequestValid,
}

/// A record that repeats under an index.
#[derive(Debug)]
pub(crate) struct Collection {
    pub(crate) name: &'static str,
    pub(crate) record: &'static RecordSpec,
    /// The number of records that every LMS promises.
    pub(crate) promised: Promised,
    pub(crate) creator: Creator,
    pub(crate) children: bool,
    pub(crate) needs: Option<&'static str>,
    pub(crate) since: Edition,
}

impl Collection {
    /// A collection that the SCO fills, with `_children` and no dependency.
    pub(crate) const fn new(
        name: &'static str,
        record: &'static RecordSpec,
        promised: Promised,
    ) -> Self {
        Self {
            name,
            record,
            promised,
            creator: Creator::Sco,
            children: true,
            needs: None,
            since: Edition::Second,
        }
    }

    pub(crate) const fn creator(mut self, creator: Creator) -> Self {
        self.creator = creator;
        self
    }

    /// `_children` is not defined for it.
    pub(crate) const fn without_children(mut self) -> Self {
        self.children = false;
        self
    }

    /// Its records may be set only when `field` of the outer record has a value.
    pub(crate) const fn needs(mut self, field: &'static str) -> Self {
        self.needs = Some(field);
        self
    }

    pub(crate) const fn since(mut self, edition: Edition) -> Self {
        self.since = edition;
        self
    }
}

/// The number of records that the standard promises for a collection.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Promised {
    Records(u32),
    /// Correct responses: by the type of the interaction, for some types a hard maximum of one.
    ByInteractionType,
}

/// Who makes the records of a collection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Creator {
    Sco,
    /// The LMS; a SCO that names the next record meets read-only fields.
    Lms,
    /// The manifest; no record can ever be added.
    Manifest,
}

/// A name that groups fields and holds no value of its own.
#[derive(Debug)]
pub(crate) struct Category {
    pub(crate) name: &'static str,
    pub(crate) children: Children,
}

impl Category {
    /// A category with `_children`.
    pub(crate) const fn new(name: &'static str) -> Self {
        Self {
            name,
            children: Children::Offered,
        }
    }

    /// A category for which no keyword is defined.
    pub(crate) const fn without_keywords(name: &'static str) -> Self {
        Self {
            name,
            children: Children::Undefined,
        }
    }
}

/// Whether `_children` exists for a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Children {
    /// `_children` lists the members.
    Offered,
    /// No keyword is defined here at all, so it is an unknown element (`cmi._children` in 2004).
    Undefined,
}
