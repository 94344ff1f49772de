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
    let written = state("a", "slide_2");
    let path = states.write(Namespace::Mcp, Some("a"), &written).unwrap();
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
