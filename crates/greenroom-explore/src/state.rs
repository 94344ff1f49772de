//! One state of a course: what the page shows, and where the learner stands.

use std::hash::{DefaultHasher, Hash, Hasher as _};

use greenroom_stage::StageError;
use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::elements;
use greenroom_stage::page::scene::{self, Scene};

use crate::act::{Barred, Purpose};
use crate::offers::{self, Offered};
use crate::question::Question;
use crate::standing::Standing;

/// What is before the learner now.
#[derive(Debug)]
pub(crate) struct View {
    /// Tells states apart: page, data model and tracking.
    pub(crate) state: u64,
    /// Tells pages apart, whatever was done on them.
    pub(crate) page: u64,
    /// Tells apart what is to be seen, wherever the learner stands.
    pub(crate) looks: u64,
    pub(crate) activity: String,
    pub(crate) scene: Scene,
    pub(crate) standing: Standing,
    pub(crate) offers: Vec<Offered>,
    pub(crate) questions: Vec<Question>,
    pub(crate) barred: Vec<Barred>,
}

impl View {
    /// Looks at a course that has come to rest.
    pub(crate) async fn look(runtime: &Runtime) -> Result<Self, StageError> {
        let standing = runtime.live.read(Standing::read);
        let activity = standing.activity.clone().unwrap_or_default();
        let (scene, found) = if standing.over || standing.activity.is_none() {
            (Scene::default(), Vec::new())
        } else {
            let scene = scene::look(runtime).await?;
            (scene, elements::find(runtime, false).await?)
        };
        let questions = Question::find(&found, &scene, &activity);
        let navigation = runtime.live.read(|replica| replica.engine.navigation());
        let (offers, barred) = offers::of(
            &found,
            &scene,
            &questions,
            &navigation,
            &standing.activities,
        );
        let asked: Vec<u64> = questions.iter().map(|question| question.key).collect();
        let words = if scene.place.is_empty() {
            scene.text.as_str()
        } else {
            ""
        };
        let page = hash(&(
            &activity,
            &scene.urls,
            &scene.place,
            &scene.pictures,
            &asked,
            words,
        ));
        let usable: Vec<u64> = offers.iter().map(Offered::key).collect();
        Ok(Self {
            state: hash(&(page, &scene.text, &usable, standing.key(), standing.over)),
            looks: hash(&(page, &scene.text, &usable)),
            page,
            activity,
            scene,
            standing,
            offers,
            questions,
            barred,
        })
    }

    /// Whether the page itself offers nothing to do.
    pub(crate) fn offers_nothing(&self) -> bool {
        let of_lms =
            |offered: &Offered| matches!(offered.act.purpose, Purpose::Continue | Purpose::Choice);
        self.questions.is_empty() && self.offers.iter().all(of_lms)
    }

    /// What the place is called.
    pub(crate) fn name(&self) -> String {
        let name = self.scene.name();
        if name.is_empty() {
            self.activity.clone()
        } else {
            name
        }
    }

    /// Whether both show the same place: of a page that tells none, whether they say the same.
    pub(crate) fn is_at(&self, other: &Self) -> bool {
        if self.activity != other.activity {
            return false;
        }
        if self.scene.place.is_empty() && other.scene.place.is_empty() {
            return self.scene.urls == other.scene.urls
                && alike(&self.scene.text, &other.scene.text);
        }
        self.scene.place == other.scene.place
            || (self.scene.urls == other.scene.urls && alike(&self.scene.text, &other.scene.text))
    }
}

/// Whether most words of two texts are the same.
fn alike(one: &str, other: &str) -> bool {
    let words = |text: &str| {
        let words = text.split_whitespace().map(str::to_lowercase);
        words.collect::<std::collections::BTreeSet<String>>()
    };
    let (one, other) = (words(one), words(other));
    let shared = one.intersection(&other).count();
    let all = one.union(&other).count();
    all == 0 || shared * 10 >= all * 8
}

/// A number for a thing, the same in every run.
pub(crate) fn hash(thing: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    thing.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::alike;

    #[test]
    fn texts_are_alike_when_most_words_are_shared() {
        assert!(alike("a b c d e f g h i", "a b c d e f g h i j"));
        assert!(!alike("one page", "another slide"));
        assert!(alike("", ""));
    }
}
