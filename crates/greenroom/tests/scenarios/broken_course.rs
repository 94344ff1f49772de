//! One course from its outline to its package, and broken in ten ways between: the tools that an agent
//! would ask find each break, and name what is broken.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use crate::client;

/// What finds a break, and how it says so.
enum Found {
    /// A rule, at a file.
    Rule(&'static str, &'static str),
    /// The course's own rehearsal cannot be played to its end.
    Rehearsing,
    /// An error, when the first SCO is played through its automation.
    Playing,
    /// A finding of this kind, of a course that plays itself; and what a learner cannot do with it.
    Exploring(&'static str, &'static str),
}

/// One thing that goes wrong in an edit of a course.
struct Break {
    what: &'static str,
    /// File, text, what stands there instead.
    edits: &'static [(&'static str, &'static str, &'static str)],
    found: Found,
    /// What the finding names.
    words: &'static [&'static str],
}

/// A rule of an objective that the activity does not have.
const SKIP_IF_KNOWN: &str = "          <imsss:sequencingRules>
            <imsss:preConditionRule>
              <imsss:ruleConditions>
                <imsss:ruleCondition referencedObjective=\"tea-is-known\" condition=\"satisfied\"/>
              </imsss:ruleConditions>
              <imsss:ruleAction action=\"skip\"/>
            </imsss:preConditionRule>
          </imsss:sequencingRules>
          <imsss:deliveryControls";

const BREAKS: [Break; 10] = [
    Break {
        what: "wrong launch href",
        edits: &[(
            "imsmanifest.xml",
            "adlcp:scormType=\"sco\" href=\"index.html\"",
            "adlcp:scormType=\"sco\" href=\"start.html\"",
        )],
        found: Found::Rule("missing-launch-file", "imsmanifest.xml"),
        words: &["start.html"],
    },
    Break {
        what: "unknown objective",
        edits: &[(
            "imsmanifest.xml",
            "          <imsss:deliveryControls",
            SKIP_IF_KNOWN,
        )],
        found: Found::Rule("unknown-referenced-objective", "imsmanifest.xml"),
        words: &["tea-is-known"],
    },
    Break {
        what: "Initialize missing",
        edits: &[(
            "shared/scorm.js",
            "told(safely(() => (IS_2004 ? api.Initialize(\"\") : api.LMSInitialize(\"\"))), \"Initialize\")",
            "true",
        )],
        found: Found::Rule("initialize-missing", "shared/scorm.js"),
        words: &["Initialize"],
    },
    Break {
        what: "score out of range",
        edits: &[(
            "shared/scorm.js",
            "set(\"cmi.score.scaled\", Math.round(share * 10000) / 10000);",
            "set(\"cmi.score.scaled\", points);",
        )],
        found: Found::Playing,
        words: &["cmi.score.scaled", "100"],
    },
    Break {
        what: "status misspelt",
        edits: &[(
            "shared/scorm.js",
            "set(\"cmi.completion_status\", \"completed\");",
            "set(\"cmi.completion_status\", \"complete\");",
        )],
        found: Found::Rule("unknown-token", "shared/scorm.js"),
        words: &["complete", "cmi.completion_status"],
    },
    Break {
        what: "Terminate only in unload",
        edits: &[
            (
                "shared/scorm.js",
                "window.addEventListener(\"pagehide\", terminate);",
                "window.addEventListener(\"unload\", terminate);",
            ),
            (
                "shared/scorm.js",
                "set(\"adl.nav.request\", \"continue\");\n    terminate();",
                "set(\"adl.nav.request\", \"continue\");",
            ),
        ],
        found: Found::Rule("terminate-only-in-unload", "shared/scorm.js"),
        words: &["Terminate", "unload"],
    },
    Break {
        what: "missing picture",
        edits: &[(
            "index.html",
            "<p>Green tea is not boiled.</p>",
            "<p>Green tea is not boiled.</p><img src=\"pictures/pot.png\" alt=\"A pot\">",
        )],
        found: Found::Rule("missing-content-file", "index.html"),
        words: &["pictures/pot.png"],
    },
    Break {
        what: "button covered",
        edits: &[(
            "index.html",
            "</main>",
            "</main><div id=\"sheet\" style=\"position:fixed;inset:auto 0 0 0;height:40%;z-index:9\"></div>",
        )],
        found: Found::Rehearsing,
        words: &["data-testid=\"nav-next\"", "<div#sheet> covers it"],
    },
    // A text is never equal to a truth.
    Break {
        what: "answer never right",
        edits: &[(
            "shared/questions.js",
            "return response === question.correct;",
            "return response === String(question.correct);",
        )],
        found: Found::Exploring("never_right", "passes"),
        words: &["Green tea is boiled."],
    },
    Break {
        what: "resume from the wrong element",
        edits: &[
            (
                "shared/scorm.js",
                "const location = IS_2004 ? get(\"cmi.location\")",
                "const location = IS_2004 ? get(\"cmi.launch_data\")",
            ),
            (
                "shared/scorm.js",
                "JSON.parse(get(\"cmi.suspend_data\")",
                "JSON.parse(get(\"cmi.launch_data\")",
            ),
        ],
        found: Found::Exploring("resume_elsewhere", "resumes"),
        words: &[
            "\"question-001\"",
            "never reads cmi.location and cmi.suspend_data",
        ],
    },
];

fn outline() -> Value {
    json!({"sections": [{
        "heading": "Green tea",
        "content": ["Green tea is not boiled."],
        "questions": [{"type": "true_false", "text": "Green tea is boiled.", "correct": false}],
    }]})
}

/// The course that is broken and mended, and its rehearsal.
struct Author {
    client: McpClient,
    course: PathBuf,
    rehearsal: Value,
}

impl Author {
    fn new(folder: &Path) -> Self {
        let mut client = client();
        let order = json!({
            "target_path": folder.join("tea"), "title": "Tea", "template": "quiz",
            "scorm_version": "2004_4th", "outline": outline(),
        });
        let created = client.data("scorm_create_course", order);
        Self {
            client,
            course: PathBuf::from(created["course_path"].as_str().unwrap()),
            rehearsal: created["rehearsal_path"].clone(),
        }
    }

    fn edit(&self, file: &str, text: &str, other: &str) {
        let path = self.course.join(file);
        let source = fs::read_to_string(&path).unwrap();
        assert!(source.contains(text), "{file} has no {text}");
        fs::write(&path, source.replacen(text, other, 1)).unwrap();
    }

    fn plant(&self, one: &Break) {
        for (file, text, other) in one.edits {
            self.edit(file, text, other);
        }
    }

    fn mend(&self, one: &Break) {
        for (file, text, other) in one.edits.iter().rev() {
            self.edit(file, other, text);
        }
    }

    /// All findings of the checks that start no browser.
    fn checked(&mut self, level: &str) -> Vec<Value> {
        let arguments = json!({"workspace_path": self.course, "validation_level": level});
        let checked = self.client.data("scorm_validate_workspace", arguments);
        let mut found = Vec::new();
        gather(&checked["validation_results"], &mut found);
        found
    }

    fn rehearsed(&mut self) -> Value {
        let arguments = json!({"path": self.rehearsal});
        self.client.data_of_long_call("scorm_rehearse", arguments)
    }

    /// The errors of the first SCO after a right answer.
    fn played(&mut self) -> Vec<Value> {
        let opening = json!({"package_path": self.course});
        let opened = self.client.data("scorm_open_course", opening);
        let mut call = |tool: &str, mut arguments: Value| {
            arguments["session_id"] = opened["session_id"].clone();
            self.client.data(tool, arguments)
        };
        for page in ["question-001", "results"] {
            call("scorm_automation_go_to_slide", json!({"slideId": page}));
        }
        let answer = json!({"id": "question_001", "response": false});
        call("scorm_automation_set_response", answer);
        call(
            "scorm_automation_check_answer",
            json!({"id": "question_001"}),
        );
        let told = call("scorm_get_console_errors", json!({}));
        call("scorm_close_course", json!({}));
        told["errors"].as_array().unwrap().clone()
    }

    fn explored(&mut self) -> Value {
        let arguments = json!({"package_path": self.course, "max_seconds": 120});
        let tool = "scorm_explore_course";
        self.client.data_of_long_call(tool, arguments)
    }

    /// What the tool says of the break; all that it says, if it does not find it.
    fn look_for(&mut self, one: &Break) -> Result<String, String> {
        let (told, all) = match one.found {
            Found::Rule(rule, file) => {
                let all = self.checked("standard");
                // Sequencing is told by its item, everything else by its file.
                let is_there = |found: &Value| found["file"] == file || found["file"].is_null();
                let is = |found: &&Value| found["rule"] == rule && is_there(found);
                let told = all.iter().find(is).map(|found| {
                    assert!(found["line"].is_u64(), "{found:#}");
                    assert_ne!(found["severity"], "info", "{found:#}");
                    format!("{} {}", found["message"], found["issue"])
                });
                (told, json!(all))
            }
            Found::Rehearsing => {
                let rehearsed = self.rehearsed();
                let steps = rehearsed["steps"].as_array().unwrap();
                let failed = steps.iter().find(|step| step["ok"] == false);
                (failed.map(Value::to_string), rehearsed)
            }
            Found::Playing => {
                let all = self.played();
                let said: Vec<String> = all.iter().map(|one| one["message"].to_string()).collect();
                ((!said.is_empty()).then(|| said.join("; ")), json!(all))
            }
            Found::Exploring(kind, verdict) => {
                let explored = self.explored();
                assert_eq!(explored["verdict"][verdict], false, "{explored:#}");
                let mut found = explored["findings"].as_array().unwrap().iter();
                let is = |one: &&Value| one["kind"] == kind && one["severity"] == "error";
                let told = found.find(is).map(|found| found["message"].to_string());
                (told, explored)
            }
        };
        // Quotation marks of the course are escaped in the text of a value.
        let told = told.map(|told| told.replace("\\\"", "\"").replace("\\\\\"", "\""));
        told.ok_or_else(|| format!("{all:#}"))
    }
}

/// The findings anywhere below a value.
fn gather(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(members) if members.contains_key("rule") => found.push(value.clone()),
        Value::Object(members) => members.values().for_each(|one| gather(one, found)),
        Value::Array(entries) => entries.iter().for_each(|one| gather(one, found)),
        _ => {}
    }
}

#[test]
fn browser_ten_breaks_of_a_new_course_are_found_mended_packed_and_compared() {
    let folder = tempfile::tempdir().unwrap();
    let mut author = Author::new(folder.path());
    assert_eq!(author.checked("pedantic"), Vec::<Value>::new());
    let (old, new) = (folder.path().join("old.zip"), folder.path().join("new.zip"));
    let mut missed = Vec::new();
    for one in &BREAKS {
        author.plant(one);
        let began = std::time::Instant::now();
        match author.look_for(one) {
            Ok(told) => {
                println!("{}: {told} ({:.1?})", one.what, began.elapsed());
                let unnamed = one.words.iter().find(|words| !told.contains(**words));
                missed.extend(unnamed.map(|words| format!("{}: {told} has no {words}", one.what)));
            }
            Err(all) => missed.push(format!("{}: {all}", one.what)),
        }
        // What has errors is not packed; what has warnings is, and learners have it.
        let pack = json!({"package_path": author.course, "output_path": old});
        if one.what == "wrong launch href" {
            let refused = author.client.failure("scorm_package_course", pack);
            assert_eq!(refused["error_code"], "PACKAGE_HAS_ERRORS", "{refused:#}");
        } else if one.what == "missing picture" {
            author.client.data("scorm_package_course", pack);
        }
        author.mend(one);
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));

    assert_eq!(author.checked("pedantic"), Vec::<Value>::new());
    let rehearsed = author.rehearsed();
    assert_eq!(rehearsed["passed"], true, "{rehearsed:#}");
    let pack = json!({"package_path": author.course, "output_path": new});
    let packed = author.client.data("scorm_package_course", pack);
    assert_eq!(
        packed["findings"],
        json!({"errors": 0, "warnings": 0}),
        "{packed:#}"
    );
    let versions = json!({"old_path": old, "new_path": new});
    let tool = "scorm_compare_packages";
    let compared = author.client.data_of_long_call(tool, versions);
    assert_eq!(compared["verdict"], "same_place", "{compared:#}");
    assert_eq!(compared["files"]["changed"], 1, "{compared:#}");
    assert_eq!(compared["findings"]["new_total"], 0, "{compared:#}");
    let gone = compared["findings"]["gone"].to_string();
    assert!(gone.contains("pictures/pot.png"), "{compared:#}");
}
