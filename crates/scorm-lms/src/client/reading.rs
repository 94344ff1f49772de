//! `GetValue`.

use super::emulation::{Answer, Emulation};
use super::name::Name;
use crate::network::{Body, Kind, Network, Via};
use crate::pattern;
use crate::profile::Version;
use crate::profile::dialect::{Counts, Reply, RequestValid, Unknown, WriteOnly};
use crate::profile::element::{Access, Element};
use crate::value::{JsValue, parse_float};

impl Emulation {
    pub(super) fn get_value(&mut self, element: &JsValue, net: &mut dyn Network) -> Answer {
        let reading = &self.dialect.reading;
        let state = self.state_error(self.dialect.states.get);
        if state != 0 {
            return Err(Reply::Empty(state));
        }
        let nothing = matches!(element, JsValue::Undefined | JsValue::Null);
        if nothing && reading.nothing_is_empty {
            return Err(reading.empty_name);
        }
        if let (Some(reply), None) = (reading.not_text, element.as_text()) {
            return Err(reply);
        }
        let text = element.to_text();
        if text.is_empty() {
            return Err(reading.empty_name);
        }
        if reading.blackholes.contains(&text.as_str()) {
            self.ask_server(&text, net);
            return Ok(self.answer(&text, "".into()));
        }
        if !reading.only.is_empty() && !reading.only.contains(&text.as_str()) {
            return Ok(self.answer(&text, "".into()));
        }
        let name = Name::new(&text, self.dialect.indices);
        let value = match name.text.strip_prefix("adl.nav.request_valid.") {
            Some(request) => match self.request_valid(request) {
                Some(answer) => answer?,
                None => self.value_of(&name)?,
            },
            None => self.value_of(&name)?,
        };
        Ok(self.answer(&name.text, value))
    }

    /// Would a navigation request be followed? None leaves the answer to the data model.
    fn request_valid(&self, request: &str) -> Option<Answer> {
        match self.dialect.reading.request_valid {
            RequestValid::Row => None,
            RequestValid::FromRequest(form, otherwise) => {
                if !pattern::matches(form, request) {
                    return Some(Err(otherwise));
                }
                let set = self.store.text("adl.nav.request").unwrap_or_default();
                let answer = match set.as_str() {
                    "_none_" => "unknown",
                    set if set == request => "true",
                    _ => "false",
                };
                Some(Ok(answer.into()))
            }
            RequestValid::Fixed(answers, otherwise) => {
                let mut found = answers.iter();
                let found = found.find(|(form, _)| pattern::matches(form, request));
                Some(found.map_or(Err(otherwise), |(_, answer)| Ok((*answer).into())))
            }
        }
    }

    fn answer(&mut self, element: &str, value: JsValue) -> JsValue {
        if !self.dialect.reading.keeps_error.contains(&element) {
            self.error = 0;
        }
        if self.dialect.reading.falsy_empty && !value.is_truthy() {
            return "".into();
        }
        value
    }

    /// The server is asked, and the course waits; what it says is thrown away.
    fn ask_server(&mut self, element: &str, net: &mut dyn Network) {
        let body = Body {
            kind: Kind::Read,
            values: vec![(element.to_owned(), JsValue::Undefined)],
            changed: None,
            finished: false,
        };
        let request = self.saving.request(Via::XhrSync, body);
        net.sync(&request);
    }

    fn value_of(&self, name: &Name) -> Answer {
        let reading = &self.dialect.reading;
        let row = self.dialect.element(&name.row);
        if let Some(open) = self.dialect.open {
            let write_only = row.is_some_and(|row| row.access == Access::Write);
            if let (true, WriteOnly::Answers(reply)) = (write_only, reading.write_only) {
                return Err(reply);
            }
            if row.is_none()
                && !open
                    .prefixes
                    .iter()
                    .any(|known| name.text.starts_with(known))
            {
                return Err(self.unknown(name));
            }
            return match self.stored(name) {
                Some(value) => Ok(value),
                None => Err(reading.unset),
            };
        }
        let Some(row) = row.filter(|row| row.access != Access::Hidden) else {
            return Err(self.unknown(name));
        };
        if let (Access::Write, WriteOnly::Answers(reply)) = (row.access, reading.write_only) {
            return self.write_only(name, reply);
        }
        if let Some(value) = self.live_status(name) {
            return Ok(value);
        }
        if self.waits_for_type(name) {
            return Err(reading.no_record);
        }
        if let Some(value) = self.count_of(name) {
            return Ok(value);
        }
        if let Some(value) = self.stored(name) {
            return Ok(value);
        }
        if !self.records_exist(name) {
            return match reading.no_record {
                Reply::Initial => Ok(self.initial(row).unwrap_or_else(|| "".into())),
                reply => Err(reply),
            };
        }
        self.unset(row)
    }

    fn unset(&self, row: &Element) -> Answer {
        match self.initial(row) {
            Some(value) => Ok(value),
            None => Err(self.dialect.reading.unset),
        }
    }

    /// A write-only element; where a record that is not there is an object, that comes first.
    fn write_only(&self, name: &Name, reply: Reply) -> Answer {
        let no_record = self.dialect.reading.no_record;
        if matches!(no_record, Reply::Object(_)) && !self.records_exist(name) {
            return Err(no_record);
        }
        Err(reply)
    }

    fn stored(&self, name: &Name) -> Option<JsValue> {
        if self.dialect.reading.as_at_launch {
            self.given.get(&name.text).cloned()
        } else {
            self.store.get(&name.text).cloned()
        }
    }

    /// Do all records on the way exist?
    pub(super) fn records_exist(&self, name: &Name) -> bool {
        let mut records = name.records.iter();
        records.all(|(collection, index)| self.store.has(collection, index))
    }

    /// Where a type empties the correct responses, there are none before it.
    fn waits_for_type(&self, name: &Name) -> bool {
        self.dialect.type_resets_responses
            && name.row == "cmi.interactions.n.correct_responses._count"
            && self.interaction_type(name).is_none()
    }

    /// `_count` of a collection of the data model.
    fn count_of(&self, name: &Name) -> Option<JsValue> {
        let collection = name.text.strip_suffix("._count")?;
        if !self.records_exist(name) {
            return None;
        }
        let count = self.store.count(collection);
        let number = JsValue::Number(count as f64);
        match self.dialect.counts {
            Counts::Text => Some(JsValue::Text(count.to_string())),
            Counts::NumberOnceUsed if count == 0 && name.records.is_empty() => Some("0".into()),
            Counts::Number | Counts::NumberOnceUsed => Some(number),
            Counts::None => None,
        }
    }

    /// What is said of a name beyond the data model.
    fn unknown(&self, name: &Name) -> Reply {
        let reading = &self.dialect.reading;
        let mut answers = reading.answers.iter();
        if let Some((_, reply)) = answers.find(|(form, _)| pattern::matches(form, &name.text)) {
            return *reply;
        }
        let rule = match name.last() {
            "_children" => reading.children_misuse,
            "_count" => reading.count_misuse,
            _ => {
                if let Some(reply) = reading.group
                    && self.is_group(&name.row)
                {
                    return reply;
                }
                reading.unknown
            }
        };
        let parent = name.parent_row();
        match rule {
            Unknown::IfParent(reply, _) if self.dialect.element(parent).is_some() => reply,
            Unknown::IfKnown(reply, _) if self.exists(parent) => reply,
            Unknown::Always(reply) | Unknown::IfParent(_, reply) | Unknown::IfKnown(_, reply) => {
                reply
            }
        }
    }

    fn exists(&self, row: &str) -> bool {
        self.dialect.element(row).is_some() || self.is_group(row)
    }

    /// Do elements begin with this name?
    pub(super) fn is_group(&self, row: &str) -> bool {
        let inside = |element: &Element| {
            let rest = element.name.strip_prefix(row);
            rest.is_some_and(|rest| rest.starts_with('.'))
        };
        self.dialect.elements.iter().any(inside)
    }

    /// A status that follows from numbers when it is read (SCORM 2004 RTE 4.2.4.1, 4.2.22.1).
    fn live_status(&self, name: &Name) -> Option<JsValue> {
        if !self.dialect.live_status || self.version == Version::Scorm12 {
            return None;
        }
        let number = |element: &str| {
            let text = self.store.text(element)?;
            let number = parse_float(&text);
            (!number.is_nan()).then_some(number)
        };
        let (limit, measure, words) = match name.text.as_str() {
            "cmi.success_status" => (
                number("cmi.scaled_passing_score")?,
                number("cmi.score.scaled"),
                ["passed", "failed", "unknown"],
            ),
            "cmi.completion_status" => (
                number("cmi.completion_threshold")?,
                number("cmi.progress_measure"),
                ["completed", "incomplete", "unknown"],
            ),
            _ => return None,
        };
        let [reached, missed, open] = words;
        Some(match measure {
            Some(measure) if measure >= limit => reached.into(),
            Some(_) => missed.into(),
            None => open.into(),
        })
    }
}
