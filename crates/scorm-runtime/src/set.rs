//! SetValue on the model: uniqueness, access, form, storing and what follows from it.

use std::borrow::Cow;

use crate::api::Api;
use crate::elements::{Access, Field, Rule};
use crate::fault::{Fault, Purpose};
use crate::limits::saturate;
use crate::model::{Address, Model};
use crate::note::NoteKind;
use crate::path::{Target, resolve};
use crate::tolerance::tolerate;
use crate::types::interaction::InteractionType;
use crate::types::{Kind, Mismatch, cmi_feedback};
use crate::version::Edition;

/// A value that a call replaced.
#[derive(Debug, Clone)]
pub(crate) struct Replaced {
    pub(crate) address: Address,
    pub(crate) previous: Option<String>,
}

impl Api {
    /// Sets an element for the SCO.
    pub(crate) fn write(&mut self, element: &str, value: &str) -> Result<(), Fault> {
        let (address, field) = match resolve(&self.model, element, Purpose::Set, self.visible())? {
            Target::Field { address, field } => (address, field),
            // `resolve` never gives a keyword or a navigation target to a set.
            Target::Count(_)
            | Target::Children { .. }
            | Target::ValidChoice(_)
            | Target::ValidJump(_) => return Err(Fault::Keyword),
        };
        if address.steps().is_empty() && field.name.ends_with("._version") {
            return Err(Fault::Keyword);
        }
        let key = unique_key(&self.model, &address, field, value);
        self.check_unique(&address, field, key.as_deref(), value)?;
        if self.is_read_only(&address, field) {
            return Err(Fault::ReadOnly);
        }
        let interaction = interaction_type(&self.model, &address);
        let value = self.check_form(element, field, value, interaction)?;
        self.check_size(element, field, &value, interaction)?;
        self.check_records(element, &address, interaction)?;
        self.note_oddities(element, field, &value);
        self.store(&address, field, &value);
        if let Some(key) = key {
            self.remember_unique(&address, key);
        }
        Ok(())
    }

    /// The last edition whose elements this instance offers.
    pub(crate) fn visible(&self) -> Edition {
        self.model.version.edition()
    }

    fn is_read_only(&self, address: &Address, field: &Field) -> bool {
        if field.rule != Rule::EmptyUnsets {
            return field.access == Access::ReadOnly;
        }
        self.model
            .record(address)
            .is_some_and(|(_, record)| !record.bucket.write)
    }

    fn check_unique(
        &self,
        address: &Address,
        field: &Field,
        key: Option<&str>,
        value: &str,
    ) -> Result<(), Fault> {
        if field.rule == Rule::UniqueOnce
            && self.model.text(address).is_some_and(|fixed| fixed != value)
        {
            return Err(Fault::IdFixed);
        }
        let (Some(key), Some(collection)) = (key, self.model.collection(address)) else {
            return Ok(());
        };
        match (collection.unique.get(key), address.steps().last()) {
            (Some(holder), Some((_, index))) if holder != index => Err(Fault::NotUnique),
            _ => Ok(()),
        }
    }

    fn check_form<'v>(
        &mut self,
        element: &str,
        field: &Field,
        value: &'v str,
        interaction: Option<InteractionType>,
    ) -> Result<Cow<'v, str>, Fault> {
        if field.kind == Kind::NavigationRequest
            && self.visible() < Edition::Fourth
            && value.ends_with("jump")
        {
            return Err(Fault::LaterRequest("jump"));
        }
        if field.kind == Kind::CmiFeedback && !self.profile.strict_feedback {
            if let Err(expected) = cmi_feedback::check(value, interaction) {
                self.note(element, NoteKind::UnusualFeedback(expected));
            }
            return Ok(value.into());
        }
        let verdict = field.kind.check(value, interaction);
        let Err(mismatch) = verdict else {
            // ADL's cases read the default language before no text as no text at all.
            let says_nothing = matches!(field.kind, Kind::Response | Kind::Pattern)
                && interaction == Some(InteractionType::LongFillIn)
                && value == "{lang=en}";
            return Ok(if says_nothing {
                "".into()
            } else {
                value.into()
            });
        };
        if self.profile.tolerant
            && let Some((value, what)) = tolerate(field.kind, value)
        {
            self.note(element, NoteKind::Tolerated(what));
            return Ok(value);
        }
        Err(match mismatch {
            Mismatch::Form(expected) => Fault::Form(expected),
            Mismatch::Range(expected) => Fault::Range(expected),
        })
    }

    fn note_oddities(&mut self, element: &str, field: &Field, value: &str) {
        if field.kind == Kind::NavigationRequest && matches!(value, "choice" | "jump") {
            self.note(element, NoteKind::RequestWithoutTarget);
        }
        if field.name == "cmi.exit" && value == "logout" {
            self.note(element, NoteKind::Deprecated);
        }
    }

    fn store(&mut self, address: &Address, field: &Field, value: &str) {
        if field.rule == Rule::ResetsResponses
            && self
                .model
                .text(address)
                .is_some_and(|present| present != value)
        {
            self.reset_responses(address);
        }
        let old_key = match self.model.text(address) {
            Some(present) if present != value => unique_key(&self.model, address, field, present),
            _ => None,
        };
        if let (Some(key), Some(collection)) = (old_key, self.model.collection_mut(address)) {
            collection.unique.remove(&key);
        }
        let slot = self
            .model
            .record_mut(address)
            .and_then(|record| record.slots.get_mut(usize::from(address.slot)));
        let Some(slot) = slot else { return };
        slot.by_sco = true;
        let text = match field.rule {
            Rule::EmptyUnsets if value.is_empty() => None,
            Rule::Appends => {
                let mut text = slot.text.clone().unwrap_or_default();
                text.push_str(value);
                Some(text)
            }
            _ => Some(value.to_owned()),
        };
        let previous = std::mem::replace(&mut slot.text, text);
        self.replaced.push(Replaced {
            address: *address,
            previous,
        });
    }

    /// Another type makes responses and patterns meaningless: both are emptied.
    fn reset_responses(&mut self, address: &Address) {
        let Some((spec, _)) = self.model.record(address) else {
            return;
        };
        let response = address.with_slot(spec.slot("learner_response"));
        let patterns = spec.collection("correct_responses");
        let Some(record) = self.model.record_mut(address) else {
            return;
        };
        if let Some(slot) = record.slots.get_mut(usize::from(response.slot)) {
            let previous = std::mem::take(slot).text;
            if previous.is_some() {
                self.replaced.push(Replaced {
                    address: response,
                    previous,
                });
            }
        }
        if let Some(collection) = record.collections.get_mut(patterns) {
            for (index, pattern) in std::mem::take(collection).records.iter_mut().enumerate() {
                let address = address.into_record(patterns, saturate(index)).with_slot(0);
                let previous = pattern.slots.first_mut().and_then(|slot| slot.text.take());
                self.replaced.push(Replaced { address, previous });
            }
        }
    }

    fn remember_unique(&mut self, address: &Address, key: String) {
        if let (Some(&(_, index)), Some(collection)) =
            (address.steps().last(), self.model.collection_mut(address))
        {
            collection.unique.insert(key, index);
        }
    }
}

/// What must be unique about a value in its collection; `None` where repeats are fine.
pub(crate) fn unique_key(
    model: &Model,
    address: &Address,
    field: &Field,
    value: &str,
) -> Option<String> {
    if !matches!(field.rule, Rule::Unique | Rule::UniqueOnce) {
        return None;
    }
    if field.kind == Kind::Pattern {
        return Some(
            interaction_type(model, address)?
                .unique_key(value)?
                .into_owned(),
        );
    }
    Some(value.to_owned())
}

/// The type set for the interaction that an address lies in.
fn interaction_type(model: &Model, address: &Address) -> Option<InteractionType> {
    let &(place, index) = address.steps().first()?;
    let collection = model.spec().collections.get(usize::from(place))?;
    let record = model
        .root
        .collections
        .get(usize::from(place))?
        .records
        .get(index as usize)?;
    InteractionType::parse(record.text(collection.record.slot("type"))?)
}
