//! Courses that a person plays in the page.

use serde_json::json;

use crate::person::Person;
use crate::playing::{Playing, bundled};

const CURRENT: &str = ".act[aria-current] .name";

#[test]
fn a_course_is_played_left_and_resumed() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    assert_eq!(person.sees(CURRENT), "From leaf to cup");
    person.clicks("#next");
    person.clicks("#next");
    person.clicks(".stage-bar button[title='Next activity']:enabled");
    person.until(&shows(CURRENT, "Brewing"));
    person.clicks("#next:enabled");
    person.leaves("suspend");
    person.clicks(".nothing button");
    person.until(&shows(".play-head", "resumed"));
    person.until(&shows(CURRENT, "Brewing"));
    // Looking at another view does not leave the course.
    person.clicks("nav a[href='#/home']");
    person.sees(".tile .driver.is-person");
    person.clicks(".tile .primary");
    person.clicks("#previous:enabled");
    assert_eq!(playing.end(), ["gui_tea_tasting.json"]);
}

#[test]
fn what_the_course_does_is_shown() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "Initialize"));
    person.until(&shows(".row", "location one-plant"));
    person.fills(
        ".timeline input[type=search]",
        &greenroom_browser::FillValue::Text("call:commit".to_owned()),
    );
    person.until("document.querySelectorAll('.row').length === 1");
    person.clicks(".row");
    person.until(&shows(".detail pre", "Commit(\"\")"));
    person.clicks("#tab-data");
    person.until(&shows(".data-row", "completion_statusincomplete"));
    person.clicks("[data-activity=quiz] .why-button");
    person.clicks(".why-pane .codes .linkish");
    person.until(&shows(".why", "disabled"));
}

#[test]
fn a_course_is_begun_anew_as_another_learner_at_another_lms() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "location one-plant"));
    person.looks_like(1440, 900, "light");
    person.clicks(".learner-pick");
    let fill = |name: &str, value: &str| {
        person.fills(
            &format!(".play-as [name={name}]"),
            &greenroom_browser::FillValue::Text(value.to_owned()),
        );
    };
    fill("learner", "Person, Another");
    fill("edition", "3rd");
    person.clicks(".play-as [name=uncredited]");
    // What it costs is said before it is done.
    person.until(&shows(".play-as", "The course begins anew"));
    person.clicks(".play-as .primary");
    person.clicks("#tab-data");
    person.until(&shows(".data-row", "Person, Another"));
    person.until(&shows(".data-row", "no-credit"));
    // Another mode, and the name stays.
    person.clicks(".learner-pick:enabled");
    fill("mode", "Browse");
    person.clicks(".play-as .primary");
    person.until(&shows(".learner-pick", "Browse"));
    person.until(&shows("[data-element='cmi.mode']", "browse"));
    person.until(&shows(".data-row", "Person, Another"));
    // Who loads it again goes on as the same learner.
    person.run::<bool>(
        "() => { window.before = document.querySelector('iframe.course').src; return true }",
        &[],
    );
    person.clicks("[data-reload]:enabled");
    person.until("(document.querySelector('iframe.course')?.src ?? before) !== before");
    person.clicks("#next:enabled");
    person.until(&shows(".learner-pick", "Browse"));
    person.until(&shows("[data-element='cmi.mode']", "browse"));
    person.until(&shows(".data-row", "Person, Another"));
    person.fills(
        "select[aria-label=Zoom]",
        &greenroom_browser::FillValue::Text("50".to_owned()),
    );
    person.until("document.querySelector('iframe.course').style.transform === 'scale(0.5)'");
    person.clicks("#previous:enabled");
}

#[test]
fn a_zip_that_is_dropped_is_played() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.clicks(".play-head .quiet");
    let zip = greenroom_testkit::ZipFile::new()
        .file("imsmanifest.xml", MANIFEST.as_bytes())
        .file("index.html", b"<h1 id=hello>Hello</h1>");
    person.drops("small.zip", &zip.bytes());
    person.until(&shows(".play-head h1", "Probe"));
    person.clicks("#hello");
    person.clicks(".play-head .quiet");
    person.until("document.querySelectorAll('.tile').length === 2");
    person.clicks(".tile .quiet");
    person.until("document.querySelectorAll('.tile').length === 1");
}

#[test]
fn a_course_reaches_nothing_but_its_own_files() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("imsmanifest.xml"), MANIFEST).unwrap();
    std::fs::write(folder.path().join("index.html"), "").unwrap();
    let playing = Playing::start(folder.path());
    let workbench = playing.address().split("/#").next().unwrap();
    let probe = PROBE.replace("WORKBENCH", workbench);
    std::fs::write(folder.path().join("index.html"), probe).unwrap();
    let person = Person::visiting(playing.address(), &[]);
    person.clicks("#tab-data");
    let told = person.until(
        "[...document.querySelectorAll('.data-row')].map((line) => line.textContent)
            .find((line) => line.startsWith('suspend_data') && line.includes('over='))",
    );
    let told = told.as_str().unwrap();
    for (what, outcome) in [
        ("top.document", "SecurityError"),
        ("top.location", "SecurityError"),
        ("ticket", "none"),
        ("beginning", "undefined"),
        ("token", "none"),
        ("elsewhere", "TypeError"),
        ("status", "TypeError"),
        ("image", "refused"),
        ("socket", "refused"),
        ("begin again", "403"),
    ] {
        let wanted = format!("{what}={outcome};");
        assert!(told.contains(&wanted), "{wanted} is not in {told}");
    }
    person.clicks("#tab-blocked");
    person.until(&shows(".blocked", "https://example.org"));
    person.until("location.hash.startsWith('#/play/')");
}

/// Some element that matches has this text in it.
pub(crate) fn shows(selector: &str, text: &str) -> String {
    let (selector, text) = (json!(selector), json!(text));
    format!(
        "[...document.querySelectorAll({selector})].some((one) => one.textContent.includes({text}))"
    )
}

/// A course of one page.
pub(crate) const MANIFEST: &str = r#"<manifest identifier="PROBE" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion></metadata>
  <organizations default="O"><organization identifier="O"><title>Probe</title>
    <item identifier="I" identifierref="R"><title>Page</title></item></organization></organizations>
  <resources><resource identifier="R" type="webcontent" adlcp:scormtype="sco" href="index.html">
    <file href="index.html"/></resource></resources>
</manifest>"#;

/// Tries to get out, and says how it went.
const PROBE: &str = r#"<!DOCTYPE html><script>
const told = [];
const tell = (what, outcome) => told.push(`${what}=${outcome};`);
const tried = (what, act) => { try { tell(what, act()) } catch (error) { tell(what, error.name) } };
const until = (what, act) => act().then((outcome) => tell(what, outcome), (error) => tell(what, error.name));
parent.API.LMSInitialize("");
tried("top.document", () => top.document.title);
tried("top.location", () => { top.location.href = "https://example.org/"; return "left" });
tried("ticket", () => parent.location.hash || "none");
tried("beginning", () => String(parent.greenroomBeginning));
tried("token", () => parent.sessionStorage.length + parent.localStorage.length + document.cookie.length || "none");
(async () => {
  await until("elsewhere", () => fetch("https://example.org/x"));
  await until("status", () => fetch("WORKBENCH/status", { mode: "no-cors" }));
  await until("image", () => new Promise((done) => {
    const image = new Image();
    image.onload = () => done("loaded");
    image.onerror = () => done("refused");
    image.src = "https://example.org/pixel.png";
  }));
  await until("socket", () => new Promise((done) => {
    try {
      const socket = new WebSocket("WORKBENCH/human".replace("http", "ws"));
      socket.onopen = () => done("open");
      socket.onerror = () => done("refused");
    } catch { done("refused") }
  }));
  await until("begin again", () => fetch("/player/begin", { method: "POST", body: "0" }).then((answer) => answer.status));
  parent.API.LMSSetValue("cmi.suspend_data", told.join("") + "over=");
  parent.API.LMSCommit("");
})();
</script>"#;
