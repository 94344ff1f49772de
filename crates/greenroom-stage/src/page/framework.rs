//! The runtime of an authoring tool, which knows the slides of its course.

use std::time::Duration;

use greenroom_browser::{BrowserError, Frame, World};
use serde::Deserialize;
use serde_json::{Value, json};

use super::content;
use super::slides::{Slide, SlideMap};
use crate::course::runtime::Runtime;

const FRAMEWORKS: &str = concat!(
    "async (goTo) => {\n",
    include_str!("injected/frameworks/text.js"),
    include_str!("injected/frameworks/captivate.js"),
    include_str!("injected/frameworks/reveal.js"),
    include_str!("injected/frameworks/adapt.js"),
    include_str!("injected/frameworks/ispring.js"),
    include_str!("injected/frameworks/storyline.js"),
    include_str!("injected/frameworks/first.js"),
    "}",
);
const LIMIT: Duration = Duration::from_secs(15);

/// A runtime in the frame where it lives.
#[derive(Debug)]
pub struct Framework {
    frame: Frame,
    pub map: SlideMap,
    pub can_go: bool,
}

/// What it tells.
#[derive(Debug, Deserialize)]
struct Told {
    method: String,
    slides: Vec<ToldSlide>,
    current: Option<i64>,
    /// It can be asked to go to a slide.
    go: bool,
}

#[derive(Debug, Deserialize)]
struct ToldSlide {
    id: String,
    title: String,
}

impl Framework {
    /// The first frame whose runtime tells its slides. One that fails tells nothing.
    pub async fn find(runtime: &Runtime) -> Option<Self> {
        for frame in content::frames(runtime) {
            let arguments = [Value::Null];
            let told = frame
                .call_function::<Option<Told>>(World::Main, FRAMEWORKS, &arguments, LIMIT)
                .await;
            let Ok(Some(told)) = told else { continue };
            let at = told.current.and_then(|at| usize::try_from(at).ok());
            let slides = told.slides.into_iter().enumerate();
            let slides = slides.map(|(index, slide)| Slide {
                index,
                id: slide.id,
                title: slide.title,
                selector: None,
                visible: Some(index) == at,
            });
            return Some(Self {
                map: SlideMap::new(&told.method, slides.collect(), None),
                can_go: told.go,
                frame,
            });
        }
        None
    }

    /// Goes to a slide by the runtime's own function.
    pub async fn go(&self, index: usize) -> Result<(), BrowserError> {
        let arguments = [json!(index)];
        self.frame
            .call_function::<Value>(World::Main, FRAMEWORKS, &arguments, LIMIT)
            .await
            .map(drop)
    }
}
