//! Saved states on a real disk.

use serde_json::{Value, json};

use super::*;

fn states() -> (tempfile::TempDir, SavedStates) {
    let home = tempfile::tempdir().unwrap();
    let states = SavedStates::new(&DataDir::new(home.path().to_owned()));
    (home, states)
}

fn state(course_id: &str, location: &str) -> SavedState {
    SavedState {
        core_data: [("cmi.location".to_owned(), Some(location.to_owned()))].into(),
        meta: Some(SavedMeta {
            course_id: Some(course_id.to_owned()),
            ..SavedMeta::default()
        }),
        ..SavedState::default()
    }
}

/// Puts a file of another program in the place of a saved state.
fn put(path: &Path, content: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn json_at(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn what_is_written_is_read_back() {
    let (_home, states) = states();
    assert_eq!(states.read(Namespace::Mcp, Some("a")).unwrap(), None);
    let mut written = state("a", "slide_2");
    let path = states.write(Namespace::Mcp, Some("a"), &written).unwrap();
    written.meta.get_or_insert_default().revision = 1;
    assert!(path.ends_with("scorm-sessions/mcp_a.json"), "{path:?}");
    assert_eq!(
        states.read(Namespace::Mcp, Some("a")).unwrap(),
        Some(written)
    );
    let keys = json_at(&path)
        .as_object()
        .unwrap()
        .keys()
        .cloned()
        .collect::<Vec<_>>();
    for key in [
        "coreData",
        "interactions",
        "objectives",
        "commentsFromLearner",
        "commentsFromLms",
        "scos",
    ] {
        assert!(
            keys.iter().any(|found| found == key),
            "{key} is missing in {keys:?}"
        );
    }
}

#[test]
fn the_namespaces_do_not_see_each_other() {
    let (_home, states) = states();
    states
        .write(Namespace::Mcp, Some("a"), &state("a", "1"))
        .unwrap();
    let gui = states
        .write(Namespace::Gui, Some("a"), &state("a", "2"))
        .unwrap();
    assert!(states.remove(Namespace::Mcp, Some("a")).unwrap());
    assert!(!states.remove(Namespace::Mcp, Some("a")).unwrap());
    assert!(gui.exists());
    assert_eq!(states.read(Namespace::Mcp, Some("a")).unwrap(), None);
}

#[test]
fn a_name_that_another_course_took_gets_a_hash() {
    let (_home, states) = states();
    let first = states
        .write(Namespace::Mcp, Some("A-B"), &state("A-B", "first"))
        .unwrap();
    let second = states
        .write(Namespace::Mcp, Some("a.b"), &state("a.b", "second"))
        .unwrap();
    assert_ne!(first, second);
    let location = |id| {
        let state = states.read(Namespace::Mcp, Some(id)).unwrap().unwrap();
        state.core_data["cmi.location"].clone().unwrap()
    };
    assert_eq!(
        (location("A-B"), location("a.b")),
        ("first".to_owned(), "second".to_owned())
    );
}

#[test]
fn unknown_keys_survive_a_rewrite_at_every_level() {
    let (_home, states) = states();
    let path = states.path(Namespace::Mcp, Some("a"));
    let old = json!({
        "coreData": {}, "mine": 1,
        "meta": { "courseId": "a", "mine": 2 },
        "scos": { "item-1": { "mine": 3 }, "item-2": { "mine": 4 } },
        "sequencing": { "mine": 5 },
    });
    put(&path, &old.to_string());
    let mut new = state("a", "x");
    new.scos.insert("item-1".to_owned(), SavedSco::default());
    new.sequencing = Some(SavedSequencing::default());
    states.write(Namespace::Mcp, Some("a"), &new).unwrap();
    let written = json_at(&path);
    for (pointer, want) in [
        ("/mine", 1),
        ("/meta/mine", 2),
        ("/scos/item-1/mine", 3),
        ("/sequencing/mine", 5),
    ] {
        assert_eq!(written.pointer(pointer), Some(&json!(want)), "{pointer}");
    }
    assert_eq!(
        written.pointer("/scos/item-2"),
        None,
        "a SCO that is gone does not come back"
    );
}

#[test]
fn a_file_with_only_the_five_keys_is_read() {
    let (_home, states) = states();
    let old = json!({
        "coreData": { "cmi.exit": "suspend", "cmi.score.scaled": 0.8, "cmi.location": null },
        "interactions": [{ "id": "q1" }], "objectives": [],
        "commentsFromLearner": [], "commentsFromLms": [],
    });
    put(&states.path(Namespace::Mcp, Some("a")), &old.to_string());
    let state = states.read(Namespace::Mcp, Some("a")).unwrap().unwrap();
    assert_eq!(state.core_data["cmi.exit"].as_deref(), Some("suspend"));
    assert_eq!(state.core_data["cmi.score.scaled"].as_deref(), Some("0.8"));
    assert_eq!(state.core_data["cmi.location"], None);
    assert_eq!((state.interactions.len(), state.meta), (1, None));
}

#[test]
fn what_was_edited_to_a_wrong_kind_counts_as_absent() {
    let (_home, states) = states();
    let edited = json!({
        "coreData": {},
        "scos": { "item-1": { "attempt": 2, "storedByLms": "cmi.mode" } },
        "sequencing": { "suspended": true, "attemptsBegun": "two", "currentActivity": 7 },
    });
    put(&states.path(Namespace::Mcp, Some("a")), &edited.to_string());
    let state = states.read(Namespace::Mcp, Some("a")).unwrap().unwrap();
    let sequencing = state.sequencing.unwrap();
    assert!(sequencing.suspended);
    assert_eq!(
        (sequencing.attempts_begun, sequencing.current_activity),
        (0, None)
    );
    assert_eq!(state.scos["item-1"].attempt, 2);
    assert!(state.scos["item-1"].stored_by_lms.is_empty());
}

#[test]
fn an_unreadable_file_is_an_error_and_is_never_destroyed() {
    let (_home, states) = states();
    let path = states.path(Namespace::Mcp, Some("a"));
    put(&path, "{ torn");
    let read = states.read(Namespace::Mcp, Some("a"));
    assert!(
        matches!(read, Err(StoreError::SavedStateUnreadable { .. })),
        "{read:?}"
    );
    states
        .write(Namespace::Mcp, Some("a"), &state("a", "new"))
        .unwrap();
    assert_eq!(json_at(&path)["coreData"]["cmi.location"], "new");
    let aside = path.with_file_name("mcp_a.json.unreadable");
    assert_eq!(fs::read_to_string(aside).unwrap(), "{ torn");
}

#[test]
fn a_disk_that_refuses_is_told() {
    let (home, states) = states();
    fs::write(
        home.path().join("scorm-sessions"),
        "a file in the place of the folder",
    )
    .unwrap();
    let written = states.write(Namespace::Mcp, Some("a"), &state("a", "new"));
    assert!(
        matches!(written, Err(StoreError::SavedStateWrite { .. })),
        "{written:?}"
    );
}

#[test]
fn readers_never_see_a_part_of_a_state() {
    let (_home, states) = states();
    let long = "x".repeat(200_000);
    states
        .write(Namespace::Mcp, Some("a"), &state("a", &long))
        .unwrap();
    let done = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for _ in 0..20 {
                states
                    .write(Namespace::Mcp, Some("a"), &state("a", &long))
                    .unwrap();
            }
            done.store(true, std::sync::atomic::Ordering::SeqCst);
        });
        while !done.load(std::sync::atomic::Ordering::SeqCst) {
            let state = states.read(Namespace::Mcp, Some("a")).unwrap().unwrap();
            assert_eq!(
                state.core_data["cmi.location"].as_ref().map(String::len),
                Some(200_000)
            );
        }
    });
}

/// A state that says which package it is of.
fn owned(owner: Owner<'_>, location: &str, session: &str) -> SavedState {
    let mut state = state(owner.course_id.unwrap(), location);
    let meta = state.meta.get_or_insert_default();
    meta.package_path = owner.package_path.map(str::to_owned);
    meta.structure = owner.structure.map(str::to_owned);
    meta.session_id = Some(session.to_owned());
    state
}

fn owner(path: &'static str, structure: &'static str) -> Owner<'static> {
    Owner {
        course_id: Some("MANIFEST-1"),
        package_path: Some(path),
        structure: Some(structure),
    }
}

fn location(states: &SavedStates, owner: Owner<'_>) -> Option<String> {
    let state = states.read(Namespace::Mcp, owner).unwrap()?;
    state.core_data["cmi.location"].clone()
}

#[test]
fn two_packages_with_one_identifier_keep_apart() {
    let (_home, states) = states();
    let (one, two) = (owner("/one", "11111111aa"), owner("/two", "22222222bb"));
    let write = |owner, text| {
        states
            .write(Namespace::Mcp, owner, &owned(owner, text, "s"))
            .unwrap()
    };
    assert!(!states.is_taken(Namespace::Mcp, one));
    let first = write(one, "of one");
    assert!(first.ends_with("mcp_manifest_1.json"), "{first:?}");
    assert!(states.is_taken(Namespace::Mcp, two));
    assert_eq!(location(&states, two), None);
    let second = write(two, "of two");
    assert!(
        second.ends_with("mcp_manifest_1_22222222.json"),
        "{second:?}"
    );
    assert_eq!(location(&states, one).as_deref(), Some("of one"));
    // Edited or moved, it is the same course; and the name of the first is free again.
    states.remove(Namespace::Mcp, one).unwrap();
    for same in [
        owner("/two", "33333333cc"),
        owner("/elsewhere", "22222222bb"),
    ] {
        assert_eq!(
            location(&states, same).as_deref(),
            Some("of two"),
            "{same:?}"
        );
    }
    assert_eq!(write(owner("/two", "33333333cc"), "edited"), second);
    // Edited and moved at once, it cannot be known.
    assert_eq!(location(&states, owner("/far", "44444444dd")), None);
}

#[test]
fn a_file_without_a_record_is_of_whoever_has_its_name() {
    let (_home, states) = states();
    let written = states
        .write(
            Namespace::Mcp,
            Some("MANIFEST-1"),
            &state("MANIFEST-1", "old"),
        )
        .unwrap();
    let new = owner("/one", "11111111aa");
    assert_eq!(states.path(Namespace::Mcp, new), written);
    assert_eq!(location(&states, new).as_deref(), Some("old"));
    assert!(!states.is_taken(Namespace::Mcp, new));
}

#[test]
fn a_state_that_the_writer_does_not_know_is_never_replaced() {
    let (_home, states) = states();
    let course = owner("/one", "11111111aa");
    let write = |text, session: &str, known: u64| {
        let state = owned(course, text, session);
        states
            .write_unless(Namespace::Mcp, course, &state, |on_disk| {
                on_disk.revision != known && on_disk.session_id.as_deref() != Some(session)
            })
            .unwrap()
    };
    let first = write("first", "a", 0);
    assert_eq!((first.revision, first.aside), (1, false));
    assert_eq!(write("second", "a", 1).revision, 2);
    let late = write("late", "b", 0);
    assert!(late.aside, "{late:?}");
    assert_eq!(location(&states, course).as_deref(), Some("second"));
    assert_eq!(json_at(&late.path)["coreData"]["cmi.location"], "late");
    assert!(
        late.path
            .to_str()
            .unwrap()
            .ends_with("mcp_manifest_1.json.aside-b")
    );
    assert_eq!(write("third", "a", 2).revision, 3);
}
