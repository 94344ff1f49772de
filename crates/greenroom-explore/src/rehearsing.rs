//! The shortest ways to a status, and others worth keeping, played once more and recorded as rehearsals.

use greenroom_browser::Locator;
use greenroom_stage::StageError;
use greenroom_stage::course::opening::Prelude;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::{content, named, told};
use greenroom_stage::rehearsal::record::{self, About, Recorded};
use greenroom_store::EventQuery;
use scorm_session::rehearsal::format::{
    ClickCount, DropPlace, PageAct, RelaunchMode, ViewportSize,
};
use serde_json::json;

use crate::act::{Act, Deed, Purpose};
use crate::explorer::Explorer;
use crate::perform;
use crate::standing::Standing;

/// A rehearsal that was found, not written.
#[derive(Clone, Debug)]
pub struct FoundRehearsal {
    /// The statuses that it reaches; `resumed` comes back, `everything` sees all.
    pub reaches: Vec<&'static str>,
    pub recorded: Recorded,
}

/// A way through the course that is worth a rehearsal.
#[derive(Clone, Debug)]
struct Way {
    /// A status, or what else it shows.
    reaches: &'static str,
    path: Vec<Act>,
}

/// The statuses in the order in which their ways are recorded.
const STATUSES: [&str; 3] = ["completed", "failed", "passed"];
/// What the way of the learner who looked at everything is called.
const EVERYTHING: &str = "everything";
/// What leaving in the middle and coming back is called.
const RESUMED: &str = "resumed";

impl Explorer<'_> {
    /// Records the shortest way to each status that was reached, coming back, and seeing everything.
    pub(crate) async fn record_ways(&mut self) -> Result<Vec<FoundRehearsal>, StageError> {
        let mut found: Vec<(Vec<String>, FoundRehearsal)> = Vec::new();
        for Way { reaches, path } in self.ways() {
            let words: Vec<String> = path.iter().map(|act| act.words.clone()).collect();
            let same = found.iter_mut().find(|(known, _)| *known == words);
            if let Some((_, same)) = same.filter(|_| reaches != RESUMED) {
                same.reaches.push(reaches);
                continue;
            }
            if self.budget.is_spent(100) || self.cancel.is_cancelled() {
                break;
            }
            (self.progress)(format!("recording the way to {reaches}"));
            let shorter = if reaches == EVERYTHING {
                path.clone()
            } else {
                needed(&path)
            };
            let mut tries = vec![path.as_slice()];
            if shorter.len() < path.len() {
                tries.insert(0, shorter.as_slice());
            }
            for path in tries {
                if let Some(recorded) = self.record(reaches, path).await? {
                    let rehearsal = FoundRehearsal {
                        reaches: vec![reaches],
                        recorded,
                    };
                    found.push((words, rehearsal));
                    break;
                }
            }
        }
        Ok(found.into_iter().map(|(_, rehearsal)| rehearsal).collect())
    }

    /// The statuses first: they are what most people ask for.
    fn ways(&self) -> Vec<Way> {
        let statuses = STATUSES.into_iter().filter_map(|reaches| {
            let path = self.notes.reached.get(reaches)?.clone();
            Some(Way { reaches, path })
        });
        let others = [
            (RESUMED, self.notes.middle.as_ref()),
            (EVERYTHING, self.notes.tour.as_ref()),
        ];
        let others = others.into_iter().filter_map(|(reaches, path)| {
            let path = path.filter(|path| !path.is_empty())?.clone();
            Some(Way { reaches, path })
        });
        statuses.chain(others).collect()
    }

    /// Plays a way from the launch on and records it; nothing if it does not lead there.
    async fn record(
        &mut self,
        reaches: &'static str,
        path: &[Act],
    ) -> Result<Option<Recorded>, StageError> {
        let since = self.home.session.events().latest();
        let seed = self.options.launch.seed.take();
        let played = self.play_way(reaches, path).await;
        self.options.launch.seed = seed;
        if !played? {
            return Ok(None);
        }
        let session = &self.home.session;
        let query = EventQuery {
            since,
            max: usize::MAX,
            types: Vec::new(),
            without: &[],
        };
        let events = session.events().page(&query)?.events;
        let package = session.package().map(greenroom_store::OpenPackage::path);
        let name = package.and_then(|path| path.file_stem());
        let name = name.map_or("course".into(), |name| name.to_string_lossy());
        let size = self.options.launch.viewport.unwrap_or_default();
        let about = About {
            id: format!("{name}-{reaches}"),
            course: package.map(|path| path.display().to_string()),
            viewport: size
                .width
                .zip(size.height)
                .map(|(width, height)| ViewportSize { width, height }),
            root: None,
            from_seq: 0,
        };
        let mut recorded = record::record(&events, about);
        // The learner came back as an LMS lets them, whatever it then made of it.
        let again = recorded.rehearsal.steps.iter_mut();
        for relaunch in again.filter_map(|step| step.then.relaunch.as_mut()) {
            relaunch.mode = RelaunchMode::Reopen;
        }
        Ok(Some(recorded))
    }

    /// Plays a way to its end; tells whether it leads there.
    async fn play_way(&mut self, reaches: &str, path: &[Act]) -> Result<bool, StageError> {
        let runtime = self.open(None).await?;
        told::report_headings(&runtime).await;
        let mut follows = true;
        for act in path {
            self.budget.acts += 1;
            self.notes
                .log
                .push(format!("for a rehearsal: {}", act.words));
            let spent = self.budget.is_spent(110) || self.cancel.is_cancelled();
            follows = !spent && play(&runtime, act).await?;
            if !follows {
                break;
            }
        }
        let standing = runtime.live.read(Standing::read);
        let id = self.home.session.id().to_string();
        self.runtimes.close(&id, "close").await?;
        if !follows {
            return Ok(false);
        }
        match reaches {
            EVERYTHING => Ok(true),
            RESUMED => {
                let learner = runtime.live.read(|replica| replica.engine.learner());
                drop(runtime);
                let runtime = self.open(Some(Prelude::back(learner))).await?;
                told::report_headings(&runtime).await;
                let resumed = runtime.live.read(Standing::read).resumed;
                self.runtimes.close(&id, "close").await?;
                Ok(resumed)
            }
            // Some content reports when it is left.
            word => Ok(standing.has(word) || runtime.live.read(Standing::read).has(word)),
        }
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
        Ok(match info {
            Some((info, _)) => Some(named::element_of_all(runtime, &info).await),
            None => None,
        })
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
        Deed::PlayOut => Some(PageAct::PlayOut),
        Deed::Navigate(_) => None,
    };
    Ok(act.map(|act| vec![act]))
}
