//! Every view of the shell at every size, in both schemes and languages: nothing serious for axe,
//! nothing that scrolls sideways, no words that are cut off.

use crate::agent::Agent;
use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::{Playing, bundled};
use greenroom_browser::FillValue;

const SIZES: [(u32, u32); 4] = [(1440, 900), (1024, 768), (800, 900), (390, 844)];
const VIEWS: [&str; 6] = [
    "home",
    "questions",
    "pages",
    "history",
    "inspector",
    "settings",
];

/// What is wrong with what is shown.
fn faults(person: &Person) -> Vec<String> {
    let mut faults: Vec<String> = person.run(
        "async () => (await axe.run(document, {iframes: false})).violations
                .filter((one) => ['serious', 'critical'].includes(one.impact))
                .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)",
        &[],
    );
    faults.extend(misfits(person));
    faults
}

/// What does not fit.
fn misfits(person: &Person) -> Vec<String> {
    person.run(
        "() => {
            const faults = [];
            if (document.documentElement.scrollWidth > innerWidth) {
                const wide = [...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
                faults.push(`it scrolls sideways: ${wide.map((one) => one.outerHTML.slice(0, 80)).slice(0, 3)}`);
            }
            const words = [...document.querySelectorAll('button, h1, h2, h3, .status, .finding-tag, nav a')];
            const cut = words.filter((one) => one.offsetParent && !one.matches('.visually-hidden')
                && getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1);
            for (const one of cut) faults.push(`it is cut off: ${one.textContent}`);
            return faults }",
        &[],
    )
}

fn every_view(person: &Person, schemes: &[&str], faults: impl Fn(&Person) -> Vec<String>) {
    for (width, height) in SIZES {
        for scheme in schemes {
            person.looks_like(width, height, scheme);
            for view in VIEWS {
                person.clicks(&format!("nav a[href='#/{view}']"));
                person.sees(&format!(".view-{view} h1"));
                let place = format!("{view} at {width} in {scheme}");
                assert_eq!(faults(person), Vec::<String>::new(), "{place}");
            }
        }
    }
}

#[test]
fn every_view_is_good_at_every_size_in_both_schemes() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[greenroom_assets::AXE]);
    person.clicks("nav a[href='#/home']");
    person.until(&shows(".finding-tag.is-good", "no findings"));
    every_view(&person, &["light", "dark"], faults);
    person.fills("[name=language]", &FillValue::Text("de".into()));
    person.until("document.documentElement.lang === 'de'");
    // Longer words; who reads with other eyes has the same elements.
    every_view(&person, &["light"], misfits);
}

#[test]
fn an_empty_home_is_good_at_every_size_in_both_schemes() {
    let agent = Agent::start();
    let person = Person::prepared(&agent, &[greenroom_assets::AXE]);
    person.clicks("nav a[href='#/home']");
    person.sees(".steps");
    for (width, height) in SIZES {
        for scheme in ["light", "dark"] {
            person.looks_like(width, height, scheme);
            assert_eq!(faults(&person), Vec::<String>::new(), "{width} {scheme}");
        }
    }
}
