//! Which acts a page offers: its own controls and menus, folds, media, forms, and the LMS's controls.

use std::collections::BTreeMap;

use greenroom_stage::page::elements::Found;
use greenroom_stage::page::scene::Scene;
use scorm_session::{LearnerRequest, Navigation};
use serde_json::{Map, Value};

use crate::act::{Act, Barred, Deed, Purpose};
use crate::question::Question;
use crate::standing::Tracked;

/// Things that merely react are tried up to this number on one page.
const MOST_HOTSPOTS: usize = 24;
/// Entries of a menu that are tried on one page.
const MOST_ENTRIES: usize = 60;

/// Something that the page offers to do. Answers are made later, when it is known which to give.
#[derive(Clone, Debug)]
pub(crate) struct Offered {
    pub(crate) act: Act,
}

impl Offered {
    pub(crate) fn key(&self) -> u64 {
        self.act.key()
    }
}

/// All acts but answers, and what is there but cannot be used.
pub(crate) fn of(
    found: &[Found],
    scene: &Scene,
    questions: &[Question],
    navigation: &Navigation,
    leaves: &BTreeMap<String, Tracked>,
) -> (Vec<Offered>, Vec<Barred>) {
    let mut offers = Offers {
        scene,
        questions,
        seen: Vec::new(),
        acts: Vec::new(),
        barred: Vec::new(),
        hotspots: 0,
        entries: 0,
    };
    if !scene.media.is_empty() {
        offers.acts.push(Act {
            purpose: Purpose::Media,
            words: format!("let {} media play to the end", scene.media.len()),
            deeds: vec![Deed::PlayOut],
            answers: Vec::new(),
        });
    }
    for selector in &scene.sheets {
        offers.click(Purpose::Dismiss, "", selector);
    }
    for selector in &scene.folds {
        let label = label_of(found, selector);
        offers.click(Purpose::Reveal, &label, selector);
    }
    for Found { list, entry } in found {
        offers.element(list, entry);
    }
    if let Some(fill) = fill_act(found, questions) {
        offers.acts.push(fill);
    }
    offers.lms(navigation, leaves);
    let acts = offers.acts.into_iter().map(|act| Offered { act });
    (acts.collect(), offers.barred)
}

struct Offers<'a> {
    scene: &'a Scene,
    questions: &'a [Question],
    /// Selectors that are taken already.
    seen: Vec<String>,
    acts: Vec<Act>,
    barred: Vec<Barred>,
    hotspots: usize,
    entries: usize,
}

impl Offers<'_> {
    fn click(&mut self, purpose: Purpose, label: &str, selector: &str) {
        if self.seen.iter().any(|seen| seen == selector) {
            return;
        }
        self.seen.push(selector.to_owned());
        let counted = match purpose {
            Purpose::Hotspot => Some((&mut self.hotspots, MOST_HOTSPOTS)),
            Purpose::Menu => Some((&mut self.entries, MOST_ENTRIES)),
            _ => None,
        };
        if let Some((count, most)) = counted {
            *count += 1;
            if *count > most {
                return;
            }
        }
        self.acts.push(Act::click(purpose, label, selector));
    }

    fn element(&mut self, list: &str, entry: &Map<String, Value>) {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
        let (selector, label) = (text("selector"), text("label"));
        let is = |selectors: &[String]| selectors.iter().any(|one| one == selector);
        if selector.is_empty() || is(&self.scene.outside) || self.belongs_to_question(selector) {
            return;
        }
        let Some(purpose) = self.purpose(list, entry, selector) else {
            return;
        };
        if entry["disabled"] == true {
            self.bar(purpose, label, selector);
            return;
        }
        if purpose == Purpose::Menu && is(&self.scene.current) {
            return;
        }
        self.click(purpose, label, selector);
    }

    /// What a control is for; none if it is not an act by itself.
    fn purpose(&self, list: &str, entry: &Map<String, Value>, selector: &str) -> Option<Purpose> {
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default();
        let in_dialog = self.scene.in_dialog.iter().any(|one| one == selector);
        let starts = self.scene.starts.iter().any(|one| one == selector);
        let named = match (list, text("role"), text("purpose")) {
            ("navigation", "next", _) | (_, _, "navigation_next") => Purpose::Forward,
            ("navigation", "previous", _) | (_, _, "navigation_previous") => Purpose::Back,
            ("navigation", "menu", _) | (_, _, "menu") => Purpose::Reveal,
            ("navigation", "exit", _) | (_, _, "close") if in_dialog => Purpose::Dismiss,
            ("navigation", "exit", _) | (_, _, "close") => Purpose::Exit,
            _ if starts => Purpose::Forward,
            ("buttons", _, "submit") => Purpose::Submit,
            ("buttons", _, "reset") => Purpose::Retry,
            ("buttons", _, "play") => Purpose::Reveal,
            ("navigation", ..) | ("interactive_elements", "a" | "link" | "area", _) => {
                Purpose::Menu
            }
            ("interactive_elements", "audio" | "video", _) => return None,
            ("buttons" | "interactive_elements", ..) => Purpose::Hotspot,
            _ => return None,
        };
        let leads_on = matches!(named, Purpose::Forward | Purpose::Submit | Purpose::Hotspot);
        if in_dialog && leads_on {
            return Some(Purpose::Dismiss);
        }
        Some(named)
    }

    fn belongs_to_question(&self, selector: &str) -> bool {
        self.questions.iter().any(|question| {
            let mut options = question.options.iter();
            options.any(|option| option.selector == selector)
                || question.submit.as_deref() == Some(selector)
        })
    }

    fn bar(&mut self, purpose: Purpose, label: &str, selector: &str) {
        let is_known = self.barred.iter().any(|one| one.selector == selector);
        if !is_known {
            self.barred.push(Barred {
                purpose,
                label: label.to_owned(),
                selector: selector.to_owned(),
                why: "it is disabled".to_owned(),
            });
        }
    }

    /// The LMS's own controls and menu.
    fn lms(&mut self, navigation: &Navigation, leaves: &BTreeMap<String, Tracked>) {
        let mut push = |purpose, words: String, request| {
            self.acts.push(Act {
                purpose,
                words,
                deeds: vec![Deed::Navigate(request)],
                answers: Vec::new(),
            });
        };
        if navigation.is_available("continue") {
            let words = "Continue of the LMS".to_owned();
            push(Purpose::Continue, words, LearnerRequest::Continue);
        }
        let menu = navigation.menu.iter().flatten();
        // A cluster delivers one of its activities, which can be chosen itself.
        for entry in menu.filter(|entry| leaves.contains_key(&entry.identifier)) {
            if entry.visible && entry.selectable && !entry.current {
                let target = entry.identifier.clone();
                let words = format!("choose {target:?} from the LMS's menu");
                push(Purpose::Choice, words, LearnerRequest::Choice { target });
            } else if let Some(why) = &entry.why {
                self.barred.push(Barred {
                    purpose: Purpose::Choice,
                    label: entry.title.clone(),
                    selector: entry.identifier.clone(),
                    why: why.clone(),
                });
            }
        }
    }
}

/// Fills the fields that belong to no question, and hands the form in.
fn fill_act(found: &[Found], questions: &[Question]) -> Option<Act> {
    let asked = |selector: &str| {
        questions.iter().any(|question| {
            let mut options = question.options.iter();
            options.any(|option| option.selector == selector)
        })
    };
    let mut deeds = Vec::new();
    let mut hand_in = None;
    for Found { list, entry } in found {
        let inputs: Vec<&Map<String, Value>> = match list.as_str() {
            "inputs" => vec![entry],
            "forms" => {
                hand_in = hand_in.or(entry["submit_button"].as_str());
                let inputs = entry["inputs"].as_array();
                let inputs = inputs.into_iter().flatten();
                inputs.filter_map(Value::as_object).collect()
            }
            _ => continue,
        };
        for input in inputs {
            let Some(selector) = input["selector"].as_str() else {
                continue;
            };
            let usable = input["visible"] == true && input["disabled"] == false;
            if usable
                && !asked(selector)
                && let Some(deed) = filled(input, selector)
            {
                deeds.push(deed);
            }
        }
    }
    if deeds.is_empty() {
        return None;
    }
    let submits = |one: &&Found| one.list == "buttons" && one.entry["purpose"] == "submit";
    let button = || {
        let button = found.iter().find(submits)?;
        button.entry["selector"].as_str()
    };
    deeds.extend(
        hand_in
            .or_else(button)
            .map(|one| Deed::Click(one.to_owned())),
    );
    Some(Act {
        purpose: Purpose::Submit,
        words: "fill the fields".to_owned(),
        deeds,
        answers: Vec::new(),
    })
}

/// Fields that are not questions: single check boxes, sliders, dates.
fn filled(input: &Map<String, Value>, selector: &str) -> Option<Deed> {
    let text = match input["type"].as_str().unwrap_or_default() {
        "checkbox" => return Some(Deed::Check(selector.to_owned(), true)),
        "radio" => return Some(Deed::Click(selector.to_owned())),
        "range" | "slider" | "spinbutton" => "1",
        "date" => "2026-01-05",
        _ => return None,
    };
    Some(Deed::Fill(selector.to_owned(), text.to_owned()))
}

fn label_of(found: &[Found], selector: &str) -> String {
    let own = |one: &&Found| one.entry.get("selector").and_then(Value::as_str) == Some(selector);
    let label = found
        .iter()
        .find(own)
        .and_then(|one| one.entry.get("label"));
    label.and_then(Value::as_str).unwrap_or_default().to_owned()
}
