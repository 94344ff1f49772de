//! What conformant courses break on: cause, the LMSs that it concerns, and what each of them does.
//!
//! The rules of this family ask [`told`] and nothing else, so that the table can be derived from
//! behavioural profiles of LMSs once those know as much.

use std::fmt::Write as _;

use scorm_package::ScormVersion;

use crate::{LintCx, Settings};

/// An LMS as messages name it, the profiles that are this LMS, and where what is said is from.
#[derive(Debug)]
pub(crate) struct Lms {
    title: &'static str,
    profiles: &'static [&'static str],
    source: &'static str,
}

const fn lms(title: &'static str, profiles: &'static [&'static str], source: &'static str) -> Lms {
    Lms {
        title,
        profiles,
        source,
    }
}

const MOODLE: &Lms = &lms(
    "Moodle",
    &["moodle", "moodle_strict"],
    "Moodle 5.3dev (dd5063e5), mod/scorm, measured on its client code 2026-11-16",
);
const MOODLE_STRICT: &Lms = &lms(
    "Moodle with `scormstandard` on",
    &["moodle_strict"],
    "Moodle 5.3dev (dd5063e5), datamodels/scorm_12.php, measured 2026-11-16",
);
const ILIAS: &Lms = &lms(
    "ILIAS",
    &["ilias", "ilias_nocheck"],
    "ILIAS 7.30, Modules/ScormAicc and Scorm2004, measured on its client code 2026-11-16",
);
/// With its check of values, which a module may switch off for SCORM 1.2.
const ILIAS_CHECKING: &Lms = &lms(
    "ILIAS",
    &["ilias"],
    "ILIAS 7.30, Modules/ScormAicc, measured on its client code 2026-11-16",
);
const OPEN_EDX: &Lms = &lms(
    "Open edX",
    &["openedx", "open_edx"],
    "openedx-scorm-xblock (ccef54c6), measured on its client code 2026-11-16",
);
const CHAMILO: &Lms = &lms(
    "Chamilo",
    &["chamilo"],
    "Chamilo (322d8f9d), scormRuntimeApi.js measured and ScormRuntimeManager.php read 2026-11-16",
);
const CHAMILO_CLASSIC: &Lms = &lms(
    "Chamilo's classic player",
    &["chamilo_classic"],
    "Chamilo (322d8f9d), main/lp/scorm_api.php, measured 2026-11-16",
);
const OPEN_OLAT: &Lms = &lms(
    "OpenOLAT",
    &["openolat"],
    "OpenOLAT (6b11c30e), its copy of scorm-again, measured 2026-11-16",
);
const SAKAI: &Lms = &lms(
    "Sakai",
    &["sakai"],
    "Sakai (2badb22d), scormplayer, read 2026-11-16",
);
const FRAPPE: &Lms = &lms(
    "Frappe",
    &["frappe"],
    "Frappe LMS (91bc5478), SCORMChapter.vue, measured 2026-11-16",
);
const LEARN_HOUSE: &Lms = &lms(
    "LearnHouse",
    &["learnhouse"],
    "LearnHouse (6fcca071), ScormRuntimeAPI.ts, measured 2026-11-16",
);
const SCORM_AGAIN: &Lms = &lms(
    "LMSs with scorm-again",
    &["scorm_again"],
    "scorm-again 3.4.3 with its defaults, measured 2026-11-16",
);
const BRIGHTSPACE: &Lms = &lms(
    "D2L Brightspace's legacy player",
    &["brightspace", "d2l"],
    "D2L Brightspace, article 4271, Publish legacy SCORM objects",
);
const DOCEBO: &Lms = &lms(
    "Docebo",
    &["docebo"],
    "Docebo help, article 360020128479, Uploading and managing SCORM as training material",
);
const SUCCESS_FACTORS: &Lms = &lms("SAP SuccessFactors", &["successfactors"], "SAP KBA 2805176");

/// Why a conformant course fails in some LMSs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    SavedOnPagehide,
    SavedBehindBeforeunload,
    SavedOnBeforeunloadOnly,
    SavedOnLeaving,
    LargeLastSave,
    FailedCommitForgotten,
    StatusReadBack,
    CountMissing,
    ScoreIsNumber,
    CountIsNumber,
    SecondInitialize,
    IncompleteInReview,
    ScoreEndsAttempt,
    SuspendedIsCompleted,
    ScaledAlone,
    RawAlone,
    MaximumNotHundred,
    MaximumMissing,
    CompletedIsNotPassed,
    SuspendDataLimit,
    LineBreakInState,
    LineBreakInText,
    ResponseCharacters,
    NonAsciiResponse,
    EmptyResponse,
    BlankInResponse,
    NonAsciiId,
    NumberForm,
    LongerThanLeast,
    Timestamp,
    OptionalElementUnknown,
    TopOfAnotherSite,
    OpenerEmpty,
    WriteOnlyThrows,
    ErrorBeforeInitialize,
    FileByNameAlone,
    SchemaversionNotExact,
    SchemaversionWithout2004,
    FirstScoOnly,
    NavigationHidden,
    NavigationEnd,
    NavigationChoice,
    ExitWithoutSuspend,
    TimeWithDays,
    TimeWithDecimals,
    CallIsRequest,
}

/// The versions of SCORM in which it happens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum In {
    Both,
    Scorm12,
    Scorm2004,
}

struct Break {
    cause: Cause,
    lms: &'static [&'static Lms],
    versions: In,
    does: &'static str,
}

const fn breaks(
    cause: Cause,
    versions: In,
    lms: &'static [&'static Lms],
    does: &'static str,
) -> Break {
    Break {
        cause,
        lms,
        versions,
        does,
    }
}

use Cause as C;
use In::{Both, Scorm12, Scorm2004};

static BREAKS: &[Break] = &[
    breaks(
        C::SavedOnPagehide,
        Both,
        &[ILIAS],
        "a save on `pagehide` is lost",
    ),
    breaks(
        C::SavedBehindBeforeunload,
        Both,
        &[OPEN_EDX],
        "of values set on leaving the first one arrives",
    ),
    breaks(
        C::SavedBehindBeforeunload,
        Both,
        &[CHAMILO],
        "a late save may be lost",
    ),
    breaks(
        C::SavedBehindBeforeunload,
        Scorm12,
        &[OPEN_OLAT],
        "a late save may be lost",
    ),
    breaks(
        C::SavedOnBeforeunloadOnly,
        Both,
        &[MOODLE],
        "the frame is taken away, and `beforeunload` never comes",
    ),
    breaks(C::SavedOnLeaving, Scorm2004, &[SAKAI], "a late save fails"),
    breaks(
        C::SavedOnLeaving,
        Both,
        &[FRAPPE],
        "state of the last 300 ms is lost",
    ),
    breaks(
        C::LargeLastSave,
        Both,
        &[MOODLE, SCORM_AGAIN, LEARN_HOUSE],
        "a last save above 64 KiB is refused",
    ),
    breaks(
        C::FailedCommitForgotten,
        Scorm12,
        &[MOODLE, ILIAS],
        "the values of a failed save are never sent again",
    ),
    breaks(
        C::StatusReadBack,
        Both,
        &[OPEN_EDX],
        "the answer is always empty",
    ),
    breaks(
        C::StatusReadBack,
        Scorm12,
        &[FRAPPE],
        "the answer is `incomplete` or `passed`, whatever was set",
    ),
    breaks(
        C::StatusReadBack,
        Scorm2004,
        &[FRAPPE],
        "the answer is empty",
    ),
    breaks(
        C::CountMissing,
        Both,
        &[OPEN_EDX, FRAPPE, LEARN_HOUSE],
        "the answer is empty",
    ),
    breaks(C::ScoreIsNumber, Both, &[MOODLE], "the answer is a number"),
    breaks(
        C::CountIsNumber,
        Both,
        &[MOODLE, CHAMILO_CLASSIC],
        "the answer is a number",
    ),
    breaks(
        C::CountIsNumber,
        Scorm12,
        &[OPEN_OLAT],
        "the answer is a number",
    ),
    breaks(
        C::SecondInitialize,
        Both,
        &[MOODLE],
        "all that was not committed is forgotten",
    ),
    breaks(
        C::IncompleteInReview,
        Both,
        &[MOODLE],
        "a finished course is launched for review, and this replaces its status",
    ),
    breaks(
        C::ScoreEndsAttempt,
        Scorm12,
        &[MOODLE],
        "the status becomes `passed` or `failed`, and the next launch is a review",
    ),
    breaks(
        C::SuspendedIsCompleted,
        Scorm12,
        &[CHAMILO],
        "a status that was saved as `incomplete` becomes `completed` on leaving",
    ),
    breaks(C::ScaledAlone, Scorm2004, &[MOODLE], "the grade is 0"),
    breaks(C::RawAlone, Scorm2004, &[SAKAI], "the score is ignored"),
    breaks(
        C::MaximumNotHundred,
        Both,
        &[MOODLE, OPEN_EDX],
        "the raw score is taken for a percentage",
    ),
    breaks(
        C::MaximumMissing,
        Scorm12,
        &[BRIGHTSPACE],
        "no grade is written",
    ),
    breaks(
        C::CompletedIsNotPassed,
        Scorm12,
        &[OPEN_OLAT],
        "`completed` does not pass where a pass is asked for",
    ),
    breaks(
        C::CompletedIsNotPassed,
        Scorm12,
        &[FRAPPE],
        "only `passed` completes",
    ),
    breaks(
        C::SuspendDataLimit,
        Scorm12,
        &[ILIAS_CHECKING, MOODLE_STRICT, DOCEBO],
        "more is refused",
    ),
    breaks(
        C::LineBreakInState,
        Scorm12,
        &[OPEN_OLAT],
        "state with a line break is refused",
    ),
    breaks(
        C::LineBreakInText,
        Scorm2004,
        &[MOODLE, SCORM_AGAIN],
        "text with a line break is refused",
    ),
    breaks(
        C::ResponseCharacters,
        Scorm2004,
        &[MOODLE],
        "only letters, digits, `_` and `.` are taken",
    ),
    breaks(
        C::NonAsciiResponse,
        Scorm2004,
        &[MOODLE, ILIAS],
        "only characters of ASCII are taken",
    ),
    breaks(
        C::EmptyResponse,
        Scorm2004,
        &[MOODLE, SCORM_AGAIN],
        "an empty answer is refused",
    ),
    breaks(
        C::BlankInResponse,
        Scorm2004,
        &[MOODLE, ILIAS],
        "an answer with blanks is refused",
    ),
    breaks(
        C::NonAsciiId,
        Scorm12,
        &[MOODLE, ILIAS_CHECKING, OPEN_OLAT, SCORM_AGAIN],
        "only characters of ASCII are taken",
    ),
    breaks(
        C::NumberForm,
        Scorm2004,
        &[MOODLE],
        "numbers have one to five digits before the point",
    ),
    breaks(
        C::LongerThanLeast,
        Scorm2004,
        &[MOODLE, SCORM_AGAIN],
        "more than the standard promises room for is refused",
    ),
    breaks(
        C::Timestamp,
        Scorm2004,
        &[MOODLE, ILIAS],
        "three decimals of a second are refused",
    ),
    breaks(
        C::OptionalElementUnknown,
        Both,
        &[CHAMILO],
        "reading it gives error 401",
    ),
    breaks(
        C::TopOfAnotherSite,
        Both,
        &[SUCCESS_FACTORS, OPEN_EDX],
        "the top window is of another site, and looking into it throws",
    ),
    breaks(C::OpenerEmpty, Both, &[MOODLE], "`opener` is empty"),
    breaks(C::WriteOnlyThrows, Scorm12, &[OPEN_OLAT], "the call throws"),
    breaks(
        C::ErrorBeforeInitialize,
        Scorm12,
        &[MOODLE],
        "the call throws",
    ),
    breaks(
        C::FileByNameAlone,
        Both,
        &[OPEN_EDX],
        "the first one is served for all",
    ),
    breaks(
        C::SchemaversionNotExact,
        Scorm2004,
        &[MOODLE],
        "the package is taken for SCORM 1.2",
    ),
    breaks(
        C::SchemaversionWithout2004,
        Scorm2004,
        &[CHAMILO],
        "the package is taken for SCORM 1.2",
    ),
    breaks(
        C::FirstScoOnly,
        Both,
        &[OPEN_EDX, FRAPPE],
        "only the first one is launched",
    ),
    breaks(
        C::NavigationHidden,
        Scorm2004,
        &[SAKAI],
        "the table of contents and the buttons are hidden",
    ),
    breaks(
        C::NavigationEnd,
        Scorm2004,
        &[MOODLE, OPEN_EDX, FRAPPE, LEARN_HOUSE],
        "nothing happens",
    ),
    breaks(
        C::NavigationChoice,
        Scorm2004,
        &[MOODLE, CHAMILO, OPEN_EDX, FRAPPE, LEARN_HOUSE],
        "nothing happens",
    ),
    breaks(
        C::ExitWithoutSuspend,
        Scorm2004,
        &[MOODLE],
        "the next launch gets nothing back",
    ),
    breaks(
        C::ExitWithoutSuspend,
        Scorm2004,
        &[ILIAS],
        "the next launch gets the location and no suspend data",
    ),
    breaks(C::TimeWithDays, Scorm2004, &[CHAMILO], "the time counts 0"),
    breaks(
        C::TimeWithDays,
        Scorm2004,
        &[MOODLE],
        "days are not added up",
    ),
    breaks(
        C::TimeWithDecimals,
        Both,
        &[MOODLE],
        "more than two decimals are refused",
    ),
    breaks(
        C::TimeWithDecimals,
        Scorm2004,
        &[SCORM_AGAIN],
        "more than two decimals are refused",
    ),
    breaks(
        C::CallIsRequest,
        Scorm2004,
        &[SAKAI],
        "each call is a request that the page waits for",
    ),
];

/// Which LMSs break on a cause, and how; none if no LMS does that the settings ask for.
///
/// Whoever names LMSs is told about those alone, and with the standard all are named.
pub(crate) fn told(cx: &LintCx<'_>, cause: Cause) -> Option<String> {
    let is_12 = cx.version == ScormVersion::Scorm12;
    let rows = BREAKS.iter().filter(|row| {
        row.cause == cause
            && match row.versions {
                In::Both => true,
                In::Scorm12 => is_12,
                In::Scorm2004 => !is_12,
            }
    });
    let mut told: Vec<(&str, Vec<&str>)> = Vec::new();
    for row in rows {
        let lms = row.lms.iter().filter(|lms| is_asked(cx.settings, lms));
        let titles = lms.map(|lms| lms.title);
        match told.iter_mut().find(|(does, _)| *does == row.does) {
            Some((_, known)) => known.extend(titles),
            None => told.push((row.does, titles.collect())),
        }
    }
    let told: Vec<String> = told
        .into_iter()
        .filter(|(_, titles)| !titles.is_empty())
        .map(|(does, titles)| format!("{}: {does}", titles.join(", ")))
        .collect();
    (!told.is_empty()).then(|| told.join("; "))
}

/// The same in brackets, for a message about a fault that the standard knows too.
pub(crate) fn also(cx: &LintCx<'_>, cause: Cause) -> String {
    told(cx, cause).map_or_else(String::new, |told| format!(" ({told})"))
}

/// Is the course to work in this LMS?
fn is_asked(settings: &Settings, lms: &Lms) -> bool {
    let mut names = settings.lms_profiles.iter().map(String::as_str);
    settings.lms_profiles.is_empty()
        || names.any(|name| is_standard(name) || lms.profiles.contains(&name))
}

/// Is it no LMS, but what the standard says?
pub(crate) fn is_standard(profile: &str) -> bool {
    matches!(profile, "generic" | "standard" | "strict")
}

/// Where what is said about the LMSs is from, for the documentation.
pub(crate) fn sources_md() -> String {
    let mut lms: Vec<&Lms> = Vec::new();
    for row in BREAKS {
        for one in row.lms {
            if !lms.iter().any(|known| known.title == one.title) {
                lms.push(one);
            }
        }
    }
    let mut text =
        "## What rules say about LMSs\n\nRules of the family `LMS` name the LMSs that a \
        course breaks in. What they say is from:\n\n"
            .to_owned();
    for one in lms {
        let _ = writeln!(text, "- {}: {}", one.title, one.source);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{BREAKS, is_asked};
    use crate::Settings;

    #[test]
    fn whoever_names_an_lms_is_told_about_that_one() {
        let of = |names: &[&str]| Settings {
            lms_profiles: names.iter().map(|name| (*name).to_owned()).collect(),
            ..Settings::default()
        };
        assert!(is_asked(&Settings::default(), super::ILIAS));
        assert!(is_asked(&of(&[]), super::ILIAS));
        assert!(is_asked(&of(&["moodle", "ilias"]), super::ILIAS));
        assert!(is_asked(&of(&["moodle", "generic"]), super::ILIAS));
        assert!(!is_asked(&of(&["moodle"]), super::ILIAS));
        assert!(is_asked(&of(&["moodle_strict"]), super::MOODLE));
        assert!(!is_asked(&of(&["moodle"]), super::MOODLE_STRICT));
    }

    #[test]
    fn every_row_names_an_lms_and_says_what_it_does() {
        for row in BREAKS {
            assert!(
                !row.lms.is_empty() && !row.does.ends_with('.'),
                "{:?}",
                row.cause
            );
        }
    }
}
