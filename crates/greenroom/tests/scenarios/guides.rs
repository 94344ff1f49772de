//! The guides: every command and every call in them is carried out as it stands there.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use super::{GREENROOM, client};

const AGENTS: &str = include_str!("../../../../docs/agents.md");
const GUIDE: &str = include_str!("../../../../docs/guide.md");
const CI: &str = include_str!("../../../../docs/ci.md");
const BATCH: &str = include_str!("../../../../docs/batch.md");
const ACTION: &str = include_str!("../../../../action.yml");

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The code blocks of a language, in order.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    let blocks = page.split(fence.as_str()).skip(1);
    blocks
        .filter_map(|block| Some(block.split_once("```")?.0))
        .collect()
}

/// A folder with the program on the path.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bin = folder.path().join("bin");
        std::fs::create_dir(&bin).unwrap();
        std::os::unix::fs::symlink(GREENROOM, bin.join("greenroom")).unwrap();
        std::fs::create_dir(folder.path().join("work")).unwrap();
        Self { folder }
    }

    fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    fn shell(&self, script: &str, environment: &[(String, String)]) -> Output {
        let path = std::env::var("PATH").unwrap();
        Command::new("bash")
            .args(["-euo", "pipefail", "-c", script])
            .current_dir(self.work())
            .env("GREENROOM_HOME", self.folder.path().join("home"))
            .env(
                "PATH",
                format!("{}:{path}", self.folder.path().join("bin").display()),
            )
            .envs(environment.iter().cloned())
            .output()
            .unwrap()
    }

    /// Runs a script that must succeed.
    fn run(&self, script: &str) -> String {
        let output = self.shell(script, &[]);
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{script}\n{said}\n{error}");
        said
    }
}

#[test]
fn browser_every_call_in_the_guide_for_agents_works() {
    let mut client = client();
    client.initialize("2025-06-18");
    let course = repository().join("examples/courses/tea-tasting");
    let course = course.canonicalize().unwrap().display().to_string();
    let mut session = String::new();
    let mut made = 0;
    for line in blocks(AGENTS, "calls")
        .iter()
        .flat_map(|block| block.lines())
    {
        let (tool, arguments) = line.split_once(' ').unwrap();
        let arguments = arguments
            .replace("COURSE", &course)
            .replace("SESSION", &session);
        let arguments: Value = serde_json::from_str(&arguments).unwrap();
        let data = client.data(tool, arguments);
        if matches!(tool, "scorm_open_course" | "scorm_reload_course") {
            data["session_id"]
                .as_str()
                .unwrap()
                .clone_into(&mut session);
        }
        made += 1;
    }
    assert!(made >= 12, "{made} calls");
}

#[test]
fn browser_every_command_in_the_guide_for_authors_works() {
    let place = Place::new();
    let commands = blocks(GUIDE, "sh");
    assert!(commands.len() >= 8, "{commands:?}");
    for block in commands {
        place.run(block);
    }
    assert!(place.work().join("first-aid.zip").is_file());
    let same = std::fs::read(place.work().join("first-aid.zip")).unwrap();
    assert!(same == std::fs::read(place.work().join("first-aid-2.zip")).unwrap());
}

/// A new course as `course`, its rehearsals as `rehearsals`.
fn project() -> Place {
    let place = Place::new();
    place.run(
        "greenroom new course --template lesson --title 'In CI' && mv course-rehearsals rehearsals",
    );
    place
}

#[test]
fn browser_every_command_in_the_guide_to_ci_works() {
    let place = project();
    let commands = blocks(CI, "sh");
    assert!(commands.len() >= 4, "{commands:?}");
    for block in commands {
        place.run(block);
    }
    for made in ["greenroom.sarif", "course.zip", "trace.html"] {
        assert!(place.work().join(made).is_file(), "{made}");
    }
    // The steps of the jobs that are ours.
    let is_step = |line: &&str| line.contains("greenroom ") && !line.contains("uses:");
    let steps = blocks(CI, "yaml").concat();
    let steps: Vec<&str> = steps.lines().filter(is_step).collect();
    assert!(steps.len() >= 4, "{steps:?}");
    for step in steps {
        place.run(
            step.trim()
                .trim_start_matches("- ")
                .trim_start_matches("run: "),
        );
    }
}

#[test]
fn every_command_in_the_guide_to_batches_works() {
    let place = Place::new();
    place.run("mkdir packages && greenroom new packages/one --template blank --title One && greenroom pack packages/one -o packages/two.zip");
    let commands = blocks(BATCH, "sh");
    assert_eq!(commands.len(), 3, "{commands:?}");
    for block in commands {
        place.run(block);
    }
    for made in [
        "results.jsonl",
        "greenroom.sarif",
        "summary.html",
        "new.jsonl",
        "part-2.jsonl",
    ] {
        assert!(place.work().join(made).is_file(), "{made}");
    }
}

#[test]
fn browser_the_steps_of_the_action_run_as_they_stand_there() {
    let place = project();
    let action: Value = serde_saphyr::from_str(ACTION).unwrap();
    let given = |name: &str| match name {
        "course" => "course".to_owned(),
        "rehearsals" => "rehearsals".to_owned(),
        "lms" => "standard".to_owned(),
        _ => action["inputs"][name]["default"]
            .as_str()
            .unwrap()
            .to_owned(),
    };
    let steps = action["runs"]["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 4);
    let run = |step: &Value| {
        let variables = step["env"].as_object().unwrap().iter();
        let environment = variables.map(|(name, value)| {
            let value = value.as_str().unwrap();
            let input = value
                .trim_start_matches("${{ inputs.")
                .trim_end_matches(" }}");
            (name.clone(), given(input))
        });
        let environment: Vec<_> = environment.collect();
        place.shell(step["run"].as_str().unwrap(), &environment)
    };
    for step in steps {
        let output = run(step);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {error}", step["name"]);
    }
    assert!(place.work().join("greenroom.sarif").is_file());
    // A broken course fails the job.
    let manifest = place.work().join("course/imsmanifest.xml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text.replace("index.html", "gone.html")).unwrap();
    assert!(!run(&steps[1]).status.success());
}
