//! The map of a course: the states that were reached, and which act leads from one to another.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use greenroom_browser::{Area, ImageFormat};
use greenroom_stage::course::runtime::Runtime;
use serde::{Deserialize, Serialize};

use crate::act::{Act, Barred, Purpose};
use crate::findings::{Findings, Place};
use crate::state::View;

/// States of which a picture is kept.
const MOST_PICTURES: usize = 60;
/// The part of the time so far that examining looks may take, in hundredths.
const EXAMINING: u32 = 30;
/// So many looks are examined whatever the time.
const ALWAYS_EXAMINED: usize = 12;

/// A JPEG; as text, in base64.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Picture(pub Vec<u8>);

/// One state, as reports show it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct StateNode {
    pub number: usize,
    pub name: String,
    pub activity: String,
    pub status: String,
    pub picture: Option<Picture>,
    /// What was done there, and the number of the state that it led to.
    pub ways: Vec<(String, usize)>,
    /// What was there and could not be used.
    pub barred: Vec<String>,
}

/// All states, in the order in which they were reached.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Atlas {
    #[serde(skip, default = "Instant::now")]
    began: Instant,
    numbers: BTreeMap<u64, usize>,
    pub(crate) nodes: Vec<StateNode>,
    pages: BTreeMap<u64, PageNote>,
    /// Entries of menus that were followed, by activity.
    followed: BTreeSet<(String, u64)>,
    pictures: usize,
    /// Looks that were examined, and how long that took.
    examined: BTreeSet<u64>,
    examining: Duration,
}

/// What is known of one page.
#[derive(Debug, Default, Serialize, Deserialize)]
struct PageNote {
    /// How it was reached first, from the launch on.
    path: Vec<Act>,
    /// Acts that were done there in any run, by key.
    done: BTreeSet<u64>,
    /// What was offered and not done yet.
    open: BTreeMap<u64, Purpose>,
    activity: String,
}

impl Default for Atlas {
    fn default() -> Self {
        Self {
            began: Instant::now(),
            numbers: BTreeMap::new(),
            nodes: Vec::new(),
            pages: BTreeMap::new(),
            followed: BTreeSet::new(),
            pictures: 0,
            examined: BTreeSet::new(),
            examining: Duration::ZERO,
        }
    }
}

impl Atlas {
    /// A state was reached. Tells its number, and whether its page is new.
    pub(crate) async fn arrive(
        &mut self,
        runtime: &Runtime,
        view: &View,
        path: &[Act],
        findings: &mut Findings,
    ) -> (usize, bool) {
        let is_new_page = !self.pages.contains_key(&view.page);
        let page = self.pages.entry(view.page).or_default();
        if is_new_page {
            page.path = path.to_vec();
            page.activity.clone_from(&view.activity);
        }
        for offered in &view.offers {
            let key = offered.key();
            let worth = !matches!(
                offered.act.purpose,
                Purpose::Exit
                    | Purpose::Back
                    | Purpose::Retry
                    | Purpose::Continue
                    | Purpose::Choice
            );
            if worth && !page.done.contains(&key) {
                page.open.insert(key, offered.act.purpose);
            }
        }
        if let Some(number) = self.numbers.get(&view.state) {
            return (*number, is_new_page);
        }
        let number = self.nodes.len() + 1;
        self.numbers.insert(view.state, number);
        let picture = self.picture(runtime, view, is_new_page).await;
        self.examine(runtime, view, path, findings).await;
        self.nodes.push(StateNode {
            number,
            name: view.name(),
            activity: view.activity.clone(),
            status: view.standing.word().to_owned(),
            picture,
            ways: Vec::new(),
            barred: view.barred.iter().map(Barred::told).collect(),
        });
        (number, is_new_page)
    }

    /// Examines how a state looks, unless another looked the same.
    async fn examine(
        &mut self,
        runtime: &Runtime,
        view: &View,
        path: &[Act],
        findings: &mut Findings,
    ) {
        let few = self.examined.len() < ALWAYS_EXAMINED;
        let in_time = self.examining * 100 <= self.began.elapsed() * EXAMINING;
        let seen = view.activity.is_empty() || view.standing.over;
        if seen || !(few || in_time) || !self.examined.insert(view.looks) {
            return;
        }
        let began = Instant::now();
        let name = view.name();
        let place = Place {
            page: &name,
            after: path.last().map(|act| act.words.as_str()),
        };
        findings.look(runtime, place).await;
        self.examining += began.elapsed();
    }

    async fn picture(
        &mut self,
        runtime: &Runtime,
        view: &View,
        is_new_page: bool,
    ) -> Option<Picture> {
        let wanted = is_new_page && self.pictures < MOST_PICTURES && !view.standing.over;
        if !wanted || view.activity.is_empty() {
            return None;
        }
        self.pictures += 1;
        let page = runtime.shown_page();
        let taken = page.screenshot(&Area::Viewport, ImageFormat::Jpeg).await;
        taken.ok().map(|image| Picture(image.bytes))
    }

    /// An act was done.
    pub(crate) fn went(&mut self, from: &View, act: &Act, to: usize) {
        if act.purpose == Purpose::Menu {
            self.followed.insert((from.activity.clone(), act.key()));
        }
        if let Some(page) = self.pages.get_mut(&from.page) {
            page.open.remove(&act.key());
            page.done.insert(act.key());
        }
        let Some(node) = self
            .numbers
            .get(&from.state)
            .and_then(|number| self.nodes.get_mut(number - 1))
        else {
            return;
        };
        let way = (act.words.clone(), to);
        if !node.ways.contains(&way) {
            node.ways.push(way);
        }
    }

    /// Whether an act is offered on this page and nobody has done it.
    pub(crate) fn is_open(&self, page: u64, act: &Act) -> bool {
        let page = self.pages.get(&page);
        page.is_some_and(|page| page.open.contains_key(&act.key()))
    }

    /// Whether an act was done on this page in any run.
    pub(crate) fn was_done(&self, page: u64, act: &Act) -> bool {
        let page = self.pages.get(&page);
        page.is_some_and(|page| page.done.contains(&act.key()))
    }

    /// How a page with acts that nobody did was reached, the nearest first.
    pub(crate) fn nearest_open(&self, given_up: &[u64]) -> Option<(u64, Vec<Act>)> {
        let open = self.pages.iter().filter(|(key, page)| {
            let is_open = |(act, purpose): (&u64, &Purpose)| {
                let followed = (page.activity.clone(), *act);
                *purpose != Purpose::Menu || !self.followed.contains(&followed)
            };
            page.open.iter().any(is_open) && !given_up.contains(key)
        });
        let nearest = open.min_by_key(|(_, page)| page.path.len());
        nearest.map(|(key, page)| (*key, page.path.clone()))
    }

    pub(crate) fn page_count(&self) -> usize {
        self.pages.len()
    }
}

impl Barred {
    /// In words.
    pub(crate) fn told(&self) -> String {
        let name = if self.label.is_empty() {
            &self.selector
        } else {
            &self.label
        };
        format!("{name:?}: {}", self.why)
    }
}

impl From<Picture> for String {
    fn from(picture: Picture) -> Self {
        STANDARD.encode(picture.0)
    }
}

impl TryFrom<String> for Picture {
    type Error = base64::DecodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        STANDARD.decode(text).map(Self)
    }
}
