//! The transcript of an open session: in parts of bounded size, from any place on, without gaps.

use greenroom_store::journal::{Journal, JournalHeader};
use greenroom_store::{ArtifactType, DataDir, NewArtifact, SessionStore, StoreLimits};
use scorm_session::{ApiFunction, Event, EventKind, Origin};
use serde_json::{Map, Value, json};

use super::*;
use crate::course::live_course::CourseEntry;

struct Played {
    _folder: tempfile::TempDir,
    session: Arc<Session>,
    journal: Option<Journal>,
}

impl Played {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let data_dir = DataDir::new(folder.path().to_owned());
        let store = SessionStore::new(data_dir, StoreLimits::default());
        let session = store.one_shot().unwrap();
        Self {
            _folder: folder,
            session,
            journal: None,
        }
    }

    /// One call of the content, as the journal and the stream have it.
    fn calls(&mut self, value: &str) {
        let journal = self.journal.get_or_insert_with(|| {
            let header = JournalHeader {
                format: 0,
                namespace: "gui".to_owned(),
                course_id: None,
                session_id: self.session.id().as_str().to_owned(),
                package_path: "/course".into(),
                structure: None,
                started_at: 1,
            };
            Journal::create(self.session.directory(), &header).unwrap()
        });
        let kind = EventKind::ApiCalled {
            function: ApiFunction::SetValue,
            args: vec![Some("cmi.location".to_owned()), Some(value.to_owned())],
            origin: Origin::Content,
        };
        let entry = CourseEntry::Event(Event::new(1, 0, kind));
        let appended = journal.append(&entry).unwrap();
        appended.blocking_acknowledged().unwrap();
        self.session
            .emit("debug:api_call", Some(json!({})))
            .unwrap();
    }

    fn says(&self, text: &str) {
        let payload = json!({"level": "warning", "text": text});
        self.session.emit("console:message", Some(payload)).unwrap();
    }

    fn transcript(&self, entries: usize, records: usize) -> LiveTranscript {
        let from = JournalPlace { entries, records };
        LiveTranscript::new(Arc::clone(&self.session), from)
    }

    fn reading(&self, entries: usize, records: usize) -> Box<Reading<LiveStrands>> {
        self.transcript(entries, records).0.unwrap()
    }
}

/// What each line is about: the value that a call set, or the text of a message.
fn told(lines: &str) -> Vec<String> {
    lines
        .lines()
        .map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let set = &line["event"]["event"]["args"][1];
            let said = &line["record"]["payload"]["text"];
            set.as_str().or(said.as_str()).unwrap_or("?").to_owned()
        })
        .filter(|told| told != "?")
        .collect()
}

#[test]
fn parts_are_bounded_and_follow_each_other() {
    let mut played = Played::new();
    for number in 0..2 * ENOUGH_LINES + 10 {
        played.calls(&number.to_string());
    }
    let mut reading = played.reading(0, 0);
    let mut all = Vec::new();
    let mut parts = 0;
    loop {
        let part = reading.part().unwrap();
        assert!(part.lines.lines().count() <= ENOUGH_LINES);
        assert_eq!(part.from.entries, all.len());
        all.extend(told(&part.lines));
        parts += 1;
        if !part.has_more {
            break;
        }
    }
    assert_eq!(parts, 3);
    let wanted: Vec<String> = (0..2 * ENOUGH_LINES + 10).map(|n| n.to_string()).collect();
    assert_eq!(all, wanted);
}

#[test]
fn a_part_holds_no_more_than_fits_and_a_long_line_goes_alone() {
    let mut played = Played::new();
    let long = "x".repeat(ENOUGH_BYTES);
    played.calls(&long);
    played.calls("short");
    let mut reading = played.reading(0, 0);
    let first = reading.part().unwrap();
    assert!(first.has_more);
    assert_eq!(told(&first.lines), [long]);
    assert_eq!(told(&reading.part().unwrap().lines), ["short"]);
}

#[test]
fn whoever_comes_back_gets_the_rest_once() {
    let mut played = Played::new();
    played.calls("a");
    played.says("b");
    let whole = played.reading(0, 0).part().unwrap();
    let known = JournalPlace {
        entries: 1,
        records: whole.lines.lines().count() - 1,
    };
    played.says("c");
    played.calls("d");
    let rest = played.reading(known.entries, known.records).part().unwrap();
    assert_eq!(rest.from, known);
    assert_eq!(told(&rest.lines), ["c", "d"]);
    let all = played.reading(0, 0).part().unwrap();
    assert_eq!(told(&all.lines), ["a", "b", "c", "d"]);
}

#[tokio::test]
async fn what_happens_later_comes_later() {
    let mut played = Played::new();
    let mut transcript = played.transcript(0, 0);
    let waits = tokio::spawn(async move {
        loop {
            let part = transcript.read().await.unwrap().unwrap();
            let told = told(&part.lines);
            if !told.is_empty() {
                return told;
            }
        }
    });
    let play = move || {
        played.calls("later");
        played
    };
    let _played = tokio::task::spawn_blocking(play).await.unwrap();
    assert_eq!(waits.await.unwrap(), ["later"]);
}

#[test]
fn pictures_are_told_with_their_records() {
    let played = Played::new();
    let new = NewArtifact {
        kind: ArtifactType::Screenshot,
        mime: "image/png".to_owned(),
        tool: "scorm_capture_screenshot".to_owned(),
        title: "Leaves".to_owned(),
        metadata: Map::new(),
    };
    let artifacts = played.session.artifacts();
    let artifact = artifacts.write("png", b"png", new).unwrap();
    let payload = json!({"path": artifact.path});
    played
        .session
        .emit("screenshot:capture_done", Some(payload))
        .unwrap();
    let part = played.reading(0, 0).part().unwrap();
    assert_eq!(part.pictures.len(), 1);
    assert_eq!(part.pictures[0].title, "Leaves");
    let name = part.pictures[0].path.rsplit('/').next().unwrap();
    let read = pictures::read(played.session.directory(), name).unwrap();
    assert_eq!(
        (read.mime.as_str(), read.bytes.as_slice()),
        ("image/png", &b"png"[..])
    );
    for name in ["../artifacts.json", "artifacts.json", "", "0002.png"] {
        assert!(pictures::read(played.session.directory(), name).is_none());
    }
}
