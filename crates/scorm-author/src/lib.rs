//! New courses from templates: an [`Order`] becomes the files of a package that plays at once.
//!
//! Everything that learners read comes from an outline, the caller's or the sample of the template.
//! It is text, whatever it contains: it reaches pages, scripts and the manifest through `escape.rs`
//! only. The same order gives the same bytes.
#![warn(missing_docs, clippy::disallowed_methods)]

mod answer_key;
mod escape;
mod fill;
mod identifier;
mod language;
mod manifest;
mod order;
mod outline;
mod page;
mod part;
mod question_html;
mod reading;
mod rehearsal;
mod sample;
mod shared_files;
mod words;

pub use order::{Course, CourseFile, Fault, Order, Refusal, Template, Version};

use language::Language;
use part::Part;
use words::Words;

/// The name of the manifest in every package.
pub const MANIFEST: &str = "imsmanifest.xml";
/// The most characters that a title may have: as many as every LMS keeps.
pub const LONGEST_TITLE: usize = 200;

/// Makes the files of a course.
pub fn create(order: &Order) -> Result<Course, Refusal> {
    if order.template == Template::Course && order.version == Version::Scorm12 {
        return Err(Refusal::NoSequencing);
    }
    let mut faults = Vec::new();
    let title = reading::title(&order.title, &mut faults);
    let language = Language::parse(order.language.as_deref(), &mut faults);
    let words = Words::of(&language);
    let outline = match &order.outline {
        Some(given) => reading::outline(given, order.template, &words, &mut faults),
        None => sample::outline(order.template, &words),
    };
    if !faults.is_empty() {
        return Err(Refusal::Faults(faults));
    }
    let identifier = identifier::of(&title, order.template.name(), order.version.name());
    let parts = Part::all(order.template, &title, &outline, &words);
    let mut files = vec![CourseFile::text(
        MANIFEST,
        manifest::write(
            order.version,
            &manifest::Naming {
                identifier: &identifier,
                title: &title,
                language: &language,
                description: &outline.described(&title, &words),
            },
            &parts,
        ),
    )];
    for part in &parts {
        let page = page::write(part, &title, &language, &words);
        files.push(CourseFile::text(&part.file, page));
    }
    files.extend(shared_files::all(order.version, &words));
    Ok(Course {
        files,
        rehearsals: rehearsal::all(order.version, &identifier, &parts),
        identifier,
    })
}
