//! GetValue on the model: access, evaluated statuses, navigation validity.

use std::borrow::Cow;

use crate::elements::{Access, Field, Rule};
use crate::fault::{Fault, Purpose};
use crate::model::{Model, Record};
use crate::navigation::{ContentRequest, NavigationOracle};
use crate::path::{Target, resolve};
use crate::snapshot::children;
use crate::types::identifier::is_identifier;
use crate::types::real::Decimal;
use crate::version::Edition;

impl Model {
    /// The value of an element for the SCO.
    pub(crate) fn read(
        &self,
        element: &str,
        visible: Edition,
        oracle: &dyn NavigationOracle,
    ) -> Result<Cow<'_, str>, Fault> {
        let (address, field) = match resolve(self, element, Purpose::Get, visible)? {
            Target::Field { address, field } => (address, field),
            Target::Count(count) => return Ok(count.to_string().into()),
            Target::Children { spec, category } => {
                return Ok(children(spec, category, visible).into());
            }
            Target::ValidChoice(target) => {
                return valid_target(oracle, ContentRequest::Choice(target), target);
            }
            Target::ValidJump(target) => {
                return valid_target(oracle, ContentRequest::Jump(target), target);
            }
        };
        // Only a write-only field is reached without its record.
        let Some((_, record)) = self.record(&address) else {
            return Err(Fault::WriteOnly);
        };
        if access(field, record) == Access::WriteOnly {
            return Err(Fault::WriteOnly);
        }
        if field.rule == Rule::RequestValid {
            let request = if field.name.ends_with("continue") {
                ContentRequest::Continue
            } else {
                ContentRequest::Previous
            };
            return Ok(oracle.request_valid(request).as_str().into());
        }
        if let Some(token) = self.evaluated(field.rule) {
            return Ok(token.into());
        }
        match record.text(usize::from(address.slot)).or(field.initial) {
            Some(text) => Ok(text.into()),
            None if self.version.is_scorm12() => Ok("".into()),
            None => Err(Fault::NotInitialized),
        }
    }

    /// The status that threshold and passing score decide; `None` where they do not.
    pub(crate) fn evaluated(&self, rule: Rule) -> Option<&'static str> {
        let (bound, measure, reached, missed) = match rule {
            Rule::CompletionByThreshold => (
                "cmi.completion_threshold",
                "cmi.progress_measure",
                "completed",
                "incomplete",
            ),
            Rule::SuccessByPassingScore => (
                "cmi.scaled_passing_score",
                "cmi.score.scaled",
                "passed",
                "failed",
            ),
            _ => return None,
        };
        let bound = Decimal::parse(self.scalar(bound)?)?;
        let Some(measure) = self.scalar(measure).and_then(Decimal::parse) else {
            return Some("unknown");
        };
        Some(if measure >= bound { reached } else { missed })
    }
}

/// What the SCO may do with a field of this record.
pub(crate) fn access(field: &Field, record: &Record) -> Access {
    if field.rule != Rule::EmptyUnsets {
        return field.access;
    }
    match (record.bucket.read, record.bucket.write) {
        (false, _) => Access::WriteOnly,
        (true, false) => Access::ReadOnly,
        (true, true) => Access::ReadWrite,
    }
}

fn valid_target<'a>(
    oracle: &dyn NavigationOracle,
    request: ContentRequest<'_>,
    target: &str,
) -> Result<Cow<'a, str>, Fault> {
    if !is_identifier(target) {
        return Err(Fault::Form("an item identifier in {target=...}".into()));
    }
    Ok(oracle.request_valid(request).as_str().into())
}
