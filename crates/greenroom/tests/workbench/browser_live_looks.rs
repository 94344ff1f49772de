//! Looks and accessibility of the Play view at every size, in both schemes and languages.

use crate::browser_courses::shows;
use crate::person::Person;
use crate::playing::{Playing, bundled};

/// The views, and what they show.
const VIEWS: [(&str, &str); 7] = [
    ("data", "data"),
    ("why", "why"),
    ("compare", "compare"),
    ("tree", "tree-view"),
    ("problems", "problems"),
    ("findings", "findings"),
    ("timeline", "timeline"),
];
const SIZES: [(u32, u32); 3] = [(1440, 900), (1024, 768), (390, 844)];

/// Findings that would keep people out. The course in its frame is somebody else's page.
pub(crate) fn serious(person: &Person) -> Vec<String> {
    person.run(
        "async () => (await axe.run(document, {iframes: false})).violations
            .filter((one) => ['serious', 'critical'].includes(one.impact))
            .map((one) => `${one.id}: ${one.nodes.map((node) => node.html).join(' | ')}`)",
        &[],
    )
}

/// Nothing of the page has to be scrolled to.
pub(crate) fn fits(person: &Person) -> bool {
    person.run(
        "() => document.documentElement.scrollWidth <= innerWidth
            && document.documentElement.scrollHeight <= innerHeight",
        &[],
    )
}

#[test]
fn axe_finds_nothing_serious_at_any_size_in_light_and_dark() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[greenroom_assets::AXE]);
    person.until(&shows(".row", "location one-plant"));
    for (width, height) in SIZES {
        for scheme in ["light", "dark"] {
            person.looks_like(width, height, scheme);
            if width < 600 {
                person.clicks(".bottombar button:nth-child(3)");
            }
            for (view, shown) in VIEWS {
                person.clicks(&format!("#tab-{view}"));
                person.until(&format!("document.querySelector('.inspector .{shown}')"));
                let place = format!("{width}-{scheme}-{view}");
                assert_eq!(serious(&person), Vec::<String>::new(), "{place}");
                assert!(fits(&person), "{place} scrolls");
            }
            person.clicks(".scrub-begin button");
            person.sees(".back-then");
            assert_eq!(
                serious(&person),
                Vec::<String>::new(),
                "{width}-{scheme}-past"
            );
            person.clicks(".moment .linkish");
            person.sees_no(".back-then");
        }
    }
    // On a phone one pane at a time.
    for (place, pane) in [(1, "pane-course"), (2, "pane-outline")] {
        person.clicks(&format!(".bottombar button:nth-child({place})"));
        person.until(&format!("document.querySelector('.{pane}').offsetParent"));
        assert_eq!(serious(&person), Vec::<String>::new(), "{pane}");
        assert!(fits(&person), "{pane} scrolls");
    }
}

/// The place of everything that opens a pane and can be seen.
const OPENERS: &str = "() => [...document.querySelectorAll('button[popovertarget]:enabled')]
    .flatMap((one, place) => one.checkVisibility() ? [place] : [])";

/// What is open lies within the window.
const INSIDE: &str =
    "() => { const box = document.querySelector(':popover-open').getBoundingClientRect();
    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight }";

#[test]
fn axe_finds_nothing_serious_in_open_panes_and_beside_the_record_of_an_lms() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[greenroom_assets::AXE]);
    person.looks_like(1440, 900, "light");
    person.clicks(".lms-pick:enabled");
    person.clicks(".lms-option input[value=ilias]");
    person.clicks(".play-as .primary");
    person.until(&shows(".lms-pick", "ILIAS"));
    person.sees(".why-button");
    person.until(&shows(".row", "location one-plant"));
    for (width, height) in SIZES {
        for scheme in ["light", "dark"] {
            person.looks_like(width, height, scheme);
            let panes = if width < 600 { 1..=3 } else { 0..=0 };
            let mut opened = 0;
            for pane in panes {
                if pane > 0 {
                    person.clicks(&format!(".bottombar button:nth-child({pane})"));
                }
                for opener in person.run::<Vec<usize>>(OPENERS, &[]) {
                    person.run::<()>(
                        "(place) => document.querySelectorAll('button[popovertarget]:enabled')[place].click()",
                        &[opener.into()],
                    );
                    let name = person.until("document.querySelector(':popover-open')?.ariaLabel");
                    let place = format!("{width}-{scheme}: {name}");
                    assert!(person.run::<bool>(INSIDE, &[]), "{place} leaves the window");
                    assert_eq!(serious(&person), Vec::<String>::new(), "{place}");
                    person.press(&["Escape"]);
                    person.sees_no(":popover-open");
                    opened += 1;
                }
            }
            assert!(opened >= 4, "{width}-{scheme}: {opened} panes");
            person.clicks("#tab-lms");
            person.sees(".lms h2");
            assert_eq!(
                serious(&person),
                Vec::<String>::new(),
                "{width}-{scheme}-lms"
            );
            assert!(fits(&person), "{width}-{scheme}-lms scrolls");
        }
    }
}

#[test]
fn the_inspector_speaks_the_language_of_the_page() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    person.until(&shows(".row", "location one-plant"));
    person.clicks("nav a[href='#/settings']");
    person.fills(
        "select:has(option[value=de])",
        &greenroom_browser::FillValue::Text("de".to_owned()),
    );
    person.until("document.documentElement.lang === 'de'");
    person.clicks("nav a[href='#/home']");
    person.clicks(".tile .primary");
    person.until(&shows(".tabs button", "Zeitleiste"));
    person.until(&shows(".scrubber", "Von hier weiter"));
    let left: Vec<String> = person.run(
        r"() => document.body.innerText.match(/\b(e|kind|tab|why|detail|stage|vital|scrub|play)\.[a-z_.]+\b/g) ?? []",
        &[],
    );
    assert_eq!(left, Vec::<String>::new(), "keys without words");
}

#[test]
fn the_engine_is_loaded_once_and_kept_by_the_browser() {
    let playing = Playing::start(&bundled("tea-tasting"));
    let person = Person::visiting(playing.address(), &[]);
    let loads = "performance.getEntriesByType('resource')
        .filter((one) => new URL(one.name).pathname.endsWith('.wasm'))";
    person.until(&format!("{loads}.length === 1"));
    person.clicks("nav a[href='#/home']");
    person.clicks(".tile .primary");
    person.sees(".play-head");
    person.until(&format!("{loads}.length === 1"));
    // A page that is loaded again asks nobody for it.
    person.reload();
    person.until(&format!(
        "{loads}.length === 1 && {loads}[0].transferSize === 0"
    ));
}

#[test]
fn the_page_stays_small() {
    let size = |name: &str| {
        let mut pages = greenroom_assets::PAGES.iter();
        let (_, bytes) = pages.find(|(path, _)| *path == name).unwrap();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        std::io::Write::write_all(&mut packed, bytes).unwrap();
        packed.finish().unwrap().len()
    };
    let sizes = size("workbench/workbench.js") + size("workbench/workbench.css");
    assert!(sizes <= 250_000, "{sizes}");
}
