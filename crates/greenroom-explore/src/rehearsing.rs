//! The shortest ways to a status, played once more and recorded as rehearsals.

use greenroom_browser::Locator;
use greenroom_stage::StageError;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::{content, named, told};
use greenroom_stage::rehearsal::record::{self, About, Recorded};
use greenroom_store::EventQuery;
use scorm_session::rehearsal::format::{ClickCount, DropPlace, PageAct, ViewportSize};
use serde_json::json;

use crate::act::{Act, Deed, Purpose};
use crate::explorer::Explorer;
use crate::perform;
use crate::standing::Standing;

/// A rehearsal that was found, not written.
#[derive(Clone, Debug)]
pub struct FoundRehearsal {
    /// The statuses that it reaches.
    pub reaches: Vec<&'static str>,
    pub recorded: Recorded,
}

impl Explorer<'_> {
    /// Records the shortest way to each status that was reached.
    pub(crate) async fn record_ways(&mut self) -> Result<Vec<FoundRehearsal>, StageError> {
        let mut found: Vec<(Vec<String>, FoundRehearsal)> = Vec::new();
        for (word, path) in self.reached.clone() {
            let words: Vec<String> = path.iter().map(|act| act.words.clone()).collect();
            if let Some((_, same)) = found.iter_mut().find(|(known, _)| *known == words) {
                same.reaches.push(word);
                continue;
            }
            if self.budget.is_spent(100) || self.cancel.is_cancelled() {
                break;
            }
            (self.progress)(format!("recording the shortest way to {word}"));
            let needed = needed(&path);
            let mut ways = vec![path.as_slice()];
            if needed.len() < path.len() {
                ways.insert(0, needed.as_slice());
            }
            for way in ways {
                if let Some(recorded) = self.record(word, way).await? {
                    let rehearsal = FoundRehearsal {
                        reaches: vec![word],
                        recorded,
                    };
                    found.push((words, rehearsal));
                    break;
                }
            }
        }
        Ok(found.into_iter().map(|(_, rehearsal)| rehearsal).collect())
    }

    /// Plays a way from the launch on and records it; nothing if it does not lead to the status.
    async fn record(
        &mut self,
        word: &'static str,
        path: &[Act],
    ) -> Result<Option<Recorded>, StageError> {
        let session = &self.home.session;
        let since = session.events().latest();
        let seed = self.options.launch.seed.take();
        let opened = self.open(None).await;
        self.options.launch.seed = seed;
        let runtime = opened?;
        told::report_headings(&runtime).await;
        let mut follows = true;
        for act in path {
            self.budget.acts += 1;
            self.log.push(format!("for a rehearsal: {}", act.words));
            follows = play(&runtime, act).await?;
            if !follows {
                break;
            }
        }
        let mut standing = runtime.live.read(Standing::read);
        let id = session.id().to_string();
        self.runtimes.close(&id, "close").await?;
        // Some content reports when it is left.
        if !standing.has(word) {
            standing = runtime.live.read(Standing::read);
        }
        drop(runtime);
        if !follows || !standing.has(word) {
            return Ok(None);
        }
        let query = EventQuery {
            since,
            max: usize::MAX,
            types: Vec::new(),
        };
        let events = session.events().page(&query)?.events;
        let package = session.package().map(greenroom_store::OpenPackage::path);
        let name = package.and_then(|path| path.file_stem());
        let name = name.map_or("course".into(), |name| name.to_string_lossy());
        let size = self.options.launch.viewport.unwrap_or_default();
        let about = About {
            id: format!("{name}-{word}"),
            course: package.map(|path| path.display().to_string()),
            viewport: size
                .width
                .zip(size.height)
                .map(|(width, height)| ViewportSize { width, height }),
            root: None,
            from_seq: 0,
        };
        Ok(Some(record::record(&events, about)))
    }
}

/// The acts that lead on, and of answers to the same questions the last.
fn needed(path: &[Act]) -> Vec<Act> {
    let asked = |act: &Act| {
        act.answers
            .iter()
            .map(|(key, _)| *key)
            .collect::<Vec<u64>>()
    };
    let mut kept: Vec<Act> = Vec::new();
    for act in path {
        if matches!(
            act.purpose,
            Purpose::Reveal | Purpose::Hotspot | Purpose::Back
        ) {
            continue;
        }
        let same = |last: &&mut Act| {
            act.purpose == Purpose::Answer
                && last.purpose == Purpose::Answer
                && !act.answers.is_empty()
                && asked(last) == asked(act)
        };
        match kept.last_mut().filter(same) {
            Some(last) => *last = act.clone(),
            None => kept.push(act.clone()),
        }
    }
    kept
}

/// Tells each deed and does it; false if it cannot be done.
async fn play(runtime: &Runtime, act: &Act) -> Result<bool, StageError> {
    for deed in &act.deeds {
        let written = written(runtime, deed).await?;
        let alone = Act {
            deeds: vec![deed.clone()],
            ..act.clone()
        };
        told::acting(&runtime.session);
        if perform::perform(runtime, &alone).await?.is_some() {
            return Ok(false);
        }
        for act in written.iter().flatten() {
            told::report(&runtime.session, act)?;
        }
    }
    told::report_headings(runtime).await;
    Ok(true)
}

/// A deed as rehearsals write it; nothing if the session tells it by itself.
async fn written(runtime: &Runtime, deed: &Deed) -> Result<Option<Vec<PageAct>>, StageError> {
    let Ok(root) = content::frame(runtime, None) else {
        return Ok(None);
    };
    let on = async |selector: &str| -> Result<_, StageError> {
        let locator: Locator = root.locator(selector);
        let info = locator.info().await?;
        Ok(info.map(|(info, _)| named::element(&info)))
    };
    let act = match deed {
        Deed::Click(selector) => on(selector).await?.map(|on| PageAct::Click {
            on,
            click: ClickCount::Single,
        }),
        Deed::Fill(selector, text) => {
            let value = json!(text);
            on(selector).await?.map(|on| PageAct::Fill { on, value })
        }
        Deed::Check(selector, checked) => {
            let value = json!(checked);
            on(selector).await?.map(|on| PageAct::Fill { on, value })
        }
        Deed::Drag(from, to) => {
            let onto = on(to).await?;
            let place = onto.map(|on| DropPlace {
                on,
                ..DropPlace::default()
            });
            let from = on(from).await?;
            from.zip(place).map(|(on, to)| PageAct::Drag { on, to })
        }
        Deed::Automate(id, response) => {
            let call = |function: &str, args| PageAct::Automation {
                function: function.to_owned(),
                args,
            };
            return Ok(Some(vec![
                call("setResponse", vec![json!(id), response.clone()]),
                call("checkAnswer", vec![json!(id)]),
            ]));
        }
        Deed::PlayOut | Deed::Navigate(_) => None,
    };
    Ok(act.map(|act| vec![act]))
}
