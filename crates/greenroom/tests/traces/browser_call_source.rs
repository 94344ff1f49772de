//! The lines that made the calls are in the file.

use crate::played::Played;
use crate::reader::Reader;

#[test]
fn a_trace_shows_the_lines_that_made_the_calls() {
    let mut played = Played::begin();
    played.click("Next");
    let (file, _) = played.export();
    let reader = Reader::of(&file, &[]);
    reader.press(&["/"]);
    reader.until("document.activeElement.matches('[data-search]')");
    reader.types("file:slides.js");
    reader.until("document.querySelector('.row .end')?.textContent.startsWith('slides.js:')");
    reader.clicks(".row");
    let here = reader.until("document.querySelector('.from .here')?.textContent");
    assert!(here.as_str().unwrap().contains("Course."), "{here}");
    // A step out: the script that called that one, or the wrapper that it called.
    reader.clicks(".from figcaption .linkish");
    reader.until(&format!(
        "document.querySelector('.from .here') && document.querySelector('.from .here').textContent !== {here}"
    ));
    reader.is_at_peace();
}
