//! Faults that authors make, as rules that change one place of a course.
//!
//! They know how courses talk to an LMS, and nothing of a certain course. A change that leaves the
//! file as it was is none.

use std::ops::Range;
use std::path::{Path, PathBuf};

use super::script::{calls, texts};

/// One fault at one place.
#[derive(Clone, Debug)]
pub(super) struct Mutant {
    pub(super) operator: &'static str,
    pub(super) course: &'static str,
    pub(super) file: PathBuf,
    pub(super) place: Range<usize>,
    pub(super) becomes: String,
}

type Change = (&'static str, Range<usize>, String);

/// All faults that can be put into a course.
pub(super) fn all(courses: &Path, course: &'static str) -> Vec<Mutant> {
    let root = courses.join(course);
    let mut mutants = Vec::new();
    for file in files(&root) {
        let source = std::fs::read_to_string(root.join(&file)).unwrap();
        let extension = file.extension().and_then(|name| name.to_str());
        let changes = match extension {
            Some("js") => in_script(&source),
            Some("html") => in_page(&source),
            Some("xml") => swapped(&source, "item"),
            _ => Vec::new(),
        };
        let real = changes
            .into_iter()
            .filter(|(_, place, becomes)| source[place.clone()] != **becomes);
        mutants.extend(real.map(|(operator, place, becomes)| Mutant {
            operator,
            course,
            file: file.clone(),
            place,
            becomes,
        }));
    }
    mutants
}

/// The files of a course, below its folder, in the order of their names.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(root.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn in_script(source: &str) -> Vec<Change> {
    let mut changes = Vec::new();
    let sets: Vec<_> = calls(source, &["set", "SetValue", "LMSSetValue"])
        .into_iter()
        .filter(|call| call.arguments.len() == 2)
        .collect();
    // The name of the element is the last text of the first argument.
    let named: Vec<(Range<usize>, &_)> = sets
        .iter()
        .filter_map(|call| {
            let name = texts(source, call.arguments[0].clone()).pop()?;
            Some((name, call))
        })
        .collect();
    for (at, (name, call)) in named.iter().enumerate() {
        let element = source[name.clone()].trim_matches('"');
        let value = call.arguments[1].clone();
        changes.push(("dropped value", call.whole.clone(), "void 0".to_owned()));
        let (next, _) = &named[(at + 1) % named.len()];
        changes.push((
            "wrong element",
            name.clone(),
            source[next.clone()].to_owned(),
        ));
        if element.ends_with("status") || element.ends_with("result") {
            for text in texts(source, value.clone()) {
                if let Some(other) = opposite(source[text.clone()].trim_matches('"')) {
                    changes.push(("wrong status", text, format!("\"{other}\"")));
                }
            }
        }
        if element.contains("score.") || element.ends_with("measure") {
            let other = format!("({}) / 2 + 0.1", &source[value.clone()]);
            changes.push(("wrong score", value.clone(), other));
        }
    }
    let dropped = |names: &[&str], operator, instead: &str| {
        let gone = calls(source, names).into_iter();
        gone.map(|call| (operator, call.whole, instead.to_owned()))
            .collect::<Vec<Change>>()
    };
    changes.extend(dropped(&["save"], "dropped Commit", "void 0"));
    changes.extend(dropped(
        &["Commit", "LMSCommit"],
        "dropped Commit",
        "\"true\"",
    ));
    let ends = ["Terminate", "LMSFinish"];
    changes.extend(dropped(&ends, "dropped Terminate", "\"true\""));
    let begins = ["Initialize", "LMSInitialize"];
    changes.extend(dropped(&begins, "dropped Initialize", "\"true\""));
    for (from, to, operator) in [
        ("\"suspend\"", "\"logout\"", "wrong exit"),
        (" === ", " !== ", "wrong condition"),
        (" >= ", " < ", "wrong condition"),
        ("current + 1)", "current + 2)", "wrong page"),
        ("current - 1)", "current - 2)", "wrong page"),
    ] {
        let places = source.match_indices(from);
        changes.extend(places.map(|(at, text)| (operator, at..at + text.len(), to.to_owned())));
    }
    changes
}

fn opposite(status: &str) -> Option<&'static str> {
    Some(match status {
        "completed" => "incomplete",
        "incomplete" => "completed",
        "passed" => "failed",
        "failed" => "passed",
        "correct" => "incorrect",
        "incorrect" | "wrong" => "correct",
        _ => return None,
    })
}

fn in_page(source: &str) -> Vec<Change> {
    let mut changes = swapped(source, "section");
    // The key of a question is another of its answers.
    for (at, attribute) in source.match_indices("data-answer=\"") {
        let begin = at + attribute.len();
        let Some(length) = source[begin..].find('"') else {
            continue;
        };
        let (place, rest) = (begin..begin + length, &source[begin + length..]);
        let rest = &rest[..rest.find("</fieldset>").unwrap_or(rest.len())];
        let values = rest.match_indices(" value=\"").map(|(at, text)| {
            let value = &rest[at + text.len()..];
            &value[..value.find('"').unwrap_or(0)]
        });
        let other = values
            .into_iter()
            .find(|value| **value != source[place.clone()]);
        changes.extend(other.map(|other| ("wrong answer", place, other.to_owned())));
    }
    changes
}

/// Two neighbours change places.
fn swapped(source: &str, tag: &str) -> Vec<Change> {
    let (begin, end) = (format!("<{tag} "), format!("</{tag}>"));
    let parts: Vec<Range<usize>> = source
        .match_indices(&begin)
        .filter_map(|(at, _)| Some(at..at + source[at..].find(&end)? + end.len()))
        .collect();
    let pairs = parts.windows(2).map(|pair| {
        let between = &source[pair[0].end..pair[1].start];
        let (one, other) = (&source[pair[0].clone()], &source[pair[1].clone()]);
        let place = pair[0].start..pair[1].end;
        ("swapped pages", place, format!("{other}{between}{one}"))
    });
    pairs.collect()
}
