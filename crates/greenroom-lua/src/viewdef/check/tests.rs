//! Faults have a place, doubts a suggestion.

use super::*;

fn key(text: &str) -> ViewdefKey {
    ViewdefKey::parse(text).unwrap()
}

#[test]
fn there_is_exactly_one_template_root() {
    let stored = |content: &str| check(&key("A.DEFAULT"), content).unwrap().0;
    assert_eq!(
        stored(" <template><b>x</b></template>\n"),
        "<template><b>x</b></template>"
    );
    assert_eq!(
        stored("<b>x</b> and <i>y</i>"),
        "<template><b>x</b> and <i>y</i></template>"
    );
    assert_eq!(
        stored("<ul><li>a<li>b</ul>"),
        "<template><ul><li>a<li>b</ul></template>"
    );
    assert_eq!(stored("<input><br>"), "<template><input><br></template>");
}

#[test]
fn faults_have_a_place() {
    for (content, line, column, words) in [
        ("", 1, 1, "empty"),
        (" \n <!-- x --> ", 1, 1, "empty"),
        ("<template></template>\n<b></b>", 2, 1, "alone"),
        ("<b></b><template></template>", 1, 8, "alone"),
        ("<div>\n  <b>x</div>", 2, 3, "<b> is not closed"),
        ("<div>", 1, 1, "never closed"),
        ("x</b>", 1, 2, "closes nothing"),
        ("<div ui-value=\"x", 1, 17, "inside a tag"),
    ] {
        let fault = check(&key("A.DEFAULT"), content).unwrap_err();
        assert_eq!(
            (fault.line, fault.column),
            (line, column),
            "{content}: {fault}"
        );
        assert!(fault.problem.contains(words), "{content}: {fault}");
    }
}

#[test]
fn doubtful_things_are_named_with_a_suggestion() {
    for (name, content, code, suggestion) in [
        (
            "A.DEFAULT",
            "<p ui-valeu=\"x\">a</p>",
            "UNKNOWN_ATTRIBUTE",
            Some("ui-value"),
        ),
        (
            "A.DEFAULT",
            "<p ui-clas-done=\"x\">a</p>",
            "UNKNOWN_ATTRIBUTE",
            Some("ui-class-done"),
        ),
        ("A.DEFAULT", "<p ui-show=\"!x\">a</p>", "PATH_SYNTAX", None),
        (
            "A.list-item",
            "<p ui-value=\"item.name\"></p>",
            "ITEM_PREFIX",
            Some("name"),
        ),
        (
            "A.DEFAULT",
            "<div ui-action=\"f()\">a</div>",
            "NOT_FOCUSABLE",
            Some("<button>, or tabindex=\"0\""),
        ),
        (
            "A.DEFAULT",
            "<script>x()</script>",
            "SCRIPT",
            Some("ui-code, or html/app.js"),
        ),
        (
            "A.list-item",
            "<style>b{}</style>",
            "STYLE_IN_ROW",
            Some("html/app.css"),
        ),
        ("A.list-item", "<p id=\"x\">a</p>", "ID_IN_ROW", None),
        (
            "A.DEFAULT",
            "<ul ui-viewlist=\"xs\"><template><li id=\"x\"></li></template></ul>",
            "ID_IN_ROW",
            None,
        ),
    ] {
        let warnings = check(&key(name), content).unwrap().1;
        let found: Vec<_> = warnings
            .iter()
            .map(|warning| (warning.code, warning.suggestion.as_deref()))
            .collect();
        assert_eq!(found, [(code, suggestion)], "{content}");
    }
    let clean =
        "<button ui-action=\"save()\" ui-class-on=\"on\" ui-event-click=\"f(_)\">x</button>";
    assert_eq!(check(&key("A.DEFAULT"), clean).unwrap().1, []);
}
