//! LMSs whose code nobody may read: only what a public document of the vendor says.

use super::words::{ALL, BOTH, api, played, sequencing, words};
use crate::profile::{
    Api, Frame, Import, Placement, Played, Profile, Rules, Score, Sequencing, SequencingExtent,
    Transport, Version, sourced,
};

const DOCEBO: &str =
    "Docebo help, Uploading and managing SCORM as training material (article 360020128479)";
const RUSTICI: &str = "Rustici Engine, package property SuspendDataMaxLength";

pub(super) fn sakai() -> Profile {
    const LAUNCHER: &str = "read: scorm-tool/src/webapp/scripts/scorm-rest-launcher.js";
    Profile {
        versions: Some(sourced(
            played(&[Played::Third], &[Played::Second, Played::Fourth]),
            "Sakai help: only SCORM 2004 3rd edition",
        )),
        suspend_data: [
            None,
            Some(sourced(64_000, "read: SCORM_2004_DM.java:75-80")),
        ],
        api: Some(sourced(
            Api {
                extra_names: words(&["APIAdapter"]),
                ..api(&[Version::Scorm2004])
            },
            "read: scorm-rest-launcher.js:632",
        )),
        frame: Some(sourced(
            Frame {
                min_height: Some(400),
                popup: Some((1020, 740)),
                ..Frame::default()
            },
            "read: PackageListPage.java:117, ScormPlayerPage.html:16",
        )),
        transport: Some(sourced(
            Transport {
                sync_each_call: true,
                ..Transport::default()
            },
            LAUNCHER,
        )),
        rules: [
            None,
            Some(sourced(
                Rules {
                    grade: Score::ScaledElseStatus,
                    ..Rules::default()
                },
                "read: ScormApplicationServiceImpl.java:1193-1253",
            )),
        ],
        sequencing: Some(sourced(
            Sequencing {
                hides_ui: true,
                menu_visible: false,
                buttons_visible: false,
                ..sequencing(
                    SequencingExtent::Full,
                    &[
                        "continue",
                        "previous",
                        "choice",
                        "jump",
                        "exit",
                        "exitAll",
                        "suspendAll",
                    ],
                )
            },
            "read: README, scorm.config.showTOC.default and showNavBar.default false",
        )),
        unplayed: &[
            "Each call is a request that the page waits for. Here calls are answered at once; \
             `greenroom lms` reckons with 0.1 s for each, and tells where that adds up.",
        ],
        ..Profile::unknown("sakai", "Sakai")
    }
}

pub(super) fn scorm_cloud() -> Profile {
    Profile {
        suspend_data: [
            Some(sourced(64_000, RUSTICI)),
            Some(sourced(64_000, RUSTICI)),
        ],
        ..Profile::unknown("scorm_cloud", "SCORM Cloud")
    }
}

pub(super) fn litmos() -> Profile {
    Profile {
        import: Some(sourced(
            Import {
                package_mb: Some(1000.0),
                ..Import::default()
            },
            "Litmos documentation, Creating and editing modules",
        )),
        ..Profile::unknown("litmos", "Litmos")
    }
}

pub(super) fn docebo() -> Profile {
    Profile {
        versions: Some(sourced(
            played(&[Played::Scorm12, Played::Third], &[]),
            DOCEBO,
        )),
        suspend_data: [Some(sourced(4096, DOCEBO)), Some(sourced(64_000, DOCEBO))],
        sequencing: Some(sourced(sequencing(SequencingExtent::None, &[]), DOCEBO)),
        import: Some(sourced(
            Import {
                manifest_at_root: true,
                refused_file_types: words(&[
                    "htaccess", "phps", "php5", "php4", "ph3", "php", "cgi", "sh", "shtml", "asp",
                    "aspx", "jsp", "py", "rb", "pl",
                ]),
                ..Import::default()
            },
            DOCEBO,
        )),
        ..Profile::unknown("docebo", "Docebo")
    }
}

pub(super) fn successfactors() -> Profile {
    Profile {
        api: Some(sourced(
            Api {
                placement: Placement::Both,
                foreign_ancestor: true,
                ..api(BOTH)
            },
            "SAP KBA 2805176",
        )),
        transport: Some(sourced(
            Transport {
                session_minutes: Some(30),
                ..Transport::default()
            },
            "SAP KBA 2978409",
        )),
        ..Profile::unknown("successfactors", "SAP SuccessFactors Learning")
    }
}

pub(super) fn d2l() -> Profile {
    Profile {
        aliases: &["brightspace"],
        rules: [
            Some(sourced(
                Rules {
                    grade: Score::RawWithMaxAtFinish,
                    ..Rules::default()
                },
                "D2L community, article 4271, Publish legacy SCORM objects",
            )),
            None,
        ],
        ..Profile::unknown("d2l", "D2L Brightspace (legacy player)")
    }
}

pub(super) fn cornerstone() -> Profile {
    const HELP: &str = "Cornerstone help, Course Publisher, Create New Publication";
    Profile {
        versions: Some(sourced(
            played(&[Played::Scorm12, Played::Third], &[Played::Second]),
            HELP,
        )),
        import: Some(sourced(
            Import {
                package_mb: Some(250.0),
                ..Import::default()
            },
            HELP,
        )),
        ..Profile::unknown("cornerstone", "Cornerstone OnDemand")
    }
}

pub(super) fn absorb() -> Profile {
    Profile {
        import: Some(sourced(
            Import {
                external_refused: true,
                ..Import::default()
            },
            "Absorb support, Third Party Courses (article 4946744843539)",
        )),
        ..Profile::unknown("absorb", "Absorb")
    }
}

pub(super) fn blackboard() -> Profile {
    Profile {
        versions: Some(sourced(
            played(ALL, &[]),
            "Blackboard help, Add Content Packages; the player is the Rustici SCORM Engine",
        )),
        ..Profile::unknown("blackboard", "Blackboard Learn")
    }
}

pub(super) fn canvas() -> Profile {
    Profile::unknown("canvas", "Canvas")
}
