//! What a learner has before them: where they are, what is shown, what opens, plays or can be told right.
//!
//! One look over all frames. It is made to be compared: two looks at the same place are equal,
//! however the clocks on it have ticked meanwhile.

use std::time::Duration;

use greenroom_browser::{Frame, World};
use serde::Deserialize;

use super::content;
use crate::StageError;
use crate::course::runtime::Runtime;

const SCENE: &str = concat!(
    "() => {\n",
    include_str!("injected/words.js"),
    include_str!("injected/scene.js"),
    "}",
);
const LOOK_LIMIT: Duration = Duration::from_secs(10);
/// Sets media to their end, and tells those who listen.
const PLAY_OUT: &str = include_str!("injected/play_out.js");
/// How long a medium may take to tell its length.
const MEDIA_LIMIT: Duration = Duration::from_secs(5);

/// Everything that is shown, over all frames. Selectors lead from the SCO's document.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Addresses within the course, of the frames that show something.
    pub urls: Vec<String>,
    pub title: String,
    /// The words on the page, with clocks left out.
    pub text: String,
    /// Headings, counters and marks of slides: what tells one place from another.
    pub place: Vec<String>,
    /// Names of the pictures in sight.
    pub pictures: Vec<String>,
    /// Films and sounds that have not ended.
    pub media: Vec<String>,
    /// Folded parts and tabs that are not shown.
    pub folds: Vec<String>,
    /// Links that leave the course.
    pub outside: Vec<String>,
    /// Controls that begin something.
    pub starts: Vec<String>,
    /// Sheets over the page that a click may take away.
    pub sheets: Vec<String>,
    /// Controls of dialogs that are open in the page.
    pub in_dialog: Vec<String>,
    /// Answers that the document itself marks as right.
    pub right: Vec<String>,
    /// Texts that the document itself gives for its fields.
    pub solutions: Vec<(String, String)>,
    /// Fields, with the words beside them.
    pub asked: Vec<(String, String)>,
    /// Where something can be dropped, with the key by which things fit.
    pub zones: Vec<(String, Option<String>)>,
    /// What can be dragged, with its key.
    pub drags: Vec<(String, Option<String>)>,
    /// Entries of menus that stand for what is shown.
    pub current: Vec<String>,
}

#[derive(Deserialize)]
struct Shown {
    url: String,
    title: String,
    text: String,
    place: Vec<String>,
    pictures: Vec<String>,
    media: Vec<String>,
    folds: Vec<String>,
    outside: Vec<String>,
    starts: Vec<String>,
    sheets: Vec<String>,
    in_dialog: Vec<String>,
    right: Vec<String>,
    solutions: Vec<Solution>,
    asked: Vec<Solution>,
    zones: Vec<Keyed>,
    drags: Vec<Keyed>,
    current: Vec<String>,
}

#[derive(Deserialize)]
struct Solution {
    selector: String,
    text: String,
}

#[derive(Deserialize)]
struct Keyed {
    selector: String,
    key: Option<String>,
}

/// Looks at all frames of the content.
pub async fn look(runtime: &Runtime) -> Result<Scene, StageError> {
    let mut scene = Scene::default();
    let frames = content::frames(runtime);
    let Some(root) = frames.first().cloned() else {
        return Ok(scene);
    };
    for frame in frames {
        let shown = frame.call_with_toolkit::<Shown>(SCENE, &[], LOOK_LIMIT);
        let shown = match shown.await {
            Ok(shown) => shown,
            // A frame that went away, or does not answer, shows nothing.
            Err(error) if content::is_absent(runtime, &error) => continue,
            Err(error) => return Err(error.into()),
        };
        let path = path_from(&frame, &root).await?;
        scene.add(shown, &path);
    }
    Ok(scene)
}

/// Sets every film and sound in sight to its end; tells how many there were.
pub async fn play_out(runtime: &Runtime) -> Result<usize, StageError> {
    let mut ended = 0;
    for frame in content::frames(runtime) {
        let set = frame.call_function::<usize>(World::Main, PLAY_OUT, &[], MEDIA_LIMIT);
        ended += set.await.unwrap_or(0);
    }
    Ok(ended)
}

async fn path_from(frame: &Frame, root: &Frame) -> Result<Vec<String>, StageError> {
    if frame.id() == root.id() {
        return Ok(Vec::new());
    }
    Ok(frame.path_from(root).await.unwrap_or_default())
}

impl Scene {
    fn add(&mut self, shown: Shown, path: &[String]) {
        let lead = |selector: String| {
            let steps = path.iter().cloned().chain([selector]);
            steps.collect::<Vec<_>>().join(" >>> ")
        };
        let leads = |list: Vec<String>| list.into_iter().map(lead).collect::<Vec<_>>();
        let keyed = |list: Vec<Keyed>| {
            let pairs = list.into_iter().map(|one| (lead(one.selector), one.key));
            pairs.collect::<Vec<_>>()
        };
        if self.title.is_empty() || (!shown.text.is_empty() && self.text.is_empty()) {
            self.title = shown.title;
        }
        self.urls.push(shown.url);
        if !shown.text.is_empty() {
            self.text.push_str(&shown.text);
            self.text.push('\n');
        }
        self.place.extend(shown.place);
        self.pictures.extend(shown.pictures);
        self.media.extend(leads(shown.media));
        self.folds.extend(leads(shown.folds));
        self.outside.extend(leads(shown.outside));
        self.starts.extend(leads(shown.starts));
        self.sheets.extend(leads(shown.sheets));
        self.in_dialog.extend(leads(shown.in_dialog));
        self.right.extend(leads(shown.right));
        let solutions = shown.solutions.into_iter();
        self.solutions
            .extend(solutions.map(|one| (lead(one.selector), one.text)));
        let asked = shown.asked.into_iter();
        self.asked
            .extend(asked.map(|one| (lead(one.selector), one.text)));
        self.zones.extend(keyed(shown.zones));
        self.drags.extend(keyed(shown.drags));
        self.current.extend(leads(shown.current));
    }

    /// A short name for people: what the page is headed with.
    pub fn name(&self) -> String {
        let first = self.place.iter().find(|text| !text.is_empty());
        let name = first.unwrap_or(&self.title);
        name.chars().take(80).collect()
    }
}
