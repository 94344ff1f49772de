//! SEC013: The package holds a version of a library with known security holes.

use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};
use scorm_package::xml::Span;

declare_rule! {
    /// The package holds a version of a library with known security holes.
    ///
    /// ## Why
    /// The holes are public, and so is how to use them. Newer versions close them.
    ///
    /// ## Example
    /// ```package
    /// //- jquery.js
    /// /*! jQuery v1.11.3 | (c) 2005, 2015 jQuery Foundation, Inc. | jquery.org/license */
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- jquery.js
    /// /*! jQuery v3.7.1 | (c) OpenJS Foundation and other contributors | jquery.org/license */
    /// ```
    pub static RULE = {
        code: "SEC013",
        name: "outdated-library",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Replace the library by its current version.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for file in scripts.files.keys() {
        let Some(text) = cx.text(file) else {
            continue;
        };
        for library in LIBRARIES {
            let found = library
                .marks
                .iter()
                .find_map(|mark| version_after(&text, mark));
            if let Some((version, span)) = found
                && version < library.mended
            {
                let (name, hole) = (library.name, library.hole);
                let (major, minor, patch) = version;
                let message = format!("{name} {major}.{minor}.{patch} has a known hole: {hole}");
                out.at(Place::span(file.as_ref(), span), message).vendor();
                break;
            }
        }
    }
}

struct Library {
    name: &'static str,
    /// What stands before the version in its file.
    marks: &'static [&'static str],
    /// The first version without the hole.
    mended: (u32, u32, u32),
    hole: &'static str,
}

static LIBRARIES: &[Library] = &[
    Library {
        name: "jQuery",
        marks: &["jQuery JavaScript Library v", "! jQuery v"],
        mended: (3, 5, 0),
        hole: "CVE-2020-11022, scripts in markup",
    },
    Library {
        name: "jQuery UI",
        marks: &["! jQuery UI - v", "jQuery UI "],
        mended: (1, 13, 2),
        hole: "CVE-2022-31160, scripts in labels",
    },
    Library {
        name: "Bootstrap",
        marks: &["Bootstrap v"],
        mended: (3, 4, 1),
        hole: "CVE-2019-8331, scripts in tooltips",
    },
    Library {
        name: "AngularJS",
        marks: &["AngularJS v"],
        mended: (1, 8, 0),
        hole: "CVE-2020-7676, scripts in options",
    },
    Library {
        name: "Moment",
        marks: &["//! version : "],
        mended: (2, 29, 4),
        hole: "CVE-2022-31129, endless parsing",
    },
    Library {
        name: "Handlebars",
        marks: &["handlebars v"],
        mended: (4, 7, 7),
        hole: "CVE-2021-23369, code in templates",
    },
    Library {
        name: "Underscore",
        marks: &["Underscore.js "],
        mended: (1, 12, 1),
        hole: "CVE-2021-23358, code in templates",
    },
];

/// The version behind the first mark in the file.
fn version_after(text: &str, mark: &str) -> Option<((u32, u32, u32), Span)> {
    let start = text.find(mark)?;
    let rest = &text[start + mark.len()..];
    let end = rest
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(rest.len());
    let mut numbers = rest[..end].split('.').map(str::parse::<u32>);
    let major = numbers.next()?.ok()?;
    let minor = numbers.next()?.ok()?;
    let patch = numbers.next().and_then(Result::ok).unwrap_or(0);
    let span = Span {
        start: start as u32,
        end: (start + mark.len() + end) as u32,
    };
    Some(((major, minor, patch), span))
}
