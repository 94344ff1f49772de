//! The package of a cause: one manifest and one page for all, around the cause's own script.

use std::collections::BTreeMap;
use std::path::Path;

use scorm_lint::{MemoryFiles, Severity};

use super::cause::Cause;

/// The course as it fails, or mended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Before,
    After,
}

/// What scripts of causes use. The API is looked for as the standard says, and no window of another
/// origin stops it.
const BASE: &str = "\
const find = (name) => {
  let at = window;
  for (let depth = 0; depth < 10; depth += 1) {
    try {
      if (at[name]) return at[name];
    } catch (error) {
      break;
    }
    if (at.parent === at) break;
    at = at.parent;
  }
  try {
    return window.opener ? window.opener[name] : null;
  } catch (error) {
    return null;
  }
};
";

fn functions(is_12: bool) -> String {
    let (object, prefix, finish) = if is_12 {
        ("API", "LMS", "LMSFinish")
    } else {
        ("API_1484_11", "", "Terminate")
    };
    format!(
        "{BASE}let api = find('{object}');
const begin = () => api.{prefix}Initialize('');
const get = (element) => api.{prefix}GetValue(element);
const set = (element, value) => api.{prefix}SetValue(element, value);
const commit = () => api.{prefix}Commit('');
const error = () => String(api.{prefix}GetLastError());
const end = () => api.{finish}('');
"
    )
}

/// The files of the package. An LMS keeps apart what has different identifiers.
fn files(cause: &Cause, form: Form, identifier: &str) -> BTreeMap<String, String> {
    let is_after = form == Form::After;
    let chosen = |before: &Option<String>, after: &Option<String>| {
        let after = after.clone().filter(|_| is_after);
        after.or_else(|| before.clone())
    };
    let script = chosen(&Some(cause.before.clone()), &cause.after).unwrap();
    let head = chosen(&Some(cause.head.clone()), &cause.head_after).unwrap();
    let more = cause.files_after.as_ref().filter(|_| is_after);
    let mut files = more.unwrap_or(&cause.files).clone();
    let script = format!("{}{script}", functions(cause.is_12()));
    files.insert("sco.js".to_owned(), script);
    let buttons = buttons(cause);
    let page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Course</title>{head}</head>\n\
         <body><h1>Course</h1>{buttons}<script src=\"sco.js\"></script></body></html>\n"
    );
    files.insert("sco.html".to_owned(), page);
    let version = chosen(&cause.schemaversion, &cause.schemaversion_after);
    files.insert(
        "imsmanifest.xml".to_owned(),
        manifest(cause, identifier, version.as_deref(), &files),
    );
    files
}

/// What a learner does can be clicked, one thing after the other.
fn buttons(cause: &Cause) -> String {
    let buttons = cause.steps().enumerate().map(|(index, script)| {
        let hidden = if index > 0 { " hidden" } else { "" };
        let next = "this.hidden = true; if (this.nextElementSibling.type) this.nextElementSibling.hidden = false";
        format!(r#"<button type="button"{hidden} onclick="{script}; {next}">Next</button>"#)
    });
    buttons.collect::<Vec<_>>().concat()
}

fn manifest(
    cause: &Cause,
    identifier: &str,
    version: Option<&str>,
    files: &BTreeMap<String, String>,
) -> String {
    let is_12 = cause.is_12();
    let (namespaces, usual, sco, sequencing) = if is_12 {
        (
            r#"xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2""#,
            "1.2",
            "scormtype",
            "",
        )
    } else {
        (
            r#"xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss""#,
            "2004 4th Edition",
            "scormType",
            r#"<imsss:sequencing><imsss:controlMode choice="true" flow="true"/></imsss:sequencing>"#,
        )
    };
    let mastery = cause.mastery.as_ref().map_or_else(String::new, |score| {
        format!("<adlcp:masteryscore>{score}</adlcp:masteryscore>")
    });
    let count = cause.scos.unwrap_or(1);
    let items = (1..=count).map(|number| {
        let parameters = if number > 1 { r#" parameters="?sco=2""# } else { "" };
        format!(
            r#"<item identifier="i{number}" identifierref="r"{parameters}><title>SCO {number}</title>{mastery}</item>"#
        )
    });
    let items = items.collect::<Vec<_>>().concat();
    let listed = files.keys().map(|name| format!(r#"<file href="{name}"/>"#));
    let listed = listed.collect::<Vec<_>>().concat();
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{identifier}" version="1" {namespaces}>
  <metadata><schema>ADL SCORM</schema><schemaversion>{}</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>Course</title>{items}{sequencing}</organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:{sco}="sco" href="sco.html">{listed}</resource></resources>
</manifest>
"#,
        version.unwrap_or(usual)
    )
}

pub(super) fn write(cause: &Cause, form: Form, identifier: &str, folder: &Path) {
    for (name, text) in files(cause, form, identifier) {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
}

/// What lint calls an error in the package.
pub(super) fn lint_errors(cause: &Cause, form: Form) -> Vec<String> {
    let files = files(cause, form, "course").into_iter();
    let files = MemoryFiles(
        files
            .map(|(name, text)| (name, text.into_bytes()))
            .collect(),
    );
    let report = scorm_lint::lint(&files, &[], &scorm_lint::Settings::default());
    let errors = report.findings.iter();
    errors
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| format!("{finding:?}"))
        .collect()
}
