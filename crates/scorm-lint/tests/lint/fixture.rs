//! Packages for tests: a good one per version, changed by fragments.
//!
//! A fixture is text. Elements at its beginning replace the first element of the same name in the
//! manifest of the good package; where it has none, they go into its item (or, for a sequencing
//! collection, into the manifest). `//- name` begins a further file, `//- imsmanifest.xml` a
//! manifest as a whole, `//- !name` takes a file away. `//- ?kind entry` is a problem of opening
//! the package, `//- ?size bytes name` a file of that size, `//- ?profile name` an LMS to check for besides the
//! standard, `//- ?only name` one to check for alone,
//! `//- ?browser name`, `//- ?device mobile` and `//- ?wcag AAA` what the course is for.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use scorm_lint::{
    BrowserTarget, Device, FileEntry, Files, Finding, Level, MANIFEST, MemoryFiles, Report,
    Settings, WcagLevel,
};
use scorm_package::{Problem, ProblemKind};
use scorm_runtime::ApiFunction;

const NAMESPACES: &str = r#"xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
    xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3"
    xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3"
    xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
    xmlns:lom="http://ltsc.ieee.org/xsd/LOM"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#;

const NAMESPACES_12: &str = r#"xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
    xmlns:imsmd="http://www.imsglobal.org/xsd/imsmd_rootv1p2p1"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance""#;

/// A SCO that does what the standard asks for.
const PAGE: &str = r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lesson</title>
<script>
function findApi(win) {
  for (var steps = 0; steps < 10 && !win.API_1484_11 && win.parent !== win; steps++) {
    win = win.parent;
  }
  return win.API_1484_11 || null;
}
var api = findApi(window) || (window.opener && findApi(window.opener));
var begun = Date.now();
var isOpen = api !== null && api.Initialize("") === "true";
function set(element, value) {
  if (api.SetValue(element, value) !== "true") {
    console.warn(element, api.GetLastError());
  }
}
function finish() {
  if (!isOpen) {
    return;
  }
  isOpen = false;
  set("cmi.completion_status", "completed");
  set("cmi.session_time", "PT" + Math.round((Date.now() - begun) / 1000) + "S");
  set("cmi.exit", "normal");
  api.Commit("");
  api.Terminate("");
}
window.addEventListener("pagehide", finish);
</script>
</head>
<body><h1>Lesson</h1><button type="button" onclick="finish()">Finish</button></body>
</html>
"#;

/// The same SCO for SCORM 1.2.
fn page_12() -> String {
    let renamed = [
        ("API_1484_11", "API"),
        ("cmi.completion_status", "cmi.core.lesson_status"),
        ("cmi.session_time", "cmi.core.session_time"),
        (
            "\"PT\" + Math.round((Date.now() - begun) / 1000) + \"S\"",
            "\"00:00:\" + String(Math.min(59, Math.round((Date.now() - begun) / 1000))).padStart(2, \"0\")",
        ),
        ("cmi.exit", "cmi.core.exit"),
        ("\"normal\"", "\"\""),
    ];
    let functions = ApiFunction::ALL.map(|it| (it.name_2004(), it.name_1_2()));
    let mut page = PAGE.to_owned();
    for (new, old) in renamed.into_iter().chain(functions) {
        page = page.replace(new, old);
    }
    page
}

/// A package made for a test.
#[derive(Clone)]
pub(crate) struct Fixture {
    pub(crate) files: MemoryFiles,
    pub(crate) problems: Vec<Problem>,
    sizes: Vec<FileEntry>,
    profiles: Vec<String>,
    only: Vec<String>,
    browsers: Vec<BrowserTarget>,
    devices: Vec<Device>,
    wcag: Option<WcagLevel>,
}

impl Fixture {
    /// What all rules find at the pedantic level.
    pub(crate) fn lint(&self) -> Report {
        let mut settings = Settings::at(Level::Pedantic);
        settings.lms_profiles.extend(self.profiles.iter().cloned());
        if !self.only.is_empty() {
            settings.lms_profiles.clone_from(&self.only);
        }
        settings.browsers.clone_from(&self.browsers);
        settings.devices.extend(self.devices.iter().copied());
        settings.wcag_level = self.wcag;
        scorm_lint::lint(self, &self.problems, &settings)
    }
}

impl Files for Fixture {
    fn entries(&self) -> Vec<FileEntry> {
        self.files
            .entries()
            .into_iter()
            .chain(self.sizes.iter().cloned())
            .collect()
    }

    fn read(&self, name: &str) -> Option<std::borrow::Cow<'_, [u8]>> {
        self.files.read(name)
    }
}

/// The package of a fixture for a version (`1.2`, `2004-2nd`, `2004-3rd`, `2004-4th`).
pub(crate) fn package(version: &str, text: &str) -> Fixture {
    let (mut problems, mut sizes) = (Vec::new(), Vec::new());
    let (mut profiles, mut only) = (Vec::new(), Vec::new());
    let (mut browsers, mut devices, mut wcag) = (Vec::new(), Vec::new(), None);
    let mut files = good(version);
    let (fragments, rest) = match text.find("//- ") {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    if !fragments.trim().is_empty() {
        let manifest = files.remove(MANIFEST).unwrap();
        files.insert(
            MANIFEST.to_owned(),
            splice(&manifest, fragments.trim(), version),
        );
    }
    for (name, content) in greenroom_testkit::files(rest) {
        if let Some(gone) = name.strip_prefix('!') {
            files.remove(gone);
        } else if let Some(profile) = name.strip_prefix("?profile ") {
            profiles.push(profile.to_owned());
        } else if let Some(profile) = name.strip_prefix("?only ") {
            only.push(profile.to_owned());
        } else if let Some(browser) = name.strip_prefix("?browser ") {
            browsers.push(BrowserTarget::parse(browser).unwrap());
        } else if name == "?device mobile" {
            devices.push(Device::Mobile);
        } else if name == "?wcag AAA" {
            wcag = Some(WcagLevel::Aaa);
        } else if let Some(size) = name.strip_prefix("?size ") {
            let (size, name) = size.split_once(' ').unwrap();
            sizes.push(FileEntry {
                name: name.to_owned(),
                size: size.parse().unwrap(),
            });
        } else if let Some(problem) = name.strip_prefix('?') {
            problems.push(a_problem(problem));
        } else {
            files.insert(name, content);
        }
    }
    Fixture {
        files: files.into_iter().collect(),
        problems,
        sizes,
        profiles,
        only,
        browsers,
        devices,
        wcag,
    }
}

fn a_problem(text: &str) -> Problem {
    let (name, entry) = match text.split_once(' ') {
        Some((name, entry)) => (name, Some(entry.to_owned())),
        None => (text, None),
    };
    let kind = ProblemKind::ALL
        .iter()
        .copied()
        .find(|kind| kind.as_str() == name);
    let kind = kind.unwrap_or_else(|| panic!("no problem is called {name}"));
    Problem {
        kind,
        message: name.replace('-', " "),
        entry,
        place: None,
    }
}

/// A package without any finding, at any level.
fn good(version: &str) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let names: &[&str] = if version == "1.2" {
        files.insert(MANIFEST.to_owned(), manifest_12());
        &[
            "imscp_rootv1p1p2.xsd",
            "adlcp_rootv1p2.xsd",
            "imsmd_rootv1p2p1.xsd",
        ]
    } else {
        files.insert(MANIFEST.to_owned(), manifest_2004(version));
        &[
            "imscp_v1p1.xsd",
            "adlcp_v1p3.xsd",
            "adlseq_v1p3.xsd",
            "adlnav_v1p3.xsd",
            "imsss_v1p0.xsd",
            "lom.xsd",
        ]
    };
    for name in names {
        files.insert((*name).to_owned(), "<xs:schema/>".to_owned());
    }
    let page = if version == "1.2" {
        page_12()
    } else {
        PAGE.to_owned()
    };
    files.insert("index.html".to_owned(), page);
    files
}

fn manifest_2004(version: &str) -> String {
    let schemaversion = match version {
        "2004-2nd" => "CAM 1.3",
        "2004-3rd" => "2004 3rd Edition",
        "2004-4th" => "2004 4th Edition",
        other => panic!("unknown version {other}"),
    };
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m1" version="1.0"
    xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    {NAMESPACES}
    xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 imscp_v1p1.xsd
      http://www.adlnet.org/xsd/adlcp_v1p3 adlcp_v1p3.xsd
      http://www.adlnet.org/xsd/adlseq_v1p3 adlseq_v1p3.xsd
      http://www.adlnet.org/xsd/adlnav_v1p3 adlnav_v1p3.xsd
      http://www.imsglobal.org/xsd/imsss imsss_v1p0.xsd
      http://ltsc.ieee.org/xsd/LOM lom.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>{schemaversion}</schemaversion>
    <lom:lom>
      <lom:general>
        <lom:title><lom:string language="en">Course</lom:string></lom:title>
        <lom:description><lom:string language="en">A course</lom:string></lom:description>
      </lom:general>
    </lom:lom>
  </metadata>
{}</manifest>
"#,
        one_lesson("scormType")
    )
}

fn manifest_12() -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="m1" version="1.0"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    {NAMESPACES_12}
    xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 imscp_rootv1p1p2.xsd
      http://www.imsglobal.org/xsd/imsmd_rootv1p2p1 imsmd_rootv1p2p1.xsd
      http://www.adlnet.org/xsd/adlcp_rootv1p2 adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
    <imsmd:lom>
      <imsmd:general>
        <imsmd:title><imsmd:langstring xml:lang="en">Course</imsmd:langstring></imsmd:title>
        <imsmd:description><imsmd:langstring xml:lang="en">A course</imsmd:langstring></imsmd:description>
      </imsmd:general>
    </imsmd:lom>
  </metadata>
{}</manifest>
"#,
        one_lesson("scormtype")
    )
}

/// Puts fragments into a manifest.
fn splice(manifest: &str, fragments: &str, version: &str) -> String {
    let namespaces = if version == "1.2" {
        NAMESPACES_12
    } else {
        NAMESPACES
    };
    let open = format!("<fragments {namespaces} xmlns:x=\"urn:x\">");
    let wrapped = format!("{open}{fragments}</fragments>");
    let tree = roxmltree::Document::parse(&wrapped)
        .unwrap_or_else(|error| panic!("fragment is not well-formed ({error}):\n{fragments}"));
    let mut groups: Vec<(&str, String)> = Vec::new();
    for element in tree
        .root_element()
        .children()
        .filter(roxmltree::Node::is_element)
    {
        let text = &wrapped[element.range()];
        let name = qualified_name(text);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, group)) => {
                let _ = write!(group, "\n{text}");
            }
            None => groups.push((name, text.to_owned())),
        }
    }
    let mut result = manifest.to_owned();
    for (name, group) in groups {
        result = place(&result, name, &group);
    }
    result
}

fn place(manifest: &str, name: &str, group: &str) -> String {
    let tree = roxmltree::Document::parse(manifest).unwrap();
    let elements: Vec<_> = tree
        .descendants()
        .filter(roxmltree::Node::is_element)
        .collect();
    let named = |wanted: &str| {
        let mut found = elements
            .iter()
            .filter(|e| qualified_name(&manifest[e.range()]) == wanted);
        found.next().map(roxmltree::Node::range)
    };
    if let Some(range) = named(name) {
        return format!(
            "{}{group}{}",
            &manifest[..range.start],
            &manifest[range.end..]
        );
    }
    let host = if name == "imsss:sequencingCollection" {
        "manifest"
    } else {
        "item"
    };
    let range = named(host).unwrap();
    let end = range.start + manifest[range.clone()].rfind("</").unwrap();
    format!("{}{group}\n{}", &manifest[..end], &manifest[end..])
}

fn qualified_name(element: &str) -> &str {
    let rest = &element[1..];
    &rest[..rest.find([' ', '>', '/', '\n']).unwrap()]
}

/// A finding as the cases write it.
pub(crate) fn line(finding: &Finding) -> String {
    let place = match (&finding.file, finding.line, finding.column) {
        (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}"),
        (Some(file), ..) => file.clone(),
        (None, ..) => "(package)".to_owned(),
    };
    let (severity, code, name) = (finding.severity.as_str(), finding.code, finding.name);
    format!("{place} {severity} {code} {name}: {}", finding.message)
}

/// One organization with one item and its resource; the versions write the type differently.
fn one_lesson(scorm_type: &str) -> String {
    format!(
        r#"  <organizations default="o1">
    <organization identifier="o1">
      <title>Course</title>
      <item identifier="i1" identifierref="r1">
        <title>Lesson</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="r1" type="webcontent" adlcp:{scorm_type}="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
"#
    )
}
