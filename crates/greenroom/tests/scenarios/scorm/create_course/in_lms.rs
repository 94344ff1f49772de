//! New courses in the profiles of LMSs: each stores that the course is done, and its grade.

use std::path::Path;

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use super::{course_path, create};
use crate::client;
use crate::course_in_browser::Playing;

/// In the page: every slide is seen, every question answered right, and the course finished.
pub(super) const PLAY: &str = "(() => {
  const right = {
    'numeric': (q) => q.correct.min, 'fill-in': (q) => q.correct[0],
    'choice': (q) => q.several ? q.correct : q.correct[0], 'likert': (q) => q.options[0].key,
    'performance': (q) => q.options.map((o) => o.key).join(), 'long-fill-in': () => 'text',
  };
  for (const slide of Course.slides()) {
    Course.goTo(slide.id);
    for (const q of Course.questions().filter((q) => q.slide === slide.id)) {
      Questions.write(q, (right[q.type] ?? ((q) => q.correct))(q));
      Course.check(q.id);
    }
  }
  document.getElementById('finish').click();
})()";

/// LMSs whose code is emulated, with the versions that they play. Without a grade: those that keep none.
const LMSS: &[(&str, &[&str], bool)] = &[
    ("moodle", &["1.2", "2004_4th"], true),
    ("ilias", &["1.2", "2004_4th"], true),
    ("chamilo", &["1.2", "2004_4th"], true),
    ("openedx", &["1.2", "2004_4th"], true),
    ("openolat", &["1.2"], true),
    ("frappe", &["1.2", "2004_4th"], false),
    ("moodle_strict", &["1.2", "2004_4th"], true),
    ("scorm_again", &["1.2", "2004_4th"], false),
    ("ilias_nocheck", &["1.2"], true),
    ("chamilo_classic", &["1.2"], true),
    ("learnhouse", &["1.2", "2004_4th"], true),
];
/// As many of them are played in without `GREENROOM_ALL_LMSS`.
const SHORT: usize = 5;

#[test]
fn browser_every_lms_counts_new_courses_as_done() {
    let all = std::env::var_os("GREENROOM_ALL_LMSS").is_some();
    let lmss = if all { LMSS } else { &LMSS[..SHORT] };
    let templates = if all {
        &["blank", "lesson", "quiz"][..]
    } else {
        &["quiz"]
    };
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    for template in templates {
        for version in ["1.2", "2004_4th"] {
            let order = json!({"template": template, "scorm_version": version});
            let name = format!("{template}-{version}");
            let created = create(&mut client, folder.path(), &name, order);
            let plays = |lms: &&(&str, &[&str], bool)| lms.1.contains(&version);
            for (lms, _, graded) in lmss.iter().filter(plays) {
                let (back, record) = play(client, &course_path(&created), lms);
                client = back;
                let told = format!("{template} {version} in {lms}: {record:#}");
                let status = record["status"].as_str().unwrap_or_default();
                assert!(status.contains("passed"), "{told}");
                assert_eq!(record["completion"], "passed", "{told}");
                if *graded {
                    assert_eq!(record["grade"], 100.0, "{told}");
                }
            }
        }
    }
}

#[test]
fn browser_a_sequenced_course_is_rehearsed_in_an_lms_with_sequencing() {
    if std::env::var_os("GREENROOM_ALL_LMSS").is_none() {
        println!("SKIPPED: GREENROOM_ALL_LMSS is not set");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut client = client();
    let order = json!({"template": "course", "scorm_version": "2004_3rd"});
    let created = create(&mut client, folder.path(), "course", order);
    for lms in ["standard", "ilias", "sakai"] {
        let arguments = json!({"path": created["rehearsal_path"], "lms_profile": lms});
        let rehearsed = client.data_of_long_call("scorm_rehearse", arguments);
        assert_eq!(rehearsed["passed"], true, "{lms}: {rehearsed:#}");
    }
}

/// What the LMS has stored when the course was played to its end and closed.
fn play(client: McpClient, course: &Path, lms: &str) -> (McpClient, Value) {
    let mut playing = Playing::open_with(client, course, json!({ "lms_profile": lms }));
    playing.call("scorm_dom_evaluate", json!({ "expression": PLAY }));
    let session_id = playing.session_id.clone();
    let (mut client, _) = playing.close();
    let record = client.data("scorm_get_lms_record", json!({ "session_id": session_id }));
    (client, record)
}
