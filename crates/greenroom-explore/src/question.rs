//! Questions on a page, and the answers that can be given to them.

use greenroom_stage::page::elements::Found;
use greenroom_stage::page::scene::Scene;
use serde_json::{Map, Value};

use crate::candidate::Candidate;
use crate::fields::{inputs, list_of, some_text, submit_of};

/// One question as the page shows it.
#[derive(Clone, Debug)]
pub(crate) struct Question {
    /// The same question has the same key in every attempt.
    pub(crate) key: u64,
    pub(crate) text: String,
    /// Names and ids by which records may call it.
    pub(crate) names: Vec<String>,
    pub(crate) kind: String,
    pub(crate) options: Vec<Choice>,
    pub(crate) submit: Option<String>,
    /// Its id for the automation API.
    pub(crate) interaction: Option<String>,
    /// The answer that the page itself tells.
    pub(crate) exposed: Option<Candidate>,
    pub(crate) zones: Vec<(String, Option<String>)>,
}

/// One thing to choose, to fill or to drag.
#[derive(Clone, Debug)]
pub(crate) struct Choice {
    pub(crate) selector: String,
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) key: Option<String>,
    /// Options of a list.
    pub(crate) list: Vec<String>,
}

impl Question {
    /// The questions among the elements of a page.
    pub(crate) fn find(found: &[Found], scene: &Scene, activity: &str) -> Vec<Self> {
        let mut questions: Vec<Self> = Vec::new();
        for Found { list, entry } in found {
            if list == "assessments" && entry["disabled"] != true {
                let question = Self::of(entry, found, scene, activity);
                let taken = |one: &Self| {
                    let same = |choice: &Choice| {
                        let mut others = question.options.iter();
                        others.any(|other| other.selector == choice.selector)
                    };
                    one.options.iter().any(same)
                };
                if !question.options.is_empty() && !questions.iter().any(taken) {
                    questions.push(question);
                }
            }
        }
        let asked = |selector: &str| {
            let mut options = questions.iter().flat_map(|one| &one.options);
            options.any(|option| option.selector == selector)
        };
        let fields: Vec<Self> = inputs(found)
            .into_iter()
            .filter(|input| !asked(input["selector"].as_str().unwrap_or_default()))
            .filter_map(|input| Self::field(&input, found, scene, activity))
            .collect();
        questions.extend(fields);
        questions
    }

    /// A field that stands alone, with the words beside it.
    fn field(
        input: &Map<String, Value>,
        found: &[Found],
        scene: &Scene,
        activity: &str,
    ) -> Option<Self> {
        let selector = input["selector"].as_str()?.to_owned();
        let list = list_of(found, &selector);
        let kind = input["type"].as_str().unwrap_or_default();
        let takes = matches!(
            kind,
            "text"
                | "textarea"
                | "number"
                | "search"
                | "tel"
                | "email"
                | "url"
                | "contenteditable"
                | "textbox"
        );
        let usable = input["visible"] == true && input["disabled"] == false;
        if !usable || (!takes && list.is_empty()) {
            return None;
        }
        let beside = scene.asked.iter().find(|(one, _)| *one == selector);
        let label = input["label"].as_str().unwrap_or_default();
        let text = beside.map_or(label, |(_, text)| text.as_str()).to_owned();
        let name = [&input["id"], &input["name"]].map(|one| one.as_str().unwrap_or_default());
        let solution = scene.solutions.iter().find(|(one, _)| *one == selector);
        Some(Self {
            key: crate::state::hash(&(activity, &text, name)),
            names: name.map(ToOwned::to_owned).to_vec(),
            kind: "fill_in".to_owned(),
            submit: submit_of(found, &selector),
            interaction: None,
            exposed: solution.map(|(_, text)| Candidate::Text(text.clone())),
            options: vec![Choice {
                selector,
                label: text.clone(),
                value: some_text(kind).to_owned(),
                key: None,
                list,
            }],
            text,
            zones: Vec::new(),
        })
    }

    fn of(entry: &Map<String, Value>, found: &[Found], scene: &Scene, activity: &str) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let kind = text(&entry["type"]);
        let keys = |selector: &str| {
            let drag = scene.drags.iter().find(|(one, _)| one == selector);
            drag.and_then(|(_, key)| key.clone())
        };
        let answers = entry["answers"].as_array().cloned().unwrap_or_default();
        let options: Vec<Choice> = answers
            .iter()
            .map(|answer| {
                let selector = text(&answer["selector"]);
                Choice {
                    label: text(&answer["label"]),
                    value: text(&answer["value"]),
                    key: keys(&selector),
                    list: list_of(found, &selector),
                    selector,
                }
            })
            .collect();
        let labels: Vec<&str> = options.iter().map(|one| one.label.as_str()).collect();
        let question = text(&entry["question_text"]);
        let told: Vec<usize> = (0..options.len())
            .filter(|at| scene.right.contains(&options[*at].selector))
            .collect();
        let solution = scene.solutions.iter().find(|(selector, _)| {
            let mut own = options.iter();
            own.any(|one| one.selector == *selector)
        });
        let exposed = match solution {
            Some((_, text)) if kind == "fill_in" => Some(Candidate::Text(text.clone())),
            _ => {
                (!told.is_empty() && told.len() < options.len()).then_some(Candidate::Chosen(told))
            }
        };
        let names = answers.iter().map(|answer| text(&answer["name"]));
        let ids = [text(&entry["question_id"]), text(&entry["selector"])];
        let mut question = Self {
            key: crate::state::hash(&(activity, &question, labels)),
            names: names.chain(ids).filter(|name| !name.is_empty()).collect(),
            text: question,
            kind,
            submit: entry["submit_selector"].as_str().map(ToOwned::to_owned),
            interaction: entry
                .get("interaction_id")
                .and_then(Value::as_str)
                .map(ToOwned::to_owned),
            exposed,
            options,
            zones: scene.zones.clone(),
        };
        if question.kind == "drag_drop" {
            question.exposed = question.fitting();
        }
        question
    }

    /// Whether a record of this id is about this question.
    pub(crate) fn is_named(&self, id: &str) -> bool {
        let fold = |text: &str| {
            let kept = text.chars().filter(|c| c.is_alphanumeric());
            kept.collect::<String>().to_lowercase()
        };
        let id = fold(id);
        let fits = |name: &String| {
            let name = fold(name);
            name.len() > 2 && id.len() > 2 && (name.contains(&id) || id.ends_with(&name))
        };
        self.names.iter().any(fits)
    }

    /// The answer that a recorded pattern tells.
    pub(crate) fn told(&self, pattern: &str, all: &[Candidate]) -> Option<Candidate> {
        let known = all.iter().rev().find(|each| self.means(each, pattern));
        let first = pattern.split("[,]").next().unwrap_or_default();
        // A range tells its ends, and a text may tell its language and how it is compared.
        let first = first.split("[:]").find(|part| !part.is_empty());
        let text = first.map(|text| text.rsplit('}').next().unwrap_or(text).trim());
        let field = self.kind == "fill_in" && self.options.iter().all(|one| one.list.is_empty());
        let typed = || {
            Some(Candidate::Text(
                text.filter(|text| !text.is_empty())?.to_owned(),
            ))
        };
        known.cloned().or_else(|| typed().filter(|_| field))
    }

    /// Whether a recorded pattern is this answer and nothing more, so that it must be judged right.
    pub(crate) fn is_pattern(&self, candidate: &Candidate, pattern: &str) -> bool {
        match candidate {
            // What is ordered or put together is not told by the names of its parts.
            Candidate::Chosen(_) => {
                !matches!(self.kind.as_str(), "matching" | "drag_drop" | "fill_in")
                    && self.means(candidate, pattern)
            }
            Candidate::Text(text) => {
                let told = self.told(pattern, &[]);
                !pattern.contains("[,]") && told.as_ref() == Some(candidate) && !text.is_empty()
            }
        }
    }

    /// Whether a recorded text stands for an answer: by value, label, letter or number.
    pub(crate) fn means(&self, candidate: &Candidate, recorded: &str) -> bool {
        let parts: Vec<&str> = recorded.split("[,]").flat_map(|p| p.split(',')).collect();
        match candidate {
            Candidate::Text(text) => text.eq_ignore_ascii_case(recorded.trim()),
            Candidate::Chosen(chosen) => {
                parts.len() == chosen.len()
                    && chosen.iter().all(|at| {
                        let Some(option) = self.options.get(*at) else {
                            return false;
                        };
                        parts.iter().any(|part| option.is_called(part, *at))
                    })
            }
        }
    }
}

impl Choice {
    fn is_called(&self, recorded: &str, at: usize) -> bool {
        let fold = |text: &str| {
            let kept = text.chars().filter(|c| c.is_alphanumeric());
            kept.collect::<String>().to_lowercase()
        };
        let recorded = fold(recorded);
        let letter = char::from(b'a' + (at % 26) as u8).to_string();
        !recorded.is_empty()
            && (recorded == fold(&self.value)
                || recorded == fold(&self.label)
                || recorded == letter)
    }
}
