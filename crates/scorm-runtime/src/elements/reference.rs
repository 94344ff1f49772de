//! The element tables for readers: every element with what a SCO may do with it.

use super::{Access, Collection, Promised, RecordSpec, root};
use crate::types::{Kind, Mismatch};
use crate::version::Version;

/// What is fixed about one element of a data model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ElementFacts {
    /// Its name, with `n` (and `m` inside of it) for an index.
    pub name: String,
    /// What a SCO may do with it.
    pub access: Access,
    /// Its type in the words of the standard.
    pub kind: &'static str,
    /// Which values it takes.
    pub values: String,
    /// Characters that are promised (SCORM 2004) or the most that are allowed (SCORM 1.2).
    pub characters: Option<u32>,
    /// What is read before anything was set.
    pub initial: Option<&'static str>,
    /// The element that must have a value before this one may be set.
    pub needs: Option<String>,
}

/// Every element of a version's data model, in the order of the tables.
pub fn element_reference(version: Version) -> Vec<ElementFacts> {
    let mut facts = Vec::new();
    record(root(version), "", version, &["n", "m"], &mut facts);
    facts
}

fn record(
    spec: &RecordSpec,
    prefix: &str,
    version: Version,
    indices: &[&str],
    facts: &mut Vec<ElementFacts>,
) {
    for field in spec.fields {
        let limit = field.kind.size("").map(|(limit, _)| limit);
        facts.push(ElementFacts {
            name: format!("{prefix}{}", field.name),
            access: field.access,
            kind: field.kind.name(),
            values: values(field.kind),
            characters: limit.map(|limit| field.limit_in(version, limit)),
            initial: field.initial,
            needs: field.needs.map(|needs| format!("{prefix}{needs}")),
        });
    }
    let offered = |collection: &&Collection| collection.since <= version.edition();
    for collection in spec.collections.iter().filter(offered) {
        let name = format!("{prefix}{}", collection.name);
        let Some((index, inner)) = indices.split_first() else {
            continue;
        };
        facts.push(ElementFacts {
            name: format!("{name}._count"),
            access: Access::ReadOnly,
            kind: "count",
            values: match collection.promised {
                Promised::Records(u32::MAX) => "the number of records".to_owned(),
                Promised::Records(promised) => {
                    format!("the number of records; {promised} are promised")
                }
                Promised::ByInteractionType => {
                    "the number of records; how many are promised depends on the type".to_owned()
                }
            },
            characters: None,
            initial: None,
            needs: None,
        });
        let inside = format!("{name}.{index}.");
        record(collection.record, &inside, version, inner, facts);
    }
}

/// The words in which a wrong value is refused, so that both say the same.
fn values(kind: Kind) -> String {
    // No typed value holds a control character.
    match kind.check("\u{1}", None) {
        Err(Mismatch::Form(expected) | Mismatch::Range(expected)) => expected.into_owned(),
        Ok(()) => match kind {
            Kind::Response | Kind::Pattern | Kind::CmiFeedback => {
                "by the type of the interaction".to_owned()
            }
            _ => "text".to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::version::Edition;

    fn find(version: Version, name: &str) -> Option<ElementFacts> {
        let facts = element_reference(version);
        facts.into_iter().find(|facts| facts.name == name)
    }

    #[test]
    fn the_facts_are_those_of_the_tables() {
        let fourth = Version::Scorm2004(Edition::Fourth);
        let scaled = find(fourth, "cmi.score.scaled").unwrap();
        assert_eq!(scaled.values, "a number from -1 to 1");
        let response = find(fourth, "cmi.interactions.n.learner_response").unwrap();
        assert_eq!(response.values, "by the type of the interaction");
        assert_eq!(response.needs.as_deref(), Some("cmi.interactions.n.type"));
        assert!(find(fourth, "cmi.interactions.n.correct_responses.m.pattern").is_some());
        let suspend = |version| find(version, "cmi.suspend_data").unwrap().characters;
        assert_eq!(suspend(fourth), Some(64_000));
        assert_eq!(suspend(Version::Scorm2004(Edition::Second)), Some(4000));
        assert_eq!(suspend(Version::Scorm12), Some(4096));
        assert!(find(Version::Scorm2004(Edition::Third), "adl.data._count").is_none());
        let status = find(Version::Scorm12, "cmi.core.lesson_status").unwrap();
        assert!(status.values.contains("browsed"), "{}", status.values);
    }
}
