//! Rehearsals that exploring writes are tested themselves: faults that authors make are put into the
//! bundled courses, one at a time, and the rehearsals of the good course must fail.
//!
//! `GREENROOM_MUTANTS` draws more of them; `make soak` draws thirty.

mod operators;
mod script;

use std::path::Path;

use greenroom_testkit::{McpClient, copy_folder};
use serde_json::{Value, json};

use self::operators::Mutant;
use crate::client;

const COURSES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/courses");
const SEED: u64 = 19;
/// How many are drawn in a usual run.
const USUAL: usize = 8;

/// So many of all faults, drawn by the seed; fewer are the first of more.
fn drawn(count: usize) -> Vec<Mutant> {
    let mut all = Vec::new();
    for course in ["hand-washing", "tea-tasting"] {
        all.extend(operators::all(Path::new(COURSES), course));
    }
    let mut state = SEED;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) >> 33).unwrap()
    };
    let mut drawn = Vec::new();
    while drawn.len() < count && !all.is_empty() {
        let at = next() % all.len();
        drawn.push(all.swap_remove(at));
    }
    drawn
}

impl Mutant {
    /// A copy of the course with the fault in it.
    fn plant(&self, folder: &Path) {
        copy_folder(&Path::new(COURSES).join(self.course), folder);
        let path = folder.join(&self.file);
        let mut source = std::fs::read_to_string(&path).unwrap();
        source.replace_range(self.place.clone(), &self.becomes);
        std::fs::write(path, source).unwrap();
    }

    fn told(&self) -> String {
        let source = Path::new(COURSES).join(self.course).join(&self.file);
        let source = std::fs::read_to_string(source).unwrap();
        let line = source[..self.place.start].matches('\n').count() + 1;
        let cut = |text: &str| text.chars().take(60).collect::<String>();
        format!(
            "{} at {}/{}:{line}: {:?} becomes {:?}",
            self.operator,
            self.course,
            self.file.display(),
            cut(&source[self.place.clone()]),
            cut(&self.becomes)
        )
    }
}

/// The files of the rehearsals that exploring a course writes.
fn explored(client: &mut McpClient, course: &str) -> Vec<Value> {
    let arguments = json!({"package_path": Path::new(COURSES).join(course), "max_seconds": 120});
    let explored = client.data_of_long_call("scorm_explore_course", arguments);
    let rehearsals = explored["rehearsals"].as_array().unwrap();
    let paths = rehearsals.iter().map(|one| one["path"].clone());
    paths.collect()
}

/// What the first rehearsal that fails says; nothing if all pass.
fn failure(client: &mut McpClient, rehearsals: &[Value], course: &Path) -> Option<String> {
    rehearsals.iter().find_map(|path| {
        let arguments = json!({"path": path, "package_path": course});
        let rehearsed = client.data_of_long_call("scorm_rehearse", arguments);
        let steps = rehearsed["steps"].as_array().unwrap();
        let failed = steps.iter().find(|step| step["ok"] == false)?;
        let what = failed["what"].as_str().unwrap_or_default();
        Some(format!("step {}, {what}", failed["index"]))
    })
}

#[test]
fn browser_explored_rehearsals_fail_on_courses_with_a_fault() {
    let count = std::env::var("GREENROOM_MUTANTS").ok();
    let count = count.and_then(|text| text.parse().ok()).unwrap_or(USUAL);
    let mut client = client();
    let folder = tempfile::tempdir().unwrap();
    let mut rehearsals = std::collections::BTreeMap::new();
    for course in ["hand-washing", "tea-tasting"] {
        let own = explored(&mut client, course);
        let good = Path::new(COURSES).join(course);
        assert_eq!(failure(&mut client, &own, &good), None, "{course}");
        rehearsals.insert(course, own);
    }
    let mutants = drawn(count);
    assert_eq!(mutants.len(), count);
    let mut survived = Vec::new();
    for (number, mutant) in mutants.iter().enumerate() {
        let course = folder.path().join(number.to_string());
        mutant.plant(&course);
        let failed = failure(&mut client, &rehearsals[mutant.course], &course);
        println!("{}: {}: {failed:?}", number + 1, mutant.told());
        if failed.is_none() {
            survived.push(mutant.told());
        }
    }
    let killed = count - survived.len();
    println!("{killed} of {count} are found");
    assert!(killed * 10 >= count * 9, "{survived:#?}");
}
