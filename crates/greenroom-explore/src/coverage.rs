//! How much of the course was seen: activities, slides, files, elements of the data model.

use std::collections::{BTreeMap, BTreeSet};

use greenroom_stage::course::runtime::Runtime;
use greenroom_stage::page::slides;
use greenroom_store::Session;
use schemars::JsonSchema;
use scorm_session::{ActivityKind, ApiFunction, Origin};
use serde::{Deserialize, Serialize};

use crate::state::View;

/// What was reached, and what never was.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Coverage {
    pub activities: Share,
    /// As far as the course tells its slides; else the pages that were told apart
    pub slides: Share,
    pub files: Share,
    /// Elements of the data model that the content set; `n` stands for any number
    pub elements: Vec<String>,
}

/// A part of a whole.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Share {
    pub seen: usize,
    pub of: usize,
    /// What was never reached, and why where that is known
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<String>,
}

/// Collects while the course is played.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Collected {
    activities: BTreeSet<String>,
    /// By activity: the slides that the content tells, and those that were seen.
    slides: BTreeMap<String, (BTreeMap<String, String>, BTreeSet<String>)>,
    pages: BTreeSet<u64>,
    files: BTreeSet<String>,
    elements: BTreeSet<String>,
    /// Why activities could not be chosen, when that was last asked.
    refusals: BTreeMap<String, String>,
    all_activities: BTreeMap<String, String>,
}

impl Collected {
    /// A state was reached.
    pub(crate) async fn arrive(&mut self, runtime: &Runtime, view: &View) {
        if view.activity.is_empty() {
            return;
        }
        self.activities.insert(view.activity.clone());
        if !self.pages.insert(view.page) {
            return;
        }
        let Ok(map) = slides::find(runtime).await else {
            return;
        };
        if map.discovery_method.as_deref() == Some("activities") {
            return;
        }
        let (all, seen) = self.slides.entry(view.activity.clone()).or_default();
        for slide in &map.slides {
            all.insert(slide.id.clone(), slide.title.clone());
        }
        let at = usize::try_from(map.current_slide_index).ok();
        seen.extend(
            at.and_then(|at| map.slides.get(at))
                .map(|one| one.id.clone()),
        );
    }

    /// An attempt is over.
    pub(crate) fn conclude(&mut self, runtime: &Runtime) {
        for request in runtime.content_requests() {
            let is_there = request.status_code.is_none_or(|status| status < 400);
            if is_there
                && !request.blocked
                && let Some(path) = package_path(&request.url)
            {
                self.files.insert(path);
            }
        }
        let (calls, overview) = runtime
            .live
            .read(|replica| (replica.calls.clone(), replica.engine.overview()));
        for call in calls {
            if call.function() == ApiFunction::SetValue
                && call.origin == Origin::Content
                && !call.failed()
            {
                self.elements.insert(numberless(call.element()));
            }
        }
        for activity in overview.activities {
            if !matches!(activity.kind, ActivityKind::Sco | ActivityKind::Asset) {
                continue;
            }
            if let Some(why) = activity.refusal {
                self.refusals.insert(activity.identifier.clone(), why);
            }
            self.all_activities
                .insert(activity.identifier, activity.title);
        }
    }

    /// Activities that were never delivered, and why they could not be chosen.
    fn never_delivered(&self) -> Vec<String> {
        let never = self.all_activities.iter().filter_map(|(id, title)| {
            let why = self.refusals.get(id);
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            (!self.activities.contains(id)).then(|| format!("{id} {title:?}{why}"))
        });
        never.collect()
    }

    /// The same in one sentence; nothing if all were delivered.
    pub(crate) fn never_reached(&self) -> Option<String> {
        let never = self.never_delivered();
        let first = never.first()?;
        Some(match never.len() {
            1 => format!("never reached: {first}"),
            count => format!("never reached: {first}, and {} more", count - 1),
        })
    }

    pub(crate) fn finish(self, session: &Session) -> Coverage {
        let never = self.never_delivered();
        let activities = Share {
            seen: self.activities.len(),
            of: self.all_activities.len().max(self.activities.len()),
            never,
        };
        let mut slides = Share::default();
        for (all, seen) in self.slides.values() {
            slides.of += all.len();
            slides.seen += seen.len();
            let unseen = all.iter().filter(|(id, _)| !seen.contains(*id));
            slides.never.extend(unseen.map(|(id, title)| {
                if title.is_empty() {
                    id.clone()
                } else {
                    title.clone()
                }
            }));
        }
        if slides.of == 0 {
            slides.seen = self.pages.len();
            slides.of = self.pages.len();
        }
        let mut files = Share::default();
        for path in package_files(session) {
            files.of += 1;
            if self.files.contains(&path) {
                files.seen += 1;
            } else if !is_of_the_package(&path) {
                files.never.push(path);
            }
        }
        Coverage {
            activities,
            slides,
            files,
            elements: self.elements.into_iter().collect(),
        }
    }
}

/// Files that describe the package are not for the page.
fn is_of_the_package(path: &str) -> bool {
    let extension = path.rsplit('.').next().unwrap_or_default();
    ["xml", "xsd", "dtd"].contains(&extension)
}

/// The path within the package of an address on the stage.
fn package_path(url: &str) -> Option<String> {
    let (_, path) = url.split_once("/content/")?;
    let path = path.split(['?', '#']).next().unwrap_or_default();
    Some(decoded(path))
}

/// `%20` and the like as they are in file names.
fn decoded(path: &str) -> String {
    let bytes = path.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = path.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        if let Some(byte) = code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            plain.push(byte);
            at += 3;
        } else {
            plain.push(bytes[at]);
            at += 1;
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

fn package_files(session: &Session) -> Vec<String> {
    let Some(package) = session.package() else {
        return Vec::new();
    };
    let root = package.root().to_owned();
    let mut files = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else {
            continue;
        };
        for entry in entries.flatten() {
            let path = entry.path();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() => folders.push(path),
                Ok(kind) if kind.is_file() => {
                    if let Ok(inner) = path.strip_prefix(&root) {
                        files.push(inner.to_string_lossy().replace('\\', "/"));
                    }
                }
                _ => {}
            }
        }
    }
    files.sort();
    files
}

/// `cmi.interactions.3.id` is `cmi.interactions.n.id`.
fn numberless(element: &str) -> String {
    let parts = element.split('.').map(|part| {
        if part.parse::<usize>().is_ok() {
            "n"
        } else {
            part
        }
    });
    parts.collect::<Vec<_>>().join(".")
}

#[cfg(test)]
mod tests {
    use super::{decoded, numberless};

    #[test]
    fn elements_lose_their_numbers_and_paths_their_escapes() {
        assert_eq!(
            numberless("cmi.interactions.12.id"),
            "cmi.interactions.n.id"
        );
        assert_eq!(decoded("a%20b/%C3%A4.html"), "a b/ä.html");
        assert_eq!(decoded("50%"), "50%");
    }
}
