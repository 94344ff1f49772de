//! What the standard's data model says to an element and a value: the engine itself is asked.

use scorm_package::{Edition as PackageEdition, ScormVersion};
use scorm_runtime::{
    Access, Api, ApiFunction, Edition, LmsComment, LmsData, Profile, SharedData, Version,
};

/// The data model of one version.
#[derive(Debug)]
pub(crate) struct DataModel {
    version: Version,
    api: Api,
}

/// What becomes of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Fine,
    UnknownElement,
    ReadOnly,
    WriteOnly,
    /// The value is not of the element's type.
    WrongType,
    OutOfRange,
}

/// One element of the model; indexes are written `n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ElementInfo {
    pub(crate) name: String,
    pub(crate) access: Access,
    pub(crate) type_name: &'static str,
}

/// The version of the engine for a package's version.
pub(crate) fn engine_version(version: ScormVersion) -> Version {
    match version {
        ScormVersion::Scorm12 => Version::Scorm12,
        ScormVersion::Scorm2004(edition) => Version::Scorm2004(match edition {
            PackageEdition::Second => Edition::Second,
            PackageEdition::Third => Edition::Third,
            PackageEdition::Fourth => Edition::Fourth,
        }),
    }
}

impl DataModel {
    pub(crate) fn of(version: Version) -> Self {
        let launch = LmsData {
            comments_from_lms: vec![LmsComment::default()],
            shared_data: vec![SharedData {
                id: "shared".to_owned(),
                store: Some(String::new()),
                read: true,
                write: true,
            }],
            launch_data: Some(String::new()),
            mastery_score: Some("80".to_owned()),
            max_time_allowed: Some(String::new()),
            time_limit_action: Some(String::new()),
            ..LmsData::default()
        };
        let profile = Profile {
            tolerant: true,
            max_value_bytes: u32::MAX,
            limits: scorm_runtime::Limits::Note,
            ..Profile::default()
        };
        let mut api = Api::new(version, profile, &launch);
        api.initialize("");
        Self { version, api }
    }

    /// What a read gives.
    pub(crate) fn get(&self, element: &str) -> Verdict {
        let element = first_record(element);
        let mut api = self.api.clone();
        self.prepare(&mut api, &element, true);
        let error = api.get_value(&element, &()).error;
        self.verdict(ApiFunction::GetValue, error)
    }

    /// What a write gives; without a value only the element is judged.
    pub(crate) fn set(&self, element: &str, value: Option<&str>) -> Verdict {
        let element = first_record(element);
        let mut api = self.api.clone();
        self.prepare(&mut api, &element, false);
        let error = api.set_value(&element, value.unwrap_or_default()).error;
        match self.verdict(ApiFunction::SetValue, error) {
            Verdict::WrongType | Verdict::OutOfRange if value.is_none() => Verdict::Fine,
            verdict => verdict,
        }
    }

    /// What the engine says about a refused value.
    pub(crate) fn explain(&self, element: &str, value: &str) -> String {
        let element = first_record(element);
        let mut api = self.api.clone();
        self.prepare(&mut api, &element, false);
        api.set_value(&element, value);
        api.diagnostic("").into_owned()
    }

    /// The id and type of a record come before its other elements.
    fn prepare(&self, api: &mut Api, element: &str, for_reading: bool) {
        let Some((record, field)) = record_and_field(element) else {
            return;
        };
        if for_reading || field != "id" {
            api.set_value(&format!("{record}.id"), "record");
        }
        if record.starts_with("cmi.interactions.") && field != "type" {
            let kind = if self.version.is_scorm12() {
                "fill-in"
            } else {
                "other"
            };
            api.set_value(&format!("{record}.type"), kind);
        }
    }

    fn verdict(&self, function: ApiFunction, error: u16) -> Verdict {
        let is_set = function == ApiFunction::SetValue;
        match (self.version.is_scorm12(), error) {
            (true, 201 | 401) | (false, 401) => Verdict::UnknownElement,
            (true, 402 | 403) | (false, 404) if is_set => Verdict::ReadOnly,
            (true, 404) | (false, 405) if !is_set => Verdict::WriteOnly,
            (true, 405) | (false, 406) if is_set => Verdict::WrongType,
            (false, 407) if is_set => Verdict::OutOfRange,
            _ => Verdict::Fine,
        }
    }

    /// All elements, with one record of every collection.
    pub(crate) fn elements(&self) -> Vec<ElementInfo> {
        let mut api = self.api.clone();
        let records: &[&str] = if self.version.is_scorm12() {
            &[
                "cmi.objectives.0.id",
                "cmi.interactions.0.id",
                "cmi.interactions.0.objectives.0.id",
            ]
        } else {
            &[
                "cmi.objectives.0.id",
                "cmi.interactions.0.id",
                "cmi.interactions.0.objectives.0.id",
                "cmi.comments_from_learner.0.comment",
            ]
        };
        for record in records {
            api.set_value(record, "record");
        }
        let (kind, pattern) = if self.version.is_scorm12() {
            ("fill-in", "a")
        } else {
            ("other", "a")
        };
        api.set_value("cmi.interactions.0.type", kind);
        api.set_value("cmi.interactions.0.correct_responses.0.pattern", pattern);
        let elements = api.elements().into_iter();
        elements
            .map(|element| ElementInfo {
                name: element.element.replace(".0", ".n"),
                access: element.access,
                type_name: element.type_name,
            })
            .collect()
    }

    /// The element that a wrong name probably means.
    pub(crate) fn nearest(&self, element: &str) -> Option<String> {
        let wanted = with_n(element);
        let elements = self.elements();
        let distance = |name: &str| strsim::damerau_levenshtein(&wanted.to_lowercase(), name);
        let best = elements
            .iter()
            .map(|element| (distance(&element.name), &element.name))
            .min()?;
        let last = wanted.rsplit('.').next().unwrap_or_default();
        if best.0 <= 3 && best.0 * 4 <= wanted.len() {
            return Some(best.1.clone());
        }
        // The last word is right, the way to it is not: `cmi.lesson_status`.
        let mut same = elements
            .iter()
            .filter(|known| known.name.rsplit('.').next() == Some(last) && !last.starts_with('_'));
        let first = same.next()?;
        same.next().is_none().then(|| first.name.clone())
    }

    /// What the type of an element is called.
    pub(crate) fn type_name(&self, element: &str) -> Option<&'static str> {
        let wanted = with_n(element);
        let mut elements = self.elements().into_iter();
        elements
            .find(|known| known.name == wanted)
            .map(|known| known.type_name)
    }
}

/// Every index becomes the first record, since only that is prepared.
fn first_record(element: &str) -> String {
    replace_indexes(element, "0")
}

fn with_n(element: &str) -> String {
    replace_indexes(element, "n")
}

fn replace_indexes(element: &str, by: &str) -> String {
    let words = element.split('.').map(|word| {
        let is_index = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
        if is_index { by } else { word }
    });
    words.collect::<Vec<_>>().join(".")
}

/// `cmi.interactions.0` and what follows.
fn record_and_field(element: &str) -> Option<(&str, &str)> {
    let at = ["cmi.interactions.0.", "cmi.objectives.0."]
        .iter()
        .find(|prefix| element.starts_with(*prefix))?
        .len();
    Some((&element[..at - 1], &element[at..]))
}

#[cfg(test)]
mod tests {
    use scorm_runtime::{Edition, Version};

    use super::{DataModel, Verdict};

    #[test]
    fn the_engine_judges_elements_and_values() {
        let old = DataModel::of(Version::Scorm12);
        let new = DataModel::of(Version::Scorm2004(Edition::Fourth));
        for (model, element, value, want) in [
            (&old, "cmi.core.lesson_status", "completed", Verdict::Fine),
            (&old, "cmi.core.lesson_status", "done", Verdict::WrongType),
            (
                &old,
                "cmi.completion_status",
                "completed",
                Verdict::UnknownElement,
            ),
            (&old, "cmi.core.student_id", "x", Verdict::ReadOnly),
            (&old, "cmi.interactions._count", "1", Verdict::ReadOnly),
            (&old, "cmi.interactions.4.id", "q1", Verdict::Fine),
            (&old, "cmi.interactions.4.result", "correct", Verdict::Fine),
            (&old, "cmi.core.session_time", "PT1S", Verdict::WrongType),
            (&new, "cmi.completion_status", "completed", Verdict::Fine),
            (&new, "cmi.completion_status", "passed", Verdict::WrongType),
            (
                &new,
                "cmi.core.lesson_status",
                "passed",
                Verdict::UnknownElement,
            ),
            (&new, "cmi.score.scaled", "80", Verdict::OutOfRange),
            (&new, "cmi.learner_id", "x", Verdict::ReadOnly),
            (
                &new,
                "cmi.interactions.2.learner_response",
                "a",
                Verdict::Fine,
            ),
            (
                &new,
                "cmi.interactions.2.correct_responses.0.pattern",
                "a",
                Verdict::Fine,
            ),
            (
                &new,
                "cmi.comments_from_learner.0.comment",
                "a",
                Verdict::Fine,
            ),
            (&new, "adl.nav.request", "continue", Verdict::Fine),
            (&new, "adl.data.0.store", "x", Verdict::Fine),
        ] {
            assert_eq!(model.set(element, Some(value)), want, "{element} = {value}");
        }
        assert_eq!(old.get("cmi.objectives.2.id"), Verdict::Fine);
        assert_eq!(new.get("cmi.exit"), Verdict::WriteOnly);
        assert_eq!(old.get("cmi.core.exit"), Verdict::WriteOnly);
        assert_eq!(new.get("cmi.suspend_data"), Verdict::Fine);
        assert_eq!(new.get("cmi.sucess_status"), Verdict::UnknownElement);
        assert_eq!(
            new.nearest("cmi.sucess_status").as_deref(),
            Some("cmi.success_status")
        );
        assert_eq!(
            old.nearest("cmi.lesson_status").as_deref(),
            Some("cmi.core.lesson_status")
        );
        assert_eq!(
            new.nearest("cmi.interactions.3.learner_respons").as_deref(),
            Some("cmi.interactions.n.learner_response")
        );
    }
}
