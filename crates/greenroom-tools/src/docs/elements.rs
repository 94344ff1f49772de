//! The page on the data models.

use std::fmt::Write as _;

use scorm_runtime::{Access, Edition, ElementFacts, Version, element_reference};

use super::{DO_NOT_EDIT, cell};

const MODELS: [(&str, Version); 2] = [
    ("SCORM 1.2", Version::Scorm12),
    (
        "SCORM 2004 4th Edition",
        Version::Scorm2004(Edition::Fourth),
    ),
];

const HEAD: &str = "| Element | Access | Values | Characters | Initially | Needs |\n\
                    |---|---|---|---|---|---|\n";

/// Every element of both data models.
pub(super) fn page() -> String {
    let mut page = format!(
        "{DO_NOT_EDIT}# Elements of the data models\n\n\
         `n` and `m` stand for an index from 0. *Needs* names the element that must have a value first\n\
         (error 408 in SCORM 2004). *Characters* are the most that SCORM 1.2 allows, and what every LMS of\n\
         SCORM 2004 must keep. SCORM 2004 2nd Edition promises 4,000 characters of `cmi.suspend_data`;\n\
         `adl.data` came with the 4th Edition. What each LMS makes of them is in [lms.md](lms.md).\n"
    );
    for (title, version) in MODELS {
        let _infallible = write!(page, "\n## {title}\n\n{HEAD}");
        for facts in element_reference(version) {
            page.push_str(&row(&facts));
        }
    }
    page
}

/// What the page says of one element; an index is taken for `n` and `m`.
pub(super) fn element(name: &str) -> Option<String> {
    let mut text = String::new();
    for (title, version) in MODELS {
        let facts = element_reference(version).into_iter();
        for facts in facts.filter(|facts| is_called(&facts.name, name)) {
            let _infallible = write!(text, "## {title}\n\n{HEAD}{}\n", row(&facts));
        }
    }
    (!text.is_empty()).then_some(text)
}

fn is_called(declared: &str, name: &str) -> bool {
    let is_index = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (mut declared, mut parts) = (declared.split('.'), name.split('.'));
    loop {
        match (declared.next(), parts.next()) {
            (None, None) => return true,
            (Some(one), Some(other)) if one == other => {}
            (Some("n" | "m"), Some(other)) if is_index(other) => {}
            _ => return false,
        }
    }
}

fn row(facts: &ElementFacts) -> String {
    let access = match facts.access {
        Access::ReadWrite => "read, write",
        Access::ReadOnly => "read",
        Access::WriteOnly => "write",
    };
    let initial = match facts.initial {
        Some("") => "the empty string".to_owned(),
        Some(initial) => format!("`{initial}`"),
        None => String::new(),
    };
    let needs = facts.needs.as_ref().map(|needs| format!("`{needs}`"));
    let characters = facts.characters.map(|limit| limit.to_string());
    format!(
        "| `{}` | {access} | {} | {} | {initial} | {} |\n",
        facts.name,
        cell(&facts.values),
        characters.unwrap_or_default(),
        needs.unwrap_or_default(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_element_is_found_by_its_name_with_any_index() {
        for name in ["cmi.interactions.n.id", "cmi.interactions.12.id"] {
            assert_eq!(element(name).unwrap().matches("## SCORM").count(), 2);
        }
        assert!(
            element("cmi.score.scaled")
                .unwrap()
                .contains("from -1 to 1")
        );
        assert!(element("cmi.nothing").is_none() && element("").is_none());
    }
}
