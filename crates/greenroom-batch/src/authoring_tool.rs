//! With which program a course was made, by the files that the program always writes.
//!
//! Where a course has files of several, the first fact that holds decides: players that others build
//! upon stand behind those.

use scorm_package::Package;

/// Files by which a program is known.
struct Fact {
    tool: &'static str,
    /// All of them are there: whole paths below any folder, with `/` at the end for a folder, and `*` at the beginning for any ending.
    files: &'static [&'static str],
}

const fn fact(tool: &'static str, files: &'static [&'static str]) -> Fact {
    Fact { tool, files }
}

const FACTS: &[Fact] = &[
    fact("Articulate Rise", &["scormcontent/", "scormdriver/"]),
    fact("Articulate Storyline", &["story_content/"]),
    fact("Articulate Storyline", &["html5/data/js/", "html5/lib/"]),
    fact("Articulate Storyline", &["story.html"]),
    fact("Articulate Presenter", &["presentation_content/"]),
    fact("Articulate Quizmaker", &["quiz_content/"]),
    fact("Articulate Engage", &["engage_content/"]),
    fact("Adobe Captivate", &["CPM.js"]),
    fact("Adobe Captivate", &["CPLibraryAll.css"]),
    fact("Adobe Captivate", &["captivate.css"]),
    fact("Adobe Captivate", &["CPXHRLoader.js"]),
    fact("iSpring", &["data/player.js", "data/browsersupport.js"]),
    fact("iSpring", &["ispring/"]),
    fact("Lectora", &["trivantis.js"]),
    fact("Lectora", &["trivantis-cookie.js"]),
    fact("Adapt", &["adapt/js/"]),
    fact("Adapt", &["adapt/js/adapt.min.js"]),
    fact("eXeLearning", &["exe_jquery.js"]),
    fact("eXeLearning", &["contentv3.xml"]),
    fact("eXeLearning", &["exe_export.js"]),
    fact("eXeLearning", &["*.elpx"]),
    fact("Xerte", &["xenith.js"]),
    fact("H5P", &["h5p.json"]),
    fact("H5P", &["h5p-standalone/"]),
    fact("Camtasia", &["techsmith-smart-player.min.js"]),
    fact("reveal.js", &["reveal.js"]),
];

/// Words in comments of manifests, which some programs sign with.
const SIGNATURES: &[(&str, &str)] = &[
    ("articulate rise", "Articulate Rise"),
    ("articulate storyline", "Articulate Storyline"),
    ("captivate", "Adobe Captivate"),
    ("ispring", "iSpring"),
    ("lectora", "Lectora"),
    ("exelearning", "eXeLearning"),
    ("xerte", "Xerte"),
    ("elucidat", "Elucidat"),
    ("dominknow", "dominKnow"),
    ("easygenerator", "Easygenerator"),
    ("reload editor", "Reload Editor"),
    ("moodle", "Moodle"),
    ("course builder", "Course Builder"),
];

/// A manifest may hold any number of comments; programs sign at its beginning.
const MOST_COMMENTS: usize = 20;

/// The program that a course was made with, as far as its files tell.
pub fn authoring_tool(package: &Package) -> Option<&'static str> {
    by_files(package).or_else(|| by_comments(package))
}

fn by_files(package: &Package) -> Option<&'static str> {
    // One pass over the files, whatever the number of facts.
    let mut met: Vec<Vec<bool>> = FACTS
        .iter()
        .map(|fact| vec![false; fact.files.len()])
        .collect();
    for entry in package.files.iter() {
        for (fact, met) in FACTS.iter().zip(&mut met) {
            for (file, met) in fact.files.iter().zip(met) {
                *met = *met || is_met(file, &entry.path);
            }
        }
    }
    let whole = met.iter().position(|met| met.iter().all(|met| *met))?;
    Some(FACTS[whole].tool)
}

fn is_met(wanted: &str, path: &str) -> bool {
    if let Some(ending) = wanted.strip_prefix('*') {
        return path.ends_with(ending);
    }
    if wanted.ends_with('/') {
        return path.starts_with(wanted)
            || path
                .match_indices(wanted)
                .any(|(at, _)| path[..at].ends_with('/'));
    }
    let before = path.strip_suffix(wanted);
    before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// Titles may name a program that the course is about; comments are written by programs.
fn by_comments(package: &Package) -> Option<&'static str> {
    let document = package.manifest_file.document.as_ref()?;
    let comments = document.comments().iter().take(MOST_COMMENTS);
    let said: Vec<String> = comments
        .map(|span| span.of(document.text()).to_lowercase())
        .collect();
    let signed = |(word, _): &&(&str, &str)| said.iter().any(|comment| comment.contains(word));
    SIGNATURES.iter().find(signed).map(|(_, tool)| *tool)
}

#[cfg(test)]
mod tests {
    use super::*;
    use scorm_package::Limits;
    use scorm_package::files::{Collector, EntryKind};

    fn tool(files: &[&str], manifest: &str) -> Option<&'static str> {
        let mut collector = Collector::new(Limits::default());
        for file in files {
            collector.add(file, 1, EntryKind::File);
        }
        let (files, _) = collector.finish();
        let (package, _) = Package::new(files, Some(manifest.as_bytes()), &Limits::default());
        authoring_tool(&package)
    }

    #[test]
    fn programs_are_known_by_their_files() {
        for (files, want) in [
            (
                &["story_content/user.js", "index_lms.html"][..],
                Some("Articulate Storyline"),
            ),
            (
                &["in/a/folder/story_content/user.js"],
                Some("Articulate Storyline"),
            ),
            (&["my_story_content/user.js"], None),
            (
                &["scormcontent/index.html", "scormdriver/x.js"],
                Some("Articulate Rise"),
            ),
            (&["scormcontent/index.html"], None),
            (&["assets/js/CPM.js"], Some("Adobe Captivate")),
            (&["a/notCPM.js"], None),
            (
                &["res/data/player.js", "res/data/browsersupport.js"],
                Some("iSpring"),
            ),
            (&["trivantis.js"], Some("Lectora")),
            (&["index.html"], None),
        ] {
            assert_eq!(tool(files, "<manifest/>"), want, "{files:?}");
        }
    }

    #[test]
    fn a_comment_signs_and_a_title_does_not() {
        let titled = "<manifest><organizations><organization><title>Learn Lectora</title></organization></organizations></manifest>";
        assert_eq!(tool(&[], titled), None);
        let signed = "<!-- made by Lectora 17 --><manifest/>";
        assert_eq!(tool(&[], signed), Some("Lectora"));
    }
}
