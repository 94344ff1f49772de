//! Everything by keys: the timeline, moments, search, the list of keys.

use serde_json::json;

use crate::played::Played;
use crate::reader::Reader;

#[test]
fn keys_walk_search_and_tell_themselves() {
    let mut played = Played::to_the_quiz();
    let (file, events) = played.export();
    let reader = Reader::of(&file, &[]);
    let chosen = || -> String {
        reader.run(
            "() => document.querySelector('.row[aria-selected=true]')?.textContent ?? ''",
            &[],
        )
    };
    reader.press(&["Home"]);
    reader.until("document.querySelector('.moment b').textContent.startsWith('moment 1 ')");
    let first = chosen();
    reader.press(&["ArrowDown"]);
    assert_ne!(chosen(), first);
    reader.press(&["ArrowUp"]);
    assert_eq!(chosen(), first);
    reader.press(&["]", "]"]);
    reader.until("document.querySelector('.moment b').textContent.startsWith('moment 3 ')");
    reader.press(&["["]);
    reader.until("document.querySelector('.moment b').textContent.startsWith('moment 2 ')");
    reader.press(&["n"]);
    reader.until("document.querySelector('.row[aria-selected=true].error')");
    assert!(chosen().contains("407"), "{}", chosen());

    // One call and its trouble, by two fields of the search.
    reader.press(&["/"]);
    reader.until("document.activeElement.matches('[data-search]')");
    reader.types("element:score error:407");
    reader.until("document.querySelectorAll('.row').length === 1");
    reader.press(&["Escape"]);
    reader.until("!document.activeElement.matches('[data-search]')");
    let all: String = reader.texts(".count-line").join("");
    assert!(all.starts_with("1 of "), "{all}");

    reader.press(&["?"]);
    reader.until("document.querySelector('#keys').open");
    reader.press(&["Escape"]);
    reader.until("!document.querySelector('#keys').open");
    // A place can be sent along with the file.
    reader.press(&["2", "End"]);
    let place = format!("#at={events}&tab=data");
    reader.until(&format!("location.hash === {}", json!(place)));
}

#[test]
fn what_an_entry_belongs_to_is_one_click_away() {
    let mut played = Played::to_the_quiz();
    let (file, _) = played.export();
    let reader = Reader::of(&file, &[]);
    reader.press(&["/"]);
    reader.until("document.activeElement.matches('[data-search]')");
    reader.types("kind:act");
    reader.until("document.querySelector('.row')");
    reader.clicks(".row");
    let belongs = reader.until("document.querySelector('.belongs')?.textContent");
    let belongs = belongs.as_str().unwrap();
    assert!(belongs.contains("caused by it"), "{belongs}");
    // From the act to a call, and back again.
    reader.clicks(".belongs button");
    reader.until("document.querySelector('.belongs')?.textContent.includes('the act')");
}
