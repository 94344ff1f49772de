//! ADL navigation (`adlnav_v1p3`).

use scorm_package::xml::Vocabulary::Adlnav;

use super::model::{Any, Content, Element, any_number, optional};
use super::simple::Simple;

const fn navigation(name: &'static str, content: Content) -> Element {
    Element {
        vocabulary: Adlnav,
        name,
        attributes: &[],
        any_attribute: Any::No,
        content,
    }
}

static HIDE_LMS_UI: Element = navigation(
    "hideLMSUI",
    Content::Text(Simple::Token(&[
        "previous",
        "continue",
        "exit",
        "exitAll",
        "abandon",
        "abandonAll",
        "suspendAll",
    ])),
);
static NAVIGATION_INTERFACE: Element = navigation(
    "navigationInterface",
    Content::Sequence(&[any_number(&HIDE_LMS_UI)], Any::No),
);
static PRESENTATION: Element = navigation(
    "presentation",
    Content::Sequence(&[optional(&NAVIGATION_INTERFACE)], Any::No),
);

pub(super) static DECLARED: &[&Element] = &[&PRESENTATION, &NAVIGATION_INTERFACE, &HIDE_LMS_UI];
