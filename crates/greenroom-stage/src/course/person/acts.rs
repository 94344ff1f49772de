//! What a person did in the page of their own browser, in the session's stream: as acts of tools are,
//! with `by: person`.
//!
//! The page shares its origin with the course, so nothing here is believed: all of it is bounded, and
//! becomes text.

use greenroom_web::stage::{
    ActTarget, ClickTold, Entered, PersonAct, SaidLevel, UnwrittenWhy, Way,
};
use scorm_session::rehearsal::format::{ClickCount, DropPlace, Element, PageAct};
use serde_json::{Value, json};

use super::super::replica::Told;

/// Nobody does more in one visit to a course; what a script makes up has an end.
const MOST: usize = 20_000;
/// Faults of the page that are told, and messages of its console.
const MOST_FAULTS: usize = 200;
const MOST_MESSAGES: usize = 1000;
/// The page tells at 1, 10, 100 and so on how much it left out.
const MOST_COUNTS: usize = 20;
const LONGEST_NAME: usize = 200;
const LONGEST_SELECTOR: usize = 1000;
const LONGEST_TEXT: usize = 10_000;
const LONGEST_SAID: usize = 2000;
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
    messages: usize,
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
        let is_message = matches!(act, PersonAct::Says { .. } | PersonAct::LeavesOut { .. });
        self.faults += usize::from(is_fault);
        self.messages += usize::from(is_message);
        self.told += usize::from(!is_message);
        if self.told > MOST
            || (is_fault && self.faults > MOST_FAULTS)
            // The page counts what it leaves out beyond them.
            || (is_message && self.messages > MOST_MESSAGES + MOST_COUNTS)
        {
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
        PersonAct::Fails {
            url,
            message,
            source,
            ..
        } => {
            let texts = [url, message, source];
            texts.into_iter().flatten().all(|text| is_bounded(text))
        }
        PersonAct::Says { text, source, .. } => [Some(text), source.as_ref()]
            .into_iter()
            .flatten()
            .all(|text| is_bounded(text)),
        PersonAct::Begins
        | PersonAct::PlaysOut
        | PersonAct::LeavesOut { .. }
        | PersonAct::Sizes { .. }
        | PersonAct::Unwritten { .. } => true,
    }
}

/// What the course says may be any text: no rehearsal asks for it.
fn is_bounded(text: &str) -> bool {
    text.chars().nth(LONGEST_SAID).is_none()
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
        PersonAct::Fails { url: Some(url), .. } => {
            // What else a browser of tools says of it is left open.
            let payload = json!({
                "level": "error", "category": "network", "text": "not loaded", "pattern": "*",
                "source": url, "via": "page",
            });
            ("console:message", payload)
        }
        PersonAct::Fails {
            message,
            source,
            line,
            ..
        } => {
            let text = message.unwrap_or_default();
            let words = text.strip_prefix("Uncaught ").unwrap_or(&text);
            let payload = json!({
                "level": "error", "category": "javascript", "text": text, "pattern": part(words),
                "source": source, "line": line, "via": "page",
            });
            ("console:message", payload)
        }
        PersonAct::Says {
            level,
            text,
            source,
            line,
        } => {
            let is_quiet = matches!(level, SaidLevel::Info | SaidLevel::Debug);
            let kind = if is_quiet {
                "console:log"
            } else {
                "console:message"
            };
            let payload = json!({
                "level": level, "category": "runtime", "text": text,
                "pattern": part(text.lines().next().unwrap_or_default()),
                "source": source, "line": line, "via": "page",
            });
            (kind, payload)
        }
        PersonAct::LeavesOut { messages } => ("console:left_out", json!({"count": messages})),
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

/// What a browser of tools tells says these words among others. What would be filled in when a rehearsal is
/// played is left open; nothing stands for everything.
fn part(words: &str) -> Option<String> {
    let words = words.split("${").next().unwrap_or_default().trim();
    (!words.is_empty()).then(|| format!("*{words}*"))
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
    fn faults_and_words_of_the_course_are_told_with_their_place() {
        let place = json!({"source": "js/a.js", "line": 3});
        let with_place = |mut act: Value| {
            act["source"] = place["source"].clone();
            act["line"] = place["line"].clone();
            told(&act).unwrap()
        };
        let fails = json!({"what": "fails", "message": "Uncaught TypeError: x"});
        let (kind, payload) = with_place(fails);
        assert_eq!(kind, "console:message");
        assert_eq!(payload["text"], "Uncaught TypeError: x");
        assert_eq!(payload["pattern"], "*TypeError: x*");
        assert_eq!(
            (&payload["source"], &payload["line"]),
            (&place["source"], &place["line"])
        );
        for (level, wanted) in [
            ("error", "console:message"),
            ("warning", "console:message"),
            ("info", "console:log"),
            ("debug", "console:log"),
        ] {
            let says = json!({"what": "says", "level": level, "text": "first\nsecond"});
            let (kind, payload) = with_place(says);
            assert_eq!((kind, &payload["level"]), (wanted, &json!(level)));
            assert_eq!(payload["pattern"], "*first*");
            assert_eq!(payload["line"], 3);
        }
        let silent =
            told(&json!({"what": "says", "level": "error", "text": "${env:HOME}"})).unwrap();
        assert_eq!(
            silent.1["pattern"],
            Value::Null,
            "it would allow every error"
        );
        let left_out = told(&json!({"what": "leaves_out", "messages": 10})).unwrap();
        assert_eq!(left_out, ("console:left_out", json!({"count": 10})));
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
        let says = json!({"what": "says", "level": "info", "text": "again"});
        let said = (0..2 * MOST_MESSAGES).filter_map(|_| acts.told(&says).unwrap());
        assert_eq!(said.count(), MOST_MESSAGES + MOST_COUNTS);
        let click = json!({"what": "clicks", "on": next(), "how": "single"});
        let clicks = (0..2 * MOST).filter_map(|_| acts.told(&click).unwrap());
        assert!(clicks.count() < MOST);
    }
}
