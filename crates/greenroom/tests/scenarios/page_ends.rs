//! What is saved while a page goes away, per LMS, handler and way of leaving: as measured in those
//! LMSs' own code, in our browser with their profiles.
//!
//! By default the rows of one handler and two ways are played. `GREENROOM_PAGE_ENDS=all` plays all of
//! them (or those of one file, by its name), and says how many agree. Rows of LMSs whose profile says
//! that late saves race with the end of the page have two outcomes: each is played up to
//! `GREENROOM_PAGE_RACES` times (once by default), and agrees when one of them is the measured one.
//! Played often enough, each of these LMSs must show both.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use greenroom_browser::World;
use greenroom_stage::course::launch_options::LaunchOptions;
use greenroom_stage::course::lms::LmsFault;
use greenroom_stage::course::opening::LaunchRequest;
use greenroom_stage::course::runtime::Runtime;
use greenroom_store::SessionOptions;
use greenroom_testkit::test_data;
use greenroom_tools::config::Config;
use greenroom_tools::{App, Toolset};
use serde::Deserialize;
use serde_json::Value;
use tokio_util::sync::CancellationToken;

/// How long a request may be on its way; those that race get no more in the measurements.
const ARRIVAL: Duration = Duration::from_millis(1500);
const LIMIT: Duration = Duration::from_secs(20);
/// Of rows that are not races, so many must agree.
const GOAL: f64 = 0.95;

#[derive(Deserialize)]
struct Measured {
    results: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    lms: String,
    sco_handler: String,
    left_by: String,
    handler_ran: bool,
    saved: bool,
}

impl Row {
    /// Profile and version of what was measured.
    fn profile(&self) -> (String, bool) {
        match self.lms.as_str() {
            "moodle12" => ("moodle".to_owned(), true),
            "moodle2004" => ("moodle".to_owned(), false),
            name => {
                let is_12 = name.ends_with("-12");
                let name = name.trim_end_matches("-12").trim_end_matches("-2004");
                (name.replace('-', "_"), is_12)
            }
        }
    }

    /// The page of the SCO: it sets and finishes in the handler.
    fn page(&self, is_12: bool) -> String {
        let (api, p, elements) = if is_12 {
            ("API", "LMS", ["cmi.suspend_data", "cmi.core.lesson_status"])
        } else {
            (
                "API_1484_11",
                "",
                ["cmi.suspend_data", "cmi.completion_status"],
            )
        };
        let finish = if is_12 { "LMSFinish" } else { "Terminate" };
        let value = match self.sco_handler.as_str() {
            size if size.ends_with('x') => format!("'x'.repeat({})", &size[..size.len() - 1]),
            size if size.ends_with('u') => format!("'\\u20ac'.repeat({})", &size[..size.len() - 1]),
            _ => "'late'".to_owned(),
        };
        let saves = format!(
            "a.{p}SetValue('{}', {value}); a.{p}SetValue('{}', 'completed'); a.{p}Commit(''); a.{finish}('');",
            elements[0], elements[1]
        );
        let rest = match self.sco_handler.as_str() {
            "none" => format!("a.{p}SetValue('cmi.suspend_data', 'late');"),
            "visibilitychange" => {
                format!(
                    "document.addEventListener('visibilitychange', () => {{ {saves} }}, {{once: true}});"
                )
            }
            event @ ("beforeunload" | "pagehide" | "unload") => {
                format!("addEventListener('{event}', () => {{ {saves} }}, {{once: true}});")
            }
            _ => format!("addEventListener('pagehide', () => {{ {saves} }}, {{once: true}});"),
        };
        format!(
            "<!doctype html><title>SCO</title><script>const a = parent.{api}; a.{p}Initialize(''); {rest}</script>"
        )
    }
}

fn write_course(folder: &Path, row: &Row, is_12: bool) {
    let (namespaces, version, kind) = if is_12 {
        (
            r#"xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2""#,
            "1.2",
            "scormtype",
        )
    } else {
        (
            r#"xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3""#,
            "2004 4th Edition",
            "scormType",
        )
    };
    let manifest = format!(
        r#"<?xml version="1.0"?><manifest identifier="ends" version="1" {namespaces}>
<metadata><schema>ADL SCORM</schema><schemaversion>{version}</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>t</title><item identifier="i" identifierref="r"><title>t</title></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:{kind}="sco" href="sco.html"><file href="sco.html"/></resource></resources></manifest>"#
    );
    std::fs::write(folder.join("imsmanifest.xml"), manifest).unwrap();
    std::fs::write(folder.join("sco.html"), row.page(is_12)).unwrap();
}

async fn leave(runtime: &Runtime, way: &str) {
    let frame = "document.getElementById('content')";
    let script = match way {
        "iframe-about-blank" => format!("function () {{ {frame}.src = 'about:blank' }}"),
        "iframe-removed" => format!("function () {{ {frame}.remove() }}"),
        "top-navigates" => {
            drop(runtime.page.navigate("about:blank", LIMIT).await);
            return;
        }
        _ => {
            drop(runtime.page.close(false).await);
            return;
        }
    };
    let player = runtime.player();
    let done: Value = player.ask(World::Main, &script, &[], LIMIT).await.unwrap();
    assert!(done.is_null());
}

/// Whether the value reached the server.
async fn is_saved(app: &App, row: &Row, latency: Option<u32>) -> bool {
    let folder = tempfile::tempdir().unwrap();
    let (profile, is_12) = row.profile();
    write_course(folder.path(), row, is_12);
    let runtimes = app.runtimes();
    let opened = runtimes.sessions().open(
        folder.path(),
        SessionOptions::default(),
        &CancellationToken::new(),
    );
    let session = opened.unwrap();
    let request = LaunchRequest {
        options: LaunchOptions {
            lms_profile: profile,
            auto_initialize: false,
            ..LaunchOptions::default()
        },
        new_attempt: true,
        keep: false,
        trace: false,
    };
    let runtime = runtimes.open(&session, request).await.unwrap();
    runtime.lms_fault(latency.map(LmsFault::Latency));
    let lms = Arc::clone(runtime.live.lms.as_ref().unwrap());
    // What an LMS sends at once, as Open edX does, is there before the page ends.
    runtime.lms_settled().await;
    let before = lms.requests().len();
    let has_value = || {
        let requests = lms.requests();
        let later = requests.iter().skip(before);
        let mut values = later.flat_map(|request| &request.values);
        values.any(|(element, value)| element == "cmi.suspend_data" && !value.is_empty())
    };
    let mut arrivals = lms.arrivals();
    leave(&runtime, &row.left_by).await;
    let waiting = async {
        while !has_value() {
            if arrivals.changed().await.is_err() {
                return;
            }
        }
    };
    drop(tokio::time::timeout(ARRIVAL, waiting).await);
    let saved = has_value();
    runtimes.abandon(session.id().as_str()).await;
    saved
}

/// Rows whose outcome differs from run to run: the SCO saves while the page goes away, and the LMS's
/// requests race with that.
fn is_race(row: &Row) -> bool {
    let (name, _) = row.profile();
    let profile = scorm_lms::find(&name).unwrap();
    let races = profile.transport.as_ref().is_some_and(|it| it.value.race);
    races && row.handler_ran && matches!(row.left_by.as_str(), "top-navigates" | "tab-closed")
}

/// What the rows that race came to.
#[derive(Default)]
struct Races {
    rows: u32,
    agree: u32,
    /// How often each LMS saved and lost.
    outcomes: BTreeMap<String, (u32, u32)>,
}

impl Races {
    /// Plays a row until both outcomes were seen, at most `times`.
    async fn run(&mut self, app: &App, row: &Row, latency: Option<u32>, times: u32) {
        let (mut saved, mut lost) = (0, 0);
        while saved + lost < times && (saved == 0 || lost == 0) {
            if is_saved(app, row, latency).await {
                saved += 1;
            } else {
                lost += 1;
            }
        }
        self.rows += 1;
        self.agree += u32::from(if row.saved { saved > 0 } else { lost > 0 });
        let sum = self.outcomes.entry(row.lms.clone()).or_default();
        *sum = (sum.0 + saved, sum.1 + lost);
    }
}

/// What the stage serves, in the process of a test.
pub(crate) fn install_assets() {
    greenroom_web::Assets {
        engine: greenroom_assets::ENGINE,
        inspecting_engine: greenroom_assets::INSPECTING_ENGINE,
        lms: greenroom_assets::LMS,
        axe: greenroom_assets::AXE,
        pages: greenroom_assets::PAGES,
    }
    .install();
}

#[test]
fn browser_what_a_page_saves_while_it_ends_is_saved_as_in_the_lms() {
    let Some(folder) = test_data("lms") else {
        return;
    };
    // `all`, or one of the files.
    let wanted = std::env::var("GREENROOM_PAGE_ENDS").ok();
    let all = wanted.is_some();
    let only = wanted.filter(|it| it != "all");
    install_assets();
    let home = tempfile::tempdir().unwrap();
    let tokio = tokio::runtime::Runtime::new().unwrap();
    let times = std::env::var("GREENROOM_PAGE_RACES").ok();
    let times: u32 = times.map_or(1, |times| times.parse().unwrap());
    let (mut agree, mut tried, mut wrong) = (0, 0, Vec::new());
    let mut races = Races::default();
    tokio.block_on(async {
        let toolset = Toolset::select(&[], &Config::default().tools).unwrap();
        let app = App::new(Config::default(), home.path().to_owned(), toolset);
        for (file, latency) in [
            ("unload-chromium.json", None),
            ("unload-chromium-400ms.json", Some(400)),
            ("unload-chromium-size.json", None),
        ] {
            let text = std::fs::read(folder.join(file)).unwrap();
            let measured: Measured = serde_json::from_slice(&text).unwrap();
            for row in measured.results {
                let is_sample = latency.is_none()
                    && row.sco_handler == "pagehide"
                    && matches!(row.left_by.as_str(), "iframe-removed" | "top-navigates");
                if !all && !is_sample || only.as_deref().is_some_and(|it| it != file) {
                    continue;
                }
                if is_race(&row) {
                    races.run(&app, &row, latency, times).await;
                    continue;
                }
                let saved = is_saved(&app, &row, latency).await;
                tried += 1;
                if saved == row.saved {
                    agree += 1;
                } else {
                    let Row {
                        lms,
                        sco_handler,
                        left_by,
                        ..
                    } = &row;
                    wrong.push(format!(
                        "{file}: {lms} {sco_handler} {left_by}: saved here {saved}"
                    ));
                }
            }
        }
        app.close().await;
    });
    let Races {
        rows,
        agree: raced,
        outcomes,
    } = &races;
    eprintln!("{agree} of {tried} rows agree; {wrong:#?}");
    eprintln!("{raced} of {rows} rows that race agree; saved and lost: {outcomes:?}");
    assert!(
        tried > 0 && f64::from(agree) >= GOAL * f64::from(tried),
        "{wrong:#?}"
    );
    assert!(*rows > 0, "no profile says that its saves race");
    if all && times > 1 {
        for (lms, (saved, lost)) in outcomes {
            assert!(*saved > 0 && *lost > 0, "{lms} always ends in one way");
        }
    }
}
