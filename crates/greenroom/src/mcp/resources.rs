//! The resources: texts that agents read when they need them.
//!
//! The reference pages are made from the declarations that the server runs on, so they fit it. The
//! page of one tool or rule is read by its name behind the page's address.

use greenroom_tools::docs;
use rmcp::model::{ErrorData, ReadResourceResult, Resource, ResourceContents};
use serde_json::json;

const SCHEME: &str = "greenroom://";
const MARKDOWN: &str = "text/markdown";
/// Characters of an address that a refusal gives back.
const LONGEST_URI: usize = 200;

struct Page {
    name: &'static str,
    title: &'static str,
    description: &'static str,
}

const PAGES: [Page; 12] = [
    Page {
        name: "ui-guide",
        title: "Guide to the ui_* tools",
        description: "How to build a live page for the human in Lua and HTML",
    },
    Page {
        name: "agents",
        title: "Guide for agents",
        description: "Which tools in which order, how to keep answers small, worked examples",
    },
    Page {
        name: "guide",
        title: "Guide for authors",
        description: "From nothing to the LMS in a shell: new, check, play, rehearse, pack",
    },
    Page {
        name: "ci",
        title: "Guide to CI",
        description: "Checks and rehearsals on GitHub, on GitLab, in any shell",
    },
    Page {
        name: "rehearsal-guide",
        title: "Guide to rehearsals",
        description: "How a course is tested: the form, with an example for each common case",
    },
    Page {
        name: "rehearsal-schema",
        title: "Schema of rehearsals",
        description: "JSON Schema of what scorm_rehearse plays",
    },
    Page {
        name: "outline",
        title: "Outlines of new courses",
        description: "What scorm_create_course fills a course with: pages, questions of every type",
    },
    Page {
        name: "configuration",
        title: "config.toml",
        description: "Every key of the settings file, with its default",
    },
    Page {
        name: "elements",
        title: "Data models",
        description: "Every element of SCORM 1.2 and 2004; greenroom://elements/NAME is one of them",
    },
    Page {
        name: "errors",
        title: "Errors",
        description: "Every error code: when it comes and what to do",
    },
    Page {
        name: "rules",
        title: "Lint rules",
        description: "Every rule with examples; greenroom://rules/CODE is one of them",
    },
    Page {
        name: "tools",
        title: "Tools",
        description: "Every tool with all options; greenroom://tools/NAME is one of them",
    },
];

/// Pages that people wrote.
const GUIDES: [(&str, &str); 6] = [
    ("ui-guide", include_str!("../../../../docs/ui-guide.md")),
    ("outline", include_str!("../../../../docs/outline.md")),
    ("agents", include_str!("../../../../docs/agents.md")),
    ("guide", include_str!("../../../../docs/guide.md")),
    ("ci", include_str!("../../../../docs/ci.md")),
    ("rehearsal-guide", docs::REHEARSAL_GUIDE),
];

/// All resources.
pub(super) fn list() -> Vec<Resource> {
    PAGES
        .iter()
        .map(|page| {
            Resource::new(format!("{SCHEME}{}", page.name), page.name)
                .with_title(page.title)
                .with_description(page.description)
                .with_mime_type(mime_of(page.name))
                .with_size(text_of(page.name).map_or(0, |text| text.len() as u64))
        })
        .collect()
}

/// The content of one.
pub(super) fn read(uri: &str) -> Result<ReadResourceResult, ErrorData> {
    let text = uri.strip_prefix(SCHEME).and_then(text_of);
    let text = text.ok_or_else(|| unknown(uri))?;
    let name = uri.strip_prefix(SCHEME).unwrap_or_default();
    let contents = ResourceContents::text(text, uri).with_mime_type(mime_of(name));
    Ok(ReadResourceResult::new(vec![contents]))
}

fn mime_of(name: &str) -> &'static str {
    if name == "rehearsal-schema" {
        "application/json"
    } else {
        MARKDOWN
    }
}

fn text_of(path: &str) -> Option<String> {
    match path.split_once('/') {
        Some(("tools", name)) => docs::tool(name),
        Some(("rules", code)) => scorm_lint::explain(code),
        Some(("elements", name)) => docs::element(name),
        Some(_) => None,
        None if path == "rehearsal-schema" => Some(docs::rehearsal_schema()),
        None => match GUIDES.iter().find(|(name, _)| *name == path) {
            Some((_, text)) => Some((*text).to_owned()),
            None => docs::file(&format!("{path}.md")),
        },
    }
}

fn unknown(uri: &str) -> ErrorData {
    let known = PAGES.iter().map(|page| format!("{SCHEME}{}", page.name));
    let known: Vec<String> = known.collect();
    let uri: String = uri.chars().take(LONGEST_URI).collect();
    let message = format!("no resource {uri}; there are {}", known.join(", "));
    ErrorData::resource_not_found(message, Some(json!({"uri": uri, "known": known})))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_page_can_be_read() {
        for page in list() {
            assert!(read(&page.uri).is_ok(), "{}", page.uri);
        }
        assert!(text_of("tools/scorm_dom_click").is_some_and(|text| text.contains("click_type")));
        assert!(text_of("rules/MAN001").is_some());
        assert!(text_of("elements/cmi.suspend_data").is_some_and(|text| text.contains("64000")));
        assert!(read("greenroom://tools/none").is_err() && read("file:///etc/passwd").is_err());
    }
}
