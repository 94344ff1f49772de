//! What a person did in the page of their own browser, in the session's stream: as acts of tools are,
//! with `by: person`.
//!
//! The page shares its origin with the course, so nothing here is believed: all of it is bounded, and
//! becomes text.

use greenroom_web::stage::{ActTarget, ClickTold, Entered, PersonAct, UnwrittenWhy, Way};
use scorm_session::rehearsal::format::{ClickCount, DropPlace, Element, PageAct};
use serde_json::{Value, json};

use super::super::replica::Told;

/// Nobody does more in one visit to a course; what a script makes up has an end.
const MOST: usize = 20_000;
/// Faults of the page that are told.
const MOST_FAULTS: usize = 200;
const LONGEST_NAME: usize = 200;
const LONGEST_SELECTOR: usize = 1000;
const LONGEST_TEXT: usize = 10_000;
const LONGEST_KEY: usize = 40;
const MOST_HEADINGS: usize = 20;
const MOST_OPTIONS: usize = 200;
/// What stands for a secret in a rehearsal: whoever plays it gives the value.
const SECRET: &str = "${secret:COURSE_PASSWORD}";
/// Sizes that windows of rehearsals have.
const WIDTHS: (f64, f64) = (320.0, 7680.0);
const HEIGHTS: (f64, f64) = (240.0, 4320.0);

/// How much a page has told.
#[derive(Debug, Default)]
pub(in crate::course) struct ActsTold {
    told: usize,
    faults: usize,
    acts: usize,
}

impl ActsTold {
    /// What the person did so far.
    pub(super) fn acts(&self) -> usize {
        self.acts
    }

    /// The event of an act; none for one too many, an error for what the page never tells.
    pub(in crate::course) fn told(&mut self, act: &Value) -> Result<Option<Told>, &'static str> {
        let act = <PersonAct as serde::Deserialize>::deserialize(act);
        let act = act.map_err(|_| "an act that cannot be read")?;
        let is_fault = matches!(act, PersonAct::Fails { .. });
        self.faults += usize::from(is_fault);
        self.told += 1;
        if self.told > MOST || (is_fault && self.faults > MOST_FAULTS) {
            return Ok(None);
        }
        if !is_usable(&act) {
            return Err("an act that no person does");
        }
        let told = event(act);
        let is_done = told.0.starts_with("dom:") || told.0.starts_with("keyboard:");
        self.acts += usize::from(is_done);
        Ok(Some(told))
    }
}

fn is_usable(act: &PersonAct) -> bool {
    // Whoever plays a rehearsal has such texts filled in from the environment: no course may ask for it.
    let asks = |text: &str| text.contains("${env:") || text.contains("${secret:");
    let short = |text: &str, most: usize| text.chars().nth(most).is_none() && !asks(text);
    let target = |on: &ActTarget| {
        short(&on.role, LONGEST_NAME)
            && short(&on.name, LONGEST_NAME)
            && short(&on.selector, LONGEST_SELECTOR)
    };
    let all = |texts: &[String], most: usize| {
        texts.len() <= most && texts.iter().all(|text| short(text, LONGEST_NAME))
    };
    match act {
        PersonAct::Clicks { on, .. } => target(on),
        PersonAct::Enters { on, value } => {
            target(on)
                && match value {
                    Entered::Text { text } => short(text, LONGEST_TEXT),
                    Entered::Options { options } => all(options, MOST_OPTIONS),
                    Entered::Secret => true,
                }
        }
        PersonAct::Presses { on, key } => {
            on.as_ref().is_none_or(target) && !key.is_empty() && short(key, LONGEST_KEY)
        }
        PersonAct::Drags { on, onto, by } => {
            let near = |way: f64| way.abs() <= WIDTHS.1;
            target(on)
                && onto.as_ref().is_none_or(target)
                && by.is_none_or(|Way { x, y }| near(x) && near(y))
                && (onto.is_some() || by.is_some())
        }
        PersonAct::Sees { headings } => all(headings, MOST_HEADINGS),
        PersonAct::Fails { url, message } => {
            let bounded = |text: &Option<String>| {
                text.as_ref()
                    .is_none_or(|text| short(text, LONGEST_SELECTOR))
            };
            bounded(url) && bounded(message)
        }
        PersonAct::Begins
        | PersonAct::PlaysOut
        | PersonAct::Sizes { .. }
        | PersonAct::Unwritten { .. } => true,
    }
}

fn event(act: PersonAct) -> Told {
    match act {
        PersonAct::Begins => ("page:acting", json!({"by": "person"})),
        PersonAct::Clicks { on, how } => {
            let click = match how {
                ClickTold::Single => ClickCount::Single,
                ClickTold::Second => ClickCount::Double,
                ClickTold::Right => ClickCount::Right,
            };
            told_on("dom:click", &on, |on| PageAct::Click { on, click })
        }
        PersonAct::Enters { on, value } => {
            let value = match value {
                Entered::Text { text } => json!(text),
                Entered::Options { options } => json!(options),
                Entered::Secret => json!(SECRET),
            };
            told_on("dom:fill", &on, |on| PageAct::Fill { on, value })
        }
        PersonAct::Presses { on, key } => {
            let on = on.map(|on| {
                // What gets the focus is not counted.
                let name = if on.nth == 0 { on.name } else { String::new() };
                element(&ActTarget { name, ..on })
            });
            let on = on.unwrap_or_default();
            let typed = PageAct::Type {
                text: String::new(),
                selector: on.selector,
                role: on.role,
                name: on.name,
                press: vec![key],
            };
            done("keyboard:type", &typed)
        }
        PersonAct::Drags { on, onto, by } => {
            let to = DropPlace {
                on: onto.as_ref().map(element).unwrap_or_default(),
                by_x: by.map(|by| by.x.round()),
                by_y: by.map(|by| by.y.round()),
            };
            told_on("dom:drag", &on, |on| PageAct::Drag { on, to })
        }
        PersonAct::PlaysOut => done("page:act", &PageAct::PlayOut),
        PersonAct::Sizes { width, height } => {
            let (width, height) = (pixels(width, WIDTHS), pixels(height, HEIGHTS));
            let payload = json!({"width": width, "height": height});
            ("page:sized", payload)
        }
        PersonAct::Sees { headings } => ("page:seen", json!({"headings": headings})),
        PersonAct::Fails { url, message } => ("console:message", fault(url, message)),
        PersonAct::Unwritten { why } => {
            let (kind, why) = match why {
                UnwrittenWhy::PlaceInPicture => (
                    "dom:click",
                    "a click on a canvas: where on it is known by no element",
                ),
                UnwrittenWhy::Files => (
                    "dom:fill",
                    "a choice of files: browsers do not tell pages where they lie",
                ),
            };
            let payload =
                json!({"by": "person", "via": "page", "outcome": "done", "unwritten": why});
            (kind, payload)
        }
    }
}

fn done(kind: &'static str, act: &PageAct) -> Told {
    let payload = json!({"by": "person", "via": "page", "outcome": "done", "act": act});
    (kind, payload)
}

/// An act on an element, with the selector for the case that its name does not last.
fn told_on(kind: &'static str, on: &ActTarget, act: impl FnOnce(Element) -> PageAct) -> Told {
    let (kind, mut payload) = done(kind, &act(element(on)));
    payload["selector"] = on.selector.as_str().into();
    (kind, payload)
}

/// By role and name if it has both, else by its selector.
fn element(on: &ActTarget) -> Element {
    if on.name.is_empty() || on.role.is_empty() {
        return Element::by_selector(&on.selector);
    }
    Element {
        nth: on.nth,
        ..Element::by_role(&on.role, &on.name)
    }
}

fn pixels(size: f64, (least, most): (f64, f64)) -> u32 {
    // Between bounds that every u32 holds.
    size.round().clamp(least, most) as u32
}

/// A fault of the page, as a browser of tools tells it. What else it says there is left open.
fn fault(url: Option<String>, message: Option<String>) -> Value {
    match (url, message) {
        (Some(url), _) => {
            json!({"level": "error", "category": "network", "text": "*", "source": url, "via": "page"})
        }
        (None, message) => {
            let message = message.unwrap_or_default();
            let words = message.strip_prefix("Uncaught ").unwrap_or(&message);
            json!({"level": "error", "category": "javascript", "text": format!("*{words}*"), "via": "page"})
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(act: &Value) -> Option<Told> {
        ActsTold::default().told(act).ok().flatten()
    }

    fn next() -> Value {
        json!({"role": "button", "name": "Next", "nth": 1, "selector": "#next"})
    }

    #[test]
    fn acts_become_those_of_rehearsals() {
        for (act, kind, wanted) in [
            (
                json!({"what": "clicks", "on": next(), "how": "single"}),
                "dom:click",
                json!({"action": "click", "role": "button", "name": "Next", "nth": 1}),
            ),
            (
                json!({"what": "enters", "on": {"role": "textbox", "name": "", "nth": 0, "selector": "#a >>> #b"},
                    "value": {"kind": "text", "text": "Ada"}}),
                "dom:fill",
                json!({"action": "fill", "selector": "#a >>> #b", "value": "Ada"}),
            ),
            (
                json!({"what": "presses", "key": "Enter", "on": next()}),
                "keyboard:type",
                json!({"action": "type", "text": "", "selector": "#next", "press": ["Enter"]}),
            ),
            (
                json!({"what": "drags", "on": next(), "by": {"x": 10.4, "y": -3.0}}),
                "dom:drag",
                json!({"action": "drag", "role": "button", "name": "Next", "nth": 1,
                    "to": {"by_x": 10.0, "by_y": -3.0}}),
            ),
        ] {
            let (told, payload) = told(&act).unwrap();
            assert_eq!(told, kind);
            assert_eq!(payload["act"], wanted);
            assert_eq!(payload["by"], "person");
        }
    }

    #[test]
    fn sizes_are_those_of_windows() {
        let sized = told(&json!({"what": "sizes", "width": 1.0, "height": 900.4})).unwrap();
        assert_eq!(sized, ("page:sized", json!({"width": 320, "height": 900})));
    }

    #[test]
    fn secrets_stay_in_the_page() {
        let act = json!({"what": "enters", "on": next(), "value": {"kind": "secret"}});
        let (_, payload) = told(&act).unwrap();
        assert_eq!(payload["act"]["value"], SECRET);
    }

    #[test]
    fn what_no_page_tells_is_refused_and_nothing_grows_without_end() {
        let mut acts = ActsTold::default();
        let long = "x".repeat(LONGEST_SELECTOR + 1);
        for act in [
            json!(null),
            json!({"what": "runs"}),
            json!({"what": "drags", "on": next()}),
            json!({"what": "presses", "key": long}),
            json!({"what": "enters", "on": next(), "value": {"kind": "text", "text": "${env:HOME}"}}),
            json!({"what": "clicks", "how": "single",
                "on": {"role": "", "name": "", "nth": 0, "selector": long}}),
        ] {
            assert!(acts.told(&act).is_err(), "{act}");
        }
        let fails = json!({"what": "fails", "message": "TypeError"});
        let faults = (0..2 * MOST_FAULTS).filter_map(|_| acts.told(&fails).unwrap());
        assert_eq!(faults.count(), MOST_FAULTS);
        let click = json!({"what": "clicks", "on": next(), "how": "single"});
        let clicks = (0..2 * MOST).filter_map(|_| acts.told(&click).unwrap());
        assert!(clicks.count() < MOST);
    }
}
