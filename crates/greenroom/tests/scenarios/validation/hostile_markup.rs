//! Pages, style sheets, XML, JSON and settings that are nested or repeated without measure.

use std::fs;

use serde_json::json;

use super::Course;
use super::hostile::course_with;
use crate::client;

const DEEP: usize = 60_000;

/// A file of every kind that is nested in a way which parsers are known to recurse for.
fn deep_files() -> Vec<(&'static str, String)> {
    let attributes: Vec<String> = (0..DEEP).map(|n| format!("a{n}=1")).collect();
    let imports: Vec<String> = (0..5000)
        .map(|n| format!("@import \"c{n}.css\";"))
        .collect();
    vec![
        ("a.html", "<div>".repeat(DEEP)),
        ("b.html", "<table><tr><td>".repeat(DEEP)),
        ("c.html", "<svg><g>".repeat(DEEP)),
        ("d.html", "<template>".repeat(DEEP)),
        ("e.html", format!("<p {}>", attributes.join(" "))),
        ("f.html", "<!--".repeat(DEEP)),
        ("g.html", "<![CDATA[".repeat(DEEP)),
        ("h.html", "&lt".repeat(DEEP)),
        ("i.html", format!("<p style=\"{}\">", "{".repeat(DEEP))),
        (
            "j.html",
            format!("<a href=\"javascript:{}\">", "(".repeat(DEEP)),
        ),
        ("k.html", "<iframe src=\"k.html\"></iframe>".repeat(1000)),
        ("l.css", "a{".repeat(DEEP)),
        ("m.css", "@media a{".repeat(DEEP)),
        ("n.css", format!("a{{b:{}", "calc(".repeat(DEEP))),
        ("o.css", format!("{}{{}}", ":not(".repeat(DEEP))),
        ("p.css", format!("@import \"p.css\";{}", imports.concat())),
        ("q.js", "[".repeat(DEEP)),
        (
            "r.js",
            format!("{}1{}", "{\"a\":".repeat(DEEP), "}".repeat(DEEP)),
        ),
        ("s.json", "{\"a\":".repeat(DEEP)),
        ("t.xml", "<a>".repeat(DEEP)),
        ("greenroom.toml", format!("a = {}", "[".repeat(DEEP))),
    ]
}

#[test]
fn deep_markup_and_data_cost_at_most_their_own_file() {
    let course = course_with("");
    for (name, text) in deep_files() {
        fs::write(course.path().join(name), text).unwrap();
    }
    let mut client = client();
    let arguments = json!({ "workspace_path": course.path() });
    let data = client.data("scorm_lint_parent_dom_access", arguments.clone());
    let violations = data["violations"].as_array().unwrap();
    let in_plain = violations.iter().any(|found| found["file"] == "plain.js");
    assert!(in_plain, "{data:#}");
    let data = client.data("scorm_validate_workspace", arguments);
    assert!(data["compliance_score"].is_number(), "{data:#}");
    let text = data.to_string();
    assert!(
        !text.contains("this package could not be examined"),
        "{text}"
    );
}

#[test]
fn a_page_whose_markup_alone_ends_the_worker_costs_that_page() {
    let course = course_with("");
    let attributes: Vec<String> = (0..300_000).map(|n| format!("a{n}=\"1\"")).collect();
    let page = format!("<!DOCTYPE html><p {}>", attributes.join(" "));
    fs::write(course.path().join("deep.html"), page).unwrap();
    let data = client().data(
        "scorm_lint_parent_dom_access",
        json!({ "workspace_path": course.path() }),
    );
    let violations = data["violations"].as_array().unwrap();
    let in_plain = violations.iter().any(|found| found["file"] == "plain.js");
    assert!(in_plain, "{data:#}");
}

#[test]
fn deep_manifests_are_answered() {
    let mut client = client();
    for (kind, text) in [
        (
            "items",
            "<item identifier=\"i\"><title>x</title>".repeat(DEEP),
        ),
        ("elements", "<a>".repeat(DEEP)),
        ("sections", "<![CDATA[".repeat(DEEP)),
        ("instructions", "<?a ".repeat(DEEP)),
    ] {
        let course = Course::tea_tasting();
        course.manifest("</organization>", &format!("{text}</organization>"));
        let call = json!({ "workspace_path": course.path() });
        match client.call("scorm_validate_workspace", call) {
            Ok(answer) => {
                let manifest = &answer["data"]["validation_results"]["manifest"];
                assert_eq!(manifest["valid"], false, "{kind}: {answer:#}");
            }
            Err(error) => {
                let text = format!("{error:?}");
                assert!(text.contains("MANIFEST_"), "{kind}: {text}");
            }
        }
    }
}
