//! Files of authoring tools and libraries, recognised by the functions that they define.
//!
//! An author cannot mend them, so findings in them are marked and do not count.

use std::collections::HashSet;

use super::facts::{Facts, UnitId, Value};

/// A known file.
#[derive(Debug)]
pub(crate) struct Vendor {
    pub(crate) name: &'static str,
    pub(crate) kind: VendorKind,
    /// Functions, all of which it defines.
    defines: &'static [&'static str],
    /// Texts, all of which it holds.
    holds: &'static [&'static str],
}

/// What a known file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VendorKind {
    /// Speaks with the LMS.
    Driver,
    /// Speaks with the LMS for a player, which calls it by name.
    PlayerDriver,
    /// Shows the content of an authoring tool.
    Player,
    /// Does something general.
    Library,
}

const fn driver(name: &'static str, defines: &'static [&'static str]) -> Vendor {
    Vendor {
        name,
        kind: VendorKind::Driver,
        defines,
        holds: &[],
    }
}

const fn player_driver(name: &'static str, defines: &'static [&'static str]) -> Vendor {
    Vendor {
        name,
        kind: VendorKind::PlayerDriver,
        defines,
        holds: &[],
    }
}

const fn player(
    name: &'static str,
    defines: &'static [&'static str],
    holds: &'static [&'static str],
) -> Vendor {
    Vendor {
        name,
        kind: VendorKind::Player,
        defines,
        holds,
    }
}

const fn library(name: &'static str, holds: &'static [&'static str]) -> Vendor {
    Vendor {
        name,
        kind: VendorKind::Library,
        defines: &[],
        holds,
    }
}

/// The first that fits counts.
static VENDORS: &[Vendor] = &[
    driver(
        "pipwerks SCORM API wrapper",
        &["getHandle", "StringToBoolean", "isAvailable"],
    ),
    driver(
        "pipwerks SCORM API wrapper",
        &["getDiagnosticInfo", "getHandle", "isAvailable"],
    ),
    player_driver(
        "Rustici SCORM Driver",
        &["ConcedeControl", "SetBookmark", "GetDataChunk"],
    ),
    player_driver(
        "Rustici SCORM Driver",
        &["SCORM2004_Initialize", "SCORM2004_Finish"],
    ),
    player_driver(
        "Rustici SCORM Driver",
        &["SCORM_Initialize", "SCORM_Finish"],
    ),
    player_driver("Rustici SCORM Driver", &["AICC_Initialize", "AICC_Finish"]),
    player_driver("Rustici SCORM Driver", &["NONE_Initialize", "NONE_Finish"]),
    player_driver("Rustici SCORM Driver", &["LMSStandardAPI"]),
    player_driver(
        "Rustici SCORM Driver",
        &["ConvertDateToIso8601TimeStamp", "GetQueryStringValue"],
    ),
    player_driver(
        "Articulate LMS connector",
        &["lms_DoFSCommand", "RetrieveStateData"],
    ),
    player_driver(
        "Adobe Captivate SCORM utilities",
        &["Captivate_DoExternalInterface"],
    ),
    player_driver(
        "Adobe Captivate SCORM utilities",
        &["CheckForDebugCommand", "DoCPExit"],
    ),
    driver(
        "ADL API wrapper",
        &[
            "doLMSInitialize",
            "doLMSFinish",
            "doLMSGetValue",
            "getAPIHandle",
        ],
    ),
    driver(
        "ADL API wrapper",
        &["doInitialize", "doTerminate", "doGetValue", "getAPIHandle"],
    ),
    driver(
        "ADL API wrapper",
        &[
            "doInitialize",
            "doTerminate",
            "doGetValue",
            "retrieveDataValue",
        ],
    ),
    driver(
        "eXeLearning SCO functions",
        &["loadPage", "unloadPage", "computeTime", "startTimer"],
    ),
    driver(
        "scorm-again",
        &["CommitObject", "lmsInitialize", "lmsFinish"],
    ),
    player(
        "iSpring LMS connector",
        &[],
        &["ispringPresentationConnector"],
    ),
    player("iSpring player", &[], &["iSpring"]),
    player("Adobe Captivate player", &["CPProjInit"], &[]),
    player(
        "Articulate Storyline player",
        &[],
        &["DS.", "globalProvideData"],
    ),
    player("Articulate Storyline player", &["parseObjref"], &[]),
    player("Articulate Rise player", &[], &["__fetchCourse"]),
    player("Adapt framework", &[], &["core/js/adapt"]),
    player("H5P", &[], &["H5P.EventDispatcher"]),
    player("eXeLearning", &["toggleFeedback"], &["$exe"]),
    player("Lectora", &[], &["trivantis"]),
    library("jQuery", &["jQuery JavaScript Library v"]),
    library("jQuery", &["jQuery v", "jquery"]),
    library("jQuery UI", &["jQuery UI"]),
    library("jQuery Migrate", &["jQuery Migrate"]),
    library("Prototype", &["Prototype JavaScript framework"]),
    library("Bootstrap", &["Bootstrap v", "getbootstrap.com"]),
    library("Lodash", &["lodash", "__lodash_"]),
    library("Underscore", &["Underscore.js", "_.VERSION"]),
    library("Modernizr", &["Modernizr"]),
    library("AngularJS", &["AngularJS v"]),
    library("React", &["react.production.min.js"]),
    library(
        "React",
        &["__SECRET_INTERNALS_DO_NOT_USE_OR_YOU_WILL_BE_FIRED"],
    ),
    library("Vue", &["Vue.js v"]),
    library("Moment", &["moment.js"]),
    library("Handlebars", &["handlebars v"]),
    library("GSAP", &["GreenSock"]),
    library("MathJax", &["MathJax"]),
    library("CreateJS", &["createjs.com"]),
    library("core-js", &["core-js", "zloirock"]),
    library("SystemJS", &["SystemJS"]),
    library("video.js", &["Video.js"]),
    library("MediaElement.js", &["MediaElement"]),
    library("SWFObject", &["SWFObject v"]),
    library("json2", &["json2.js", "quote"]),
];

/// The vendor of a script file.
pub(crate) fn recognise(facts: &Facts, unit: UnitId, text: &str) -> Option<&'static Vendor> {
    let range = facts.unit(unit).flows.clone();
    let flows = &facts.flows[range.start as usize..range.end as usize];
    let defined: HashSet<&str> = flows
        .iter()
        .filter(|(_, value)| matches!(value, Value::Function(_)))
        .filter_map(|(name, _)| facts.names.word(*name))
        .collect();
    let known = VENDORS.iter().find(|vendor| {
        vendor.defines.iter().all(|word| defined.contains(word))
            && vendor.holds.iter().all(|part| text.contains(part))
    });
    known.or_else(|| is_bundle(&facts.unit(unit).file).then_some(&BUNDLE))
}

/// What build tools put the libraries of a course into.
static BUNDLE: Vendor = library("bundled libraries", &[]);

/// Is the file called as build tools and package managers call what others wrote?
fn is_bundle(file: &str) -> bool {
    let mut folders: Vec<&str> = file.split('/').collect();
    let name = folders.pop().unwrap_or_default().to_ascii_lowercase();
    let folder = |folder: &&str| {
        let folder = folder.to_ascii_lowercase();
        matches!(
            folder.as_str(),
            "node_modules" | "bower_components" | "vendor" | "vendors"
        )
    };
    let stem = name.split(['.', '-', '~', '_']).next().unwrap_or_default();
    folders.iter().any(folder)
        || matches!(stem, "vendor" | "vendors")
        || name.starts_with("chunk-vendors")
}
