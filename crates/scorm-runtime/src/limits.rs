//! Sizes: what is promised, what is noted, what is refused.

use crate::api::Api;
use crate::elements::{Field, Promised, Rule};
use crate::fault::Fault;
use crate::model::Address;
use crate::note::NoteKind;
use crate::profile::Limits;
use crate::types::Kind;
use crate::types::interaction::InteractionType;

impl Api {
    /// Whether a value is short enough. What goes beyond the promised size is noted.
    pub(crate) fn check_size(
        &mut self,
        element: &str,
        field: &Field,
        value: &str,
        interaction: Option<InteractionType>,
    ) -> Result<(), Fault> {
        let present = match field.rule {
            Rule::Appends => self.model.scalar(field.name).unwrap_or_default(),
            _ => "",
        };
        if value.len().saturating_add(present.len()) > self.profile.max_value_bytes as usize {
            return Err(Fault::TooMuch);
        }
        if let (Kind::Response | Kind::Pattern, Some(interaction)) = (field.kind, interaction) {
            return self.check_members(element, value, interaction);
        }
        let Some((limit, counted)) = field.kind.size(value) else {
            return Ok(());
        };
        let own_limit = self.own_limit(field);
        let limit = own_limit.unwrap_or_else(|| field.limit_in(self.model.version, limit));
        if let Some(length) = longer(counted, limit) {
            self.note(
                element,
                NoteKind::LongValue {
                    length,
                    promised: limit,
                },
            );
            if own_limit.is_some() || self.refuses_long_values() {
                let expected = format!("at most {limit} characters, not {length}");
                return Err(Fault::Form(expected.into()));
            }
        } else if !present.is_empty() {
            // What accumulates is never refused, as no single call is at fault.
            let sum = saturate(present.chars().count() + value.chars().count());
            if sum > limit {
                self.note(
                    element,
                    NoteKind::LongValue {
                        length: sum,
                        promised: limit,
                    },
                );
            }
        }
        Ok(())
    }

    /// The limit that the LMS sets in place of the table's.
    fn own_limit(&self, field: &Field) -> Option<u32> {
        self.profile
            .suspend_data_limit
            .filter(|_| field.name == "cmi.suspend_data")
    }

    /// How many characters of a field are promised or allowed, if its type has a size.
    pub(crate) fn size_limit(&self, field: &Field) -> Option<u32> {
        let (limit, _) = field.kind.size("")?;
        let of_table = || field.limit_in(self.model.version, limit);
        Some(self.own_limit(field).unwrap_or_else(of_table))
    }

    /// Whether a response or pattern keeps to the promised number and length of members.
    fn check_members(
        &mut self,
        element: &str,
        value: &str,
        interaction: InteractionType,
    ) -> Result<(), Fault> {
        let promised = interaction.characters();
        let count = saturate(value.matches("[,]").count() + 1);
        let excess = match interaction.members() {
            Some(members) if count > members => Some(NoteKind::ManyMembers {
                count,
                promised: members,
            }),
            Some(_) => value
                .split("[,]")
                .find_map(|member| longer(member, promised))
                .map(|length| NoteKind::LongValue { length, promised }),
            None => longer(value, promised).map(|length| NoteKind::LongValue { length, promised }),
        };
        let Some(excess) = excess else { return Ok(()) };
        self.note(element, excess);
        if self.refuses_long_values() {
            return Err(Fault::Form("no more than the promised size".into()));
        }
        Ok(())
    }

    /// Whether a record that a set would make still fits. More than promised is noted.
    pub(crate) fn check_records(
        &mut self,
        element: &str,
        address: &Address,
        interaction: Option<InteractionType>,
    ) -> Result<(), Fault> {
        let Some((collection, data, index)) = self.model.collection_of(address) else {
            return Ok(());
        };
        let count = data.map_or(0, |data| data.records.len());
        if (index as usize) < count {
            return Ok(());
        }
        if count >= self.profile.max_records as usize {
            return Err(Fault::TooMuch);
        }
        let promised = match collection.promised {
            Promised::Records(promised) => promised,
            Promised::ByInteractionType => {
                interaction.map_or(u32::MAX, |interaction| interaction.patterns().0)
            }
        };
        let count = saturate(count + 1);
        if count > promised {
            self.note(element, NoteKind::ManyRecords { count, promised });
            if self.profile.limits == Limits::Refuse {
                return Err(Fault::TooMuch);
            }
        }
        Ok(())
    }

    fn refuses_long_values(&self) -> bool {
        match self.profile.limits {
            _ if self.profile.tolerant => false,
            Limits::Standard => self.model.version.is_scorm12(),
            Limits::Refuse => true,
            Limits::Note => false,
        }
    }
}

/// The number of characters, when there are more than `limit`.
fn longer(text: &str, limit: u32) -> Option<u32> {
    // No more characters than bytes: the usual value needs no count.
    if text.len() <= limit as usize {
        return None;
    }
    Some(saturate(text.chars().count())).filter(|length| *length > limit)
}

pub(crate) fn saturate(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
