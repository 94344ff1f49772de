//! `SetValue`: the checks of the dialect in their order, then the value is kept.

use super::emulation::{Answer, Emulation};
use super::name::Name;
use crate::moment::Moment;
use crate::network::Network;
use crate::pattern;
use crate::profile::dialect::{Check, Kept, RecordRule, Reply};
use crate::profile::element::{Access, Element, Form};
use crate::value::{JsValue, js_length, to_number};

/// A write on its way through the checks.
pub(super) struct Write<'a> {
    pub name: &'a Name,
    pub row: Option<&'static Element>,
    pub value: JsValue,
}

/// What a check says.
enum Verdict {
    Passed,
    /// The call is answered as if it had worked, and nothing is kept.
    Forgotten,
}

impl Emulation {
    pub(super) fn set_value(
        &mut self,
        element: &JsValue,
        value: &JsValue,
        moment: Moment,
        net: &mut dyn Network,
    ) -> Answer {
        let name = Name::new(&element.to_text(), self.dialect.indices);
        let mut write = Write {
            row: self.dialect.element(&name.row),
            name: &name,
            value: keep(self.dialect.kept, value),
        };
        for check in self.dialect.writing {
            match self.check(*check, element, value, &mut write)? {
                Verdict::Passed => {}
                Verdict::Forgotten => return Ok(self.done()),
            }
        }
        let value = write.value;
        let name = self.actual(&name);
        self.put(&name, value.clone());
        self.saving.touched(&name.text);
        self.save_at_set(&name.text, &value, moment, net);
        Ok(self.done())
    }

    fn check(
        &mut self,
        check: Check,
        element: &JsValue,
        given: &JsValue,
        write: &mut Write<'_>,
    ) -> Result<Verdict, Reply> {
        let name = write.name;
        let fault = match check {
            Check::State => self.state_error(self.dialect.states.set),
            Check::PlainValue(code) => {
                let plain = !matches!(
                    given,
                    JsValue::Undefined | JsValue::Null | JsValue::Object(_)
                );
                unless(plain, code)
            }
            Check::DefinedValue(code) => unless(*given != JsValue::Undefined, code),
            Check::Named(code) => unless(!name.text.is_empty(), code),
            Check::NamedOr(reply) => {
                if name.text.is_empty() {
                    return Err(reply);
                }
                0
            }
            Check::TextNameOr(reply) => {
                if element.as_text().is_none() {
                    return Err(reply);
                }
                0
            }
            Check::TextName(code) => unless(element.as_text().is_some(), code),
            Check::NoKeyword(code) => {
                let keyword = name.text.contains("_children") || name.text.contains("_count");
                unless(!keyword, code)
            }
            Check::Known(code) => unless(self.is_known(write), code),
            Check::KnownOrKeyword(unknown, keyword) => {
                let parent = name.parent_row();
                let is_keyword = name.last().starts_with('_')
                    && (self.is_group(parent) || self.dialect.element(parent).is_some());
                match (is_keyword, self.is_known(write)) {
                    (true, _) => keyword,
                    (false, true) => 0,
                    (false, false) => unknown,
                }
            }
            Check::Fixed(collections, code) => {
                let adds = name.records.iter().any(|(collection, index)| {
                    collections.contains(&collection.as_str()) && !self.store.has(collection, index)
                });
                unless(!adds, code)
            }
            Check::NeedsIdBut(free, code) => unless(
                free.contains(&name.row.as_str()) || self.has_ids(name),
                code,
            ),
            Check::KnownOr(replies) => {
                let mut replies = replies.iter();
                let reply = replies.find(|(form, _)| pattern::matches(form, &name.text));
                if let (false, Some((_, reply))) = (self.is_known(write), reply) {
                    return Err(*reply);
                }
                0
            }
            Check::AnsweredAs(answers) => {
                let mut answers = answers.iter();
                if let Some((_, reply)) = answers.find(|(row, _)| *row == name.row) {
                    return Err(*reply);
                }
                0
            }
            Check::Gap(collections, reply) => {
                let gap = name.records.iter().any(|(collection, index)| {
                    let count = self.store.count(collection);
                    collections.contains(&collection.as_str()) && to_number(index) > count as f64
                });
                if gap {
                    return Err(reply);
                }
                0
            }
            Check::RangeOr(reply) => {
                if range_fault(write, 1, false) != 0 {
                    return Err(reply);
                }
                0
            }
            Check::PlainIndex(code) => {
                unless(name.records.iter().all(|(_, index)| is_plain(index)), code)
            }
            Check::Writable(keyword, read_only) => self.writable(write, keyword, read_only),
            Check::Form(code) => self.form_error(write, code),
            Check::Range(code, number) => range_fault(write, code, number),
            Check::Record(rule) => self.record_fault(name, rule),
            Check::Unique(rows, code) => {
                let mine = rows.contains(&name.row.as_str());
                unless(!mine || !self.is_taken(name, &write.value), code)
            }
            Check::Once(rows, code) => {
                let before = self.store.get(&name.text);
                let other = before
                    .is_some_and(|before| *before != write.value && !before.to_text().is_empty());
                unless(!(rows.contains(&name.row.as_str()) && other), code)
            }
            Check::NeedsId(code) => unless(self.has_ids(name), code),
            Check::NeedsType(code) => {
                let response = write
                    .row
                    .is_some_and(|row| matches!(row.form, Form::Response | Form::CorrectResponse));
                unless(!response || self.interaction_type(name).is_some(), code)
            }
            Check::Responses(forms) => self.response_fault(write, forms),
            Check::ClockParts => {
                let text = write.value.to_text();
                let session = name.row == "cmi.core.session_time" && !text.is_empty();
                if session && text.split(':').count() < 3 {
                    return Err(Reply::TypeError);
                }
                0
            }
            Check::Credit => return Ok(self.without_credit(name)),
        };
        match fault {
            0 => Ok(Verdict::Passed),
            code => Err(Reply::False(code)),
        }
    }

    /// The error of a value's form; a user's own profile may set the length of suspend data.
    fn form_error(&self, write: &Write<'_>, code: u16) -> u16 {
        let Some(row) = write.row else {
            return 0;
        };
        let form = match self.suspend_data {
            Some(longest) if row.name == "cmi.suspend_data" => Form::Longest(longest),
            _ => row.form,
        };
        form_fault(form, &write.value.to_text(), code)
    }

    fn is_known(&self, write: &Write<'_>) -> bool {
        let open = self.dialect.open.is_some_and(|open| {
            let mut prefixes = open.prefixes.iter();
            prefixes.any(|known| write.name.text.starts_with(known))
        });
        write.row.is_some() || open
    }

    fn writable(&self, write: &Write<'_>, keyword: u16, read_only: u16) -> u16 {
        if let Some(row) = write.row {
            match row.access {
                Access::Keyword => return keyword,
                Access::Read => return read_only,
                Access::Write | Access::Both | Access::Hidden => {}
            }
        }
        let Some(open) = self.dialect.open else {
            return 0;
        };
        let name = write.name.text.as_str();
        let is_keyword = name.ends_with("._children") || name.ends_with("._count");
        if open.keywords_read_only && is_keyword {
            return read_only;
        }
        let fixed = open.read_only.iter().any(|prefix| {
            let rest = name.strip_prefix(prefix);
            rest.is_some_and(|rest| {
                !open.whole_segments || rest.is_empty() || rest.starts_with('.')
            })
        });
        if fixed { read_only } else { 0 }
    }

    /// The error of an index; records are made here if a later fault does not undo them.
    fn record_fault(&mut self, name: &Name, rule: RecordRule) -> u16 {
        for (collection, index) in &name.records {
            let count = self.store.count(collection);
            let beyond = to_number(index) > count as f64;
            if beyond && rule.gap != 0 {
                return rule.gap;
            }
            let row = Name::new(collection, self.dialect.indices).row;
            if rule.made_early && !rule.late.contains(&row.as_str()) {
                self.make_record(collection, index);
            }
        }
        0
    }

    /// The name under which a value is kept: a record beyond the next may become the next.
    fn actual(&self, name: &Name) -> Name {
        let Some((collection, index)) = name.records.first() else {
            return name.clone();
        };
        if !self.appends() || self.store.has(collection, index) {
            return name.clone();
        }
        let made_early = self.dialect.writing.iter().any(|check| {
            matches!(
                check,
                Check::Record(RecordRule {
                    made_early: true,
                    ..
                })
            )
        });
        let next = self
            .store
            .count(collection)
            .saturating_sub(usize::from(made_early));
        let rest = &name.text[collection.len() + 1 + index.len()..];
        Name::new(&format!("{collection}.{next}{rest}"), self.dialect.indices)
    }

    fn appends(&self) -> bool {
        self.dialect
            .writing
            .iter()
            .any(|check| matches!(check, Check::Record(RecordRule { appends: true, .. })))
    }

    /// Counts a record. A negative index is no record, and is not counted.
    fn make_record(&mut self, collection: &str, index: &str) {
        if self.appends() && !self.store.has(collection, index) {
            let next = self.store.count(collection).to_string();
            self.store.reach(collection, &next);
        } else {
            self.store.reach(collection, index);
        }
    }

    /// Keeps the value.
    pub(super) fn put(&mut self, name: &Name, value: JsValue) {
        self.count_records(name);
        if matches!(
            name.row.as_str(),
            "cmi.core.lesson_status" | "cmi.completion_status"
        ) {
            self.status_set = true;
        }
        if self.dialect.type_resets_responses && name.row == "cmi.interactions.n.type" {
            let responses = name.text.replace(".type", ".correct_responses");
            self.store.counts.remove(&responses);
            self.store
                .values
                .retain(|element, _| !element.starts_with(&format!("{responses}.")));
        }
        let appended = self.dialect.appended.contains(&name.row.as_str());
        let value = match self.store.text(&name.text) {
            Some(before) if appended => JsValue::Text(before + &value.to_text()),
            _ => value,
        };
        self.store.set(&name.text, value);
        self.after_put(name);
    }

    /// Counts the records that a value is in; where names are open, as values of their own.
    fn count_records(&mut self, name: &Name) {
        let counted = self.dialect.open.map(|open| open.counted);
        for (collection, index) in &name.records {
            let row = Name::new(collection, self.dialect.indices).row;
            match counted {
                Some(counted) if counted.contains(&row.as_str()) => {
                    self.store.reach(collection, index);
                    let count = self.store.count(collection).to_string();
                    self.store
                        .set(&format!("{collection}._count"), count.into());
                }
                Some(_) => {}
                None => self.make_record(collection, index),
            }
        }
    }

    /// Has another record of the collection this value?
    fn is_taken(&self, name: &Name, value: &JsValue) -> bool {
        let Some((collection, index)) = name.records.last() else {
            return false;
        };
        let attribute = name.last();
        let mut others = (0..self.store.count(collection)).map(|other| other.to_string());
        others.any(|other| {
            other != *index
                && self.store.get(&format!("{collection}.{other}.{attribute}")) == Some(value)
        })
    }

    /// Is the `id` of each record on the way set, or is it what is being set?
    fn has_ids(&self, name: &Name) -> bool {
        let mut rest = name.records.iter().enumerate();
        rest.all(|(level, (collection, index))| {
            let id = format!("{collection}.{index}.id");
            let row = format!("{}.n.id", Name::new(collection, self.dialect.indices).row);
            let has_no_id = self.dialect.element(&row).is_none();
            let innermost = level + 1 == name.records.len();
            has_no_id || (innermost && name.text == id) || self.store.get(&id).is_some()
        })
    }

    /// The type of the interaction that an element belongs to.
    pub(super) fn interaction_type(&self, name: &Name) -> Option<String> {
        let (collection, index) = name.records.first()?;
        let kind = self.store.text(&format!("{collection}.{index}.type"))?;
        (!kind.is_empty()).then_some(kind)
    }

    fn without_credit(&self, name: &Name) -> Verdict {
        let without = match self
            .store
            .text("cmi.core.credit")
            .or_else(|| self.store.text("cmi.credit"))
        {
            Some(credit) => credit != "credit",
            None => false,
        };
        if without && (name.text.contains("score") || name.text.contains("status")) {
            Verdict::Forgotten
        } else {
            Verdict::Passed
        }
    }
}

fn unless(passed: bool, code: u16) -> u16 {
    if passed { 0 } else { code }
}

fn is_plain(index: &str) -> bool {
    index == "0" || !index.starts_with('0')
}

fn keep(rule: Kept, value: &JsValue) -> JsValue {
    match (rule, value) {
        (Kept::Typed, value) => value.clone(),
        (Kept::TextUndefinedNull, JsValue::Undefined) => "null".into(),
        (Kept::TextNothingEmpty, JsValue::Undefined | JsValue::Null) => "".into(),
        (_, value) => JsValue::Text(value.to_text()),
    }
}

/// The error of a value that has not the form.
fn form_fault(form: Form, text: &str, code: u16) -> u16 {
    match form {
        Form::Any | Form::Response | Form::CorrectResponse => 0,
        Form::Pattern(pattern) => unless(pattern::matches(pattern, text), code),
        Form::Short(pattern, longest) => unless(
            js_length(text) <= longest && pattern::matches(pattern, text),
            code,
        ),
        Form::Longest(longest) => unless(js_length(text) <= longest, code),
        Form::Line(longest) => {
            let one_line = !text.contains(['\n', '\r', '\u{2028}', '\u{2029}']);
            unless(js_length(text) <= longest && one_line, code)
        }
        Form::LongIdentifier => {
            let urn = text.strip_prefix("urn:");
            let fits = match urn {
                Some(rest) => match rest.split_once(':') {
                    Some((space, specific)) => {
                        pattern::matches("[A-Za-z0-9-]{1,31}", space) && is_solid(specific)
                    }
                    None => false,
                },
                None => is_solid(text),
            };
            unless(fits, code)
        }
        Form::Uri => {
            let urn = text.starts_with("urn:");
            let fits = is_solid(text)
                && (!urn || pattern::matches("urn:[a-z0-9][a-z0-9-]{1,31}:.+", text));
            unless(fits, code)
        }
        Form::Localized => {
            let language = text
                .strip_prefix("{lang=")
                .and_then(|rest| rest.split_once('}'))
                .map(|(language, _)| language);
            let known = language.is_none_or(|language| {
                pattern::matches("([a-zA-Z]{2,3}|i|x)(-[a-zA-Z0-9]{2,8})*|", language)
            });
            unless(known, code)
        }
        Form::Limited(longest, own) => unless(js_length(text) <= longest, own),
    }
}

/// 1 to 4000 units, none of them blank.
fn is_solid(text: &str) -> bool {
    (1..=4000).contains(&js_length(text)) && !text.contains(char::is_whitespace)
}

fn range_fault(write: &mut Write<'_>, code: u16, becomes_number: bool) -> u16 {
    let Some((low, high)) = write.row.and_then(|row| row.range) else {
        return 0;
    };
    let text = write.value.to_text();
    if text.is_empty() && !becomes_number {
        return 0;
    }
    let number = to_number(&text);
    if !(number >= low && number <= high) {
        return code;
    }
    if becomes_number {
        write.value = JsValue::Number(number);
    }
    0
}
