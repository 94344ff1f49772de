//! From an element name to its place in the model.
//!
//! The walk goes left to right and the first fault wins, which is where most of the standard's
//! error precedence comes from. Only names of the element table lead anywhere.

use crate::elements::{Children, Collection, Creator, Field, Promised, RecordSpec};
use crate::fault::{Fault, Purpose};
use crate::model::{Address, Model, Record};
use crate::types::interaction::InteractionType;
use crate::version::{Edition, Version};

/// What an element name denotes.
#[derive(Debug)]
pub(crate) enum Target<'p> {
    /// A field, perhaps of a record that does not exist yet.
    Field {
        address: Address,
        field: &'static Field,
    },
    /// `_children` of a category or collection.
    Children {
        spec: &'static RecordSpec,
        category: &'static str,
    },
    /// `_count` of a collection.
    Count(usize),
    /// `adl.nav.request_valid.choice.{target=…}`, with the text in braces.
    ValidChoice(&'p str),
    /// `adl.nav.request_valid.jump.{target=…}`, with the text in braces.
    ValidJump(&'p str),
}

const VALID_CHOICE: &str = "adl.nav.request_valid.choice";
const VALID_JUMP: &str = "adl.nav.request_valid.jump";

/// Finds what `path` denotes. `visible` is the last edition whose elements exist.
pub(crate) fn resolve<'p>(
    model: &Model,
    path: &'p str,
    purpose: Purpose,
    visible: Edition,
) -> Result<Target<'p>, Fault> {
    if path.is_empty() {
        return Err(Fault::EmptyName);
    }
    let mut walk = Walk {
        version: model.version,
        purpose,
        visible,
        spec: model.spec(),
        record: Some(&model.root),
        address: Address::default(),
        late_fault: None,
    };
    let mut rest = path;
    loop {
        if let Some((slot, field)) = walk.field(rest) {
            return walk.at_field(slot, field);
        }
        let Some((place, collection, tail)) = walk.collection(rest) else {
            return walk.elsewhere(rest);
        };
        match walk.enter_collection(place, collection, tail)? {
            Step::Arrived(target) => return Ok(target),
            Step::Record(inner) => rest = inner,
        }
    }
}

/// The field of an element name, whatever a SCO might do with it. The next record of a collection
/// counts as existing, so that values in order build their records.
pub(crate) fn locate(model: &Model, path: &str) -> Option<(Address, &'static Field)> {
    let mut spec = model.spec();
    let mut record = Some(&model.root);
    let mut address = Address::default();
    let mut rest = path;
    loop {
        let slot = spec.slot(rest);
        if let Some(field) = spec.fields.get(slot) {
            return Some((address.with_slot(slot), field));
        }
        let (place, collection, tail) =
            spec.collections
                .iter()
                .enumerate()
                .find_map(|(place, collection)| {
                    let tail = after(rest, collection.name)?.strip_prefix('.')?;
                    Some((place, collection, tail))
                })?;
        let (index, inner) = tail.split_once('.')?;
        let index: u32 = index.parse().ok()?;
        let records = record.and_then(|record| record.collections.get(place));
        if index as usize > records.map_or(0, |data| data.records.len()) {
            return None;
        }
        record = records.and_then(|data| data.records.get(index as usize));
        address = address.into_record(place, index);
        spec = collection.record;
        rest = inner;
    }
}

enum Step<'p> {
    Arrived(Target<'p>),
    Record(&'p str),
}

/// Where the walk stands: a record, or the empty place of a record to be made.
struct Walk<'m> {
    version: Version,
    purpose: Purpose,
    visible: Edition,
    spec: &'static RecordSpec,
    record: Option<&'m Record>,
    address: Address,
    /// SCORM 1.2 reports an index out of range only if the rest of the name is right.
    late_fault: Option<Fault>,
}

impl Walk<'_> {
    fn field(&self, name: &str) -> Option<(usize, &'static Field)> {
        self.spec
            .fields
            .iter()
            .enumerate()
            .find(|(_, field)| field.name == name)
    }

    /// The collection that `name` begins with, and what follows it.
    fn collection<'p>(&self, name: &'p str) -> Option<(usize, &'static Collection, &'p str)> {
        self.spec
            .collections
            .iter()
            .enumerate()
            .find_map(|(place, collection)| {
                let tail = after(name, collection.name)?;
                (collection.since <= self.visible).then_some((place, collection, tail))
            })
    }

    fn at_field<'p>(self, slot: usize, field: &'static Field) -> Result<Target<'p>, Fault> {
        self.check_dependency(field.needs)?;
        if let Some(fault) = self.late_fault {
            // Access beats the index in SCORM 1.2: interactions cannot be read, existing or not.
            let write_only = field.access == crate::elements::Access::WriteOnly;
            if !(write_only && self.purpose == Purpose::Get) {
                return Err(fault);
            }
        }
        Ok(Target::Field {
            address: self.address.with_slot(slot),
            field,
        })
    }

    fn check_dependency(&self, needs: Option<&'static str>) -> Result<(), Fault> {
        match needs {
            Some(name) if self.purpose == Purpose::Set => {
                let slot = self.spec.slot(name);
                if self.record.is_some_and(|record| record.has(slot)) {
                    Ok(())
                } else {
                    Err(Fault::Dependency(name))
                }
            }
            _ => Ok(()),
        }
    }

    fn enter_collection<'p>(
        &mut self,
        place: usize,
        collection: &'static Collection,
        tail: &'p str,
    ) -> Result<Step<'p>, Fault> {
        self.check_dependency(collection.needs)?;
        let count = self
            .record
            .and_then(|record| record.collections.get(place))
            .map_or(0, |data| data.records.len());
        let Some(tail) = tail.strip_prefix('.') else {
            return Err(Fault::NotAnElement);
        };
        let (token, rest) = tail.split_once('.').unwrap_or((tail, ""));
        if rest.is_empty() && !tail.ends_with('.') {
            match token {
                "_count" => return self.count(count).map(Step::Arrived),
                "_children" => {
                    let children = if collection.children {
                        Ok(Target::Children {
                            spec: collection.record,
                            category: "",
                        })
                    } else {
                        Err(Fault::NoChildren)
                    };
                    return self.keyword(children).map(Step::Arrived);
                }
                "_version" => return self.keyword(Err(Fault::NoVersion)).map(Step::Arrived),
                _ => {}
            }
        }
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Fault::NotAnIndex);
        }
        // An index with leading zeros would be a second name for a record, so it names none.
        let canonical = token.len() == 1 || !token.starts_with('0');
        let index = if canonical {
            token.parse().unwrap_or(u32::MAX)
        } else {
            u32::MAX
        };
        if let Err(fault) = self.check_index(collection, index as usize, count) {
            if !self.version.is_scorm12() {
                return Err(fault);
            }
            self.late_fault.get_or_insert(fault);
        }
        if rest.is_empty() {
            return Err(if tail.ends_with('.') {
                Fault::UnknownMember
            } else {
                Fault::NotAnElement
            });
        }
        self.record = self
            .record
            .and_then(|record| record.collections.get(place)?.records.get(index as usize));
        self.address = self.address.into_record(place, index);
        self.spec = collection.record;
        Ok(Step::Record(rest))
    }

    fn check_index(
        &self,
        collection: &Collection,
        index: usize,
        count: usize,
    ) -> Result<(), Fault> {
        if index < count {
            return Ok(());
        }
        if self.purpose == Purpose::Get {
            return Err(Fault::NoRecord { count });
        }
        if collection.creator == Creator::Manifest {
            return Err(Fault::NotCreatable);
        }
        if index > count {
            return Err(Fault::Gap { count });
        }
        match collection.promised {
            Promised::ByInteractionType if self.patterns_are_full(count) => {
                Err(Fault::TooManyPatterns)
            }
            _ => Ok(()),
        }
    }

    fn patterns_are_full(&self, count: usize) -> bool {
        let (most, hard) = self
            .interaction_type()
            .map_or((0, false), InteractionType::patterns);
        hard && count >= most as usize
    }

    fn interaction_type(&self) -> Option<InteractionType> {
        InteractionType::parse(self.record?.text(self.spec.slot("type"))?)
    }

    /// `_count` of a collection. In SCORM 1.2 a record that is not there yet has empty ones.
    fn count<'p>(&self, count: usize) -> Result<Target<'p>, Fault> {
        match self.purpose {
            Purpose::Get if self.version.is_scorm12() => Ok(Target::Count(count)),
            _ => self.keyword(Ok(Target::Count(count))),
        }
    }

    /// A keyword may be read where it is offered, and is never set.
    fn keyword<'p>(&self, offered: Result<Target<'p>, Fault>) -> Result<Target<'p>, Fault> {
        if self.purpose == Purpose::Set && (offered.is_ok() || self.version.is_scorm12()) {
            return Err(Fault::Keyword);
        }
        match &self.late_fault {
            Some(fault) => Err(fault.clone()),
            None => offered,
        }
    }

    /// What is neither a field nor in a collection: keywords, categories, navigation targets, and
    /// names that do not exist.
    fn elsewhere<'p>(&self, rest: &'p str) -> Result<Target<'p>, Fault> {
        let at_root = self.address.steps().is_empty();
        if at_root && !self.version.is_scorm12() {
            if let Some(tail) = after(rest, VALID_CHOICE) {
                return self.navigation_target(tail, Target::ValidChoice);
            }
            if let Some(tail) = after(rest, VALID_JUMP) {
                if self.visible < Edition::Fourth {
                    return Err(Fault::LaterElement("jump"));
                }
                return self.navigation_target(tail, Target::ValidJump);
            }
        }
        let (parent, last) = rest.rsplit_once('.').unwrap_or(("", rest));
        if matches!(last, "_children" | "_count" | "_version") && (!parent.is_empty() || !at_root) {
            return self.keyword_of(parent, last);
        }
        if self
            .spec
            .categories
            .iter()
            .any(|category| category.name == rest)
        {
            return Err(Fault::NotAnElement);
        }
        Err(self.unknown(rest))
    }

    /// Why a name is none: from the first thing in it that is wrong.
    fn unknown(&self, name: &str) -> Fault {
        let later = self.spec.collections.iter().find(|collection| {
            collection.since > self.visible && after(name, collection.name).is_some()
        });
        if let Some(later) = later {
            return Fault::LaterElement(later.name);
        }
        let behind = |field: &Field| after(name, field.name).is_some();
        if self.spec.fields.iter().any(behind) {
            return Fault::BehindElement;
        }
        if !self.address.steps().is_empty() {
            return Fault::UnknownMember;
        }
        let first = name.split('.').next().unwrap_or_default();
        let begins = |whole: &str| after(whole, first).is_some();
        if !self.spec.fields.iter().any(|field| begins(field.name)) {
            return Fault::Outside;
        }
        if self.knows_category(name) {
            Fault::UnknownMember
        } else {
            Fault::Unknown
        }
    }

    fn keyword_of<'p>(&self, parent: &str, keyword: &str) -> Result<Target<'p>, Fault> {
        let missing = match keyword {
            "_children" => Fault::NoChildren,
            "_count" => Fault::NoCount,
            _ => Fault::NoVersion,
        };
        if let Some(category) = self.spec.categories.iter().find(|c| c.name == parent) {
            let offered = match category.children {
                Children::Undefined => return Err(Fault::Unknown),
                Children::Offered if keyword == "_children" => Ok(Target::Children {
                    spec: self.spec,
                    category: category.name,
                }),
                Children::Offered => Err(missing),
            };
            return self.keyword(offered);
        }
        if parent.is_empty() || self.field(parent).is_some() {
            return self.keyword(Err(missing));
        }
        Err(self.unknown(parent))
    }

    /// Whether the first two tokens of a name begin a name of the table (`cmi.core`).
    fn knows_category(&self, name: &str) -> bool {
        let mut dots = name.match_indices('.').map(|(at, _)| at);
        let Some(second_dot) = dots.nth(1) else {
            return false;
        };
        let head = &name[..second_dot];
        let begins = |whole: &str| after(whole, head).is_some();
        self.spec.fields.iter().any(|field| begins(field.name))
            || self
                .spec
                .collections
                .iter()
                .any(|collection| begins(collection.name))
    }

    fn navigation_target<'p>(
        &self,
        tail: &'p str,
        target: fn(&'p str) -> Target<'p>,
    ) -> Result<Target<'p>, Fault> {
        if tail.is_empty() {
            return Err(match self.purpose {
                Purpose::Get => Fault::NoTarget,
                Purpose::Set => Fault::ReadOnly,
            });
        }
        // A brace keeps its dots: item identifiers may hold them.
        let Some(inner) = tail
            .strip_prefix(".{")
            .and_then(|tail| tail.strip_suffix('}'))
        else {
            return Err(Fault::UnknownMember);
        };
        if self.purpose == Purpose::Set {
            return Err(Fault::ReadOnly);
        }
        inner
            .strip_prefix("target=")
            .map(target)
            .ok_or(Fault::NoTarget)
    }
}

/// What follows `head` in `text`, when `head` ends a token there.
fn after<'p>(text: &'p str, head: &str) -> Option<&'p str> {
    text.strip_prefix(head)
        .filter(|tail| tail.is_empty() || tail.starts_with('.'))
}
