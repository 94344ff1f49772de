//! Responses of interactions, whose form follows from the type.

use super::emulation::Emulation;
use super::name::Name;
use super::writing::Write;
use crate::pattern;
use crate::profile::dialect::{ResponseForm, ResponseForms};
use crate::profile::element::Form;
use crate::value::{JsValue, parse_float};

impl Emulation {
    /// The error of a response that has not the form of its interaction's type.
    pub(super) fn response_fault(&self, write: &Write<'_>, forms: &ResponseForms) -> u16 {
        let correct = match write.row.map(|row| row.form) {
            Some(Form::Response) => false,
            Some(Form::CorrectResponse) => true,
            _ => return 0,
        };
        let Some(kind) = self.interaction_type(write.name) else {
            return 0;
        };
        let table = if correct {
            forms.correct
        } else {
            forms.learner
        };
        let Some(form) = table.iter().find(|form| form.kind == kind) else {
            return 0;
        };
        let text = write.value.to_text();
        if correct {
            let fault = self.collection_fault(write.name, &write.value, form, forms);
            if fault != 0 {
                return fault;
            }
        }
        parts_fault(form, forms, &text)
    }

    /// The limits of a collection of correct responses.
    fn collection_fault(
        &self,
        name: &Name,
        value: &JsValue,
        form: &ResponseForm,
        forms: &ResponseForms,
    ) -> u16 {
        let Some((collection, index)) = name.records.last() else {
            return 0;
        };
        let count = self.store.count(collection);
        let mut others = (0..count).map(|other| other.to_string());
        let taken = others.any(|other| {
            other != *index
                && self.store.get(&format!("{collection}.{other}.pattern")) == Some(value)
        });
        if form.no_duplicates && taken {
            return forms.duplicate;
        }
        let new = !self.store.has(collection, index);
        if new && form.limit > 0 && count >= form.limit {
            return forms.too_many;
        }
        0
    }
}

/// The error of the parts of a response.
fn parts_fault(form: &ResponseForm, forms: &ResponseForms, text: &str) -> u16 {
    if form.empty_ok && text.is_empty() {
        return 0;
    }
    let parts: Vec<&str> = match form.between {
        Some(between) => text.split(between).collect(),
        None => vec![text],
    };
    if parts.len() > form.most {
        return forms.too_many;
    }
    for (index, part) in parts.iter().enumerate() {
        let part = if form.prefixes {
            without_prefixes(part)
        } else {
            Some(*part)
        };
        let Some(part) = part else {
            return forms.form;
        };
        let fits = match form.second {
            None => pattern::matches(form.pattern, part),
            Some(second) => {
                let halves: Vec<&str> = part.split("[.]").collect();
                halves.len() == 2
                    && pattern::matches(form.pattern, halves[0])
                    && pattern::matches(second, halves[1])
            }
        };
        let repeated = form.distinct && !part.is_empty() && parts[..index].contains(&part);
        if !fits || repeated {
            return forms.form;
        }
    }
    if form.ordered
        && let [low, high] = parts[..]
        && parse_float(low) > parse_float(high)
    {
        return forms.form;
    }
    0
}

/// Takes `{lang=…}`, `{case_matters=…}` and `{order_matters=…}` away; none if the first of the latter
/// is neither true nor false.
fn without_prefixes(mut text: &str) -> Option<&str> {
    let mut first = true;
    while let Some(rest) = text.strip_prefix('{') {
        let Some((prefix, after)) = rest.split_once('}') else {
            break;
        };
        let Some((word, value)) = prefix.split_once('=') else {
            break;
        };
        if value.is_empty() || !matches!(word, "lang" | "case_matters" | "order_matters") {
            break;
        }
        if first && word != "lang" && !matches!(value, "true" | "false") {
            return None;
        }
        first = false;
        text = after;
    }
    Some(text)
}
