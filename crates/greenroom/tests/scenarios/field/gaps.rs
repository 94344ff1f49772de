//! What an LMS has around the content: its API objects, windows above it, frames, menus.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use greenroom_browser::World;
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::runtime::Runtime;
use greenroom_web::workbench::courses::PlayWish;
use scorm_session::LearnerRequest;
use serde_json::{Value, json};

use super::cause::Cause;
use super::package::{self, Form};
use super::play::Stage;
use crate::GREENROOM;

const LIMIT: Duration = Duration::from_secs(20);

/// A course whose script does nothing.
fn silent(version: &str) -> Cause {
    let text = format!(
        "cause = 'none'\nlms = []\nversion = '{version}'\nbefore = ''\nreason = ''\n[verdict]\nabout = ''\nsays = ''\n[works]\n"
    );
    toml::from_str(&text).unwrap()
}

fn written(cause: &Cause) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    package::write(cause, Form::Before, "course", folder.path());
    folder
}

async fn opened(stage: &Stage, folder: &Path, lms: &str) -> std::sync::Arc<Runtime> {
    let options = LaunchOptions {
        lms_profile: lms.to_owned(),
        auto_initialize: false,
        ..LaunchOptions::default()
    };
    stage.open(folder, options).await
}

async fn in_content(runtime: &Runtime, expression: &str) -> Value {
    let script = format!("function () {{ return {expression}; }}");
    let content = runtime.content().unwrap();
    content.ask(World::Main, &script, &[], LIMIT).await.unwrap()
}

async fn close(stage: &Stage, runtime: std::sync::Arc<Runtime>) -> Value {
    let id = runtime.session.id().as_str().to_owned();
    drop(runtime);
    let closed = stage.app().runtimes().close(&id, "test").await;
    json!(closed.unwrap().unwrap().lms)
}

#[test]
fn browser_an_lms_with_both_api_objects_answers_on_both() {
    let stage = Stage::new();
    let folder = written(&silent("1.2"));
    stage.wait(async {
        let runtime = opened(&stage, folder.path(), "frappe").await;
        let told = in_content(
            &runtime,
            "[typeof parent.API.LMSInitialize, parent.API_1484_11.version,
              parent.API_1484_11.Initialize(''), parent.API_1484_11.SetValue('cmi.suspend_data', 'both'),
              parent.API.LMSInitialize(''), parent.API.LMSGetValue('cmi.core.lesson_status')]",
        )
        .await;
        let wanted = json!(["function", "1.0", "true", "true", "true", "incomplete"]);
        assert_eq!(told, wanted);
        runtime.lms_settled().await;
        close(&stage, runtime).await;
        // Others have the object of the package's version only.
        let runtime = opened(&stage, folder.path(), "moodle").await;
        let there = "[typeof parent.API, typeof parent.API_1484_11]";
        assert_eq!(in_content(&runtime, there).await, json!(["object", "undefined"]));
        close(&stage, runtime).await;
    });
    stage.close();
}

#[test]
fn browser_a_window_of_another_origin_is_above_the_lms() {
    let stage = Stage::new();
    let folder = written(&silent("1.2"));
    let look = "(() => { const tried = (what) => { try { return String(what()); } catch (error) { return error.name; } };
        return [tried(() => top.document), tried(() => top.API), typeof parent.API,
                tried(() => parent.parent === top), innerHeight]; })()";
    stage.wait(async {
        for (lms, height) in [("openedx", 450), ("successfactors", 768)] {
            let runtime = opened(&stage, folder.path(), lms).await;
            let wanted = json!(["SecurityError", "SecurityError", "object", "true", height]);
            assert_eq!(in_content(&runtime, look).await, wanted, "{lms}");
            // The content is the only thing that counts as such.
            assert_eq!(runtime.content_frames().len(), 1, "{lms}");
            // A course that closes its window has left.
            let gone = "setTimeout(() => window.close()) > 0";
            in_content(&runtime, gone).await;
            let mut changes = runtime.live.changes();
            while runtime.live.read(|replica| replica.delivery.is_some()) {
                let next = tokio::time::timeout(LIMIT, changes.changed()).await;
                next.unwrap().unwrap();
            }
            close(&stage, runtime).await;
        }
    });
    stage.close();
}

#[test]
fn browser_the_frame_is_as_high_as_the_lms_makes_it() {
    let stage = Stage::new();
    let folder = written(&silent("1.2"));
    stage.wait(async {
        for (lms, size) in [("moodle", [1024, 680]), ("frappe", [1024, 720])] {
            let runtime = opened(&stage, folder.path(), lms).await;
            let found = in_content(&runtime, "[innerWidth, innerHeight]").await;
            assert_eq!(found, json!(size), "{lms}");
            close(&stage, runtime).await;
        }
    });
    stage.close();
}

#[test]
fn browser_a_policy_against_unload_and_a_portal_above_can_be_set() {
    let settings = "[validation.profiles.ours]\nbase = 'moodle'\nunload_denied = true\nforeign_ancestor = true";
    let stage = Stage::with(toml::from_str(settings).unwrap());
    let folder = written(&Cause {
        before: "begin();
            addEventListener('unload', () => { set('cmi.core.lesson_location', 'unload'); commit(); });
            addEventListener('pagehide', () => { set('cmi.suspend_data', 'pagehide'); commit(); });"
            .to_owned(),
        ..silent("1.2")
    });
    stage.wait(async {
        for (lms, kept) in [("moodle", "unload"), ("ours", "")] {
            let runtime = opened(&stage, folder.path(), lms).await;
            let is_above = in_content(&runtime, "parent !== top").await;
            assert_eq!(is_above, json!(lms == "ours"), "{lms}");
            let record = close(&stage, runtime).await;
            assert_eq!(
                record["stored"]["cmi.suspend_data"], "pagehide",
                "{record:#}"
            );
            let location = record["stored"]["cmi.core.lesson_location"].as_str();
            assert_eq!(location.unwrap_or_default(), kept, "{lms}: {record:#}");
        }
    });
    stage.close();
}

/// The second SCO is disabled by a rule.
fn with_rule(folder: &Path) {
    let path = folder.join("imsmanifest.xml");
    let text = std::fs::read_to_string(&path).unwrap();
    let rule = r#"<imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions>
        <imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="disabled"/>
        </imsss:preConditionRule></imsss:sequencingRules></imsss:sequencing>"#;
    let text = text.replace(
        "<title>SCO 2</title>",
        &format!("<title>SCO 2</title>{rule}"),
    );
    std::fs::write(path, text).unwrap();
}

#[test]
fn browser_rules_that_the_lms_does_not_follow_stop_nobody() {
    let stage = Stage::new();
    let folder = written(&Cause {
        scos: Some(2),
        ..silent("2004")
    });
    with_rule(folder.path());
    stage.wait(async {
        for (lms, shown) in [("standard", "i1"), ("ilias", "i1"), ("moodle", "i2")] {
            let runtime = opened(&stage, folder.path(), lms).await;
            drop(runtime.navigate(&LearnerRequest::Continue).await);
            assert_eq!(runtime.activity().as_deref(), Some(shown), "{lms}");
            let id = runtime.session.id().as_str().to_owned();
            drop(runtime);
            stage.app().runtimes().abandon(&id).await;
        }
    });
    stage.close();
}

#[test]
fn a_course_that_is_opened_for_an_lms_is_played_in_it() {
    let stage = Stage::new();
    let folder = written(&silent("1.2"));
    stage.wait(async {
        let courses = stage.app().courses();
        let session = courses.open(folder.path(), Some("moodle")).await.unwrap();
        courses
            .play(&session, PlayWish::default(), &[])
            .await
            .unwrap();
        let report = stage.app().runtimes().lms_report(&session).await.unwrap();
        assert_eq!(report.lms, "moodle");
        let unknown = courses.open(folder.path(), Some("nobody")).await;
        let told = unknown.unwrap_err().to_string();
        assert!(told.contains("nobody") && told.contains("moodle"), "{told}");
    });
    stage.close();
}

#[test]
fn play_in_a_shell_knows_the_profiles() {
    let home = tempfile::tempdir().unwrap();
    let folder = written(&silent("1.2"));
    let played = Command::new(GREENROOM)
        .arg("play")
        .arg(folder.path())
        .args(["--lms-profile", "nobody", "--no-open", "--port", "0"])
        .env("GREENROOM_HOME", home.path())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&played.stderr);
    assert_eq!(played.status.code(), Some(2), "{told}");
    assert!(told.contains("nobody") && told.contains("moodle"), "{told}");
}
