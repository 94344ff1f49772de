//! The registry: every tool in one slice, and the selection that a process offers.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::Value;

use crate::config::ToolsConfig;
use crate::dialog;
use crate::schema;
use crate::scorm;
use crate::system;
use crate::tool::ErasedTool;
use crate::ui;
use crate::{ErrorCode, ToolError};

/// Every tool, sorted by name. This is the one place where a tool is registered.
pub const TOOLS: &[&dyn ErasedTool] = &[
    &dialog::confirm::CONFIRM,
    &dialog::result::DialogResult,
    &dialog::multi_choice::MULTI_CHOICE,
    &dialog::planner::PLANNER,
    &scorm::api_call::ScormApiCall,
    &scorm::assess_lms::ScormAssessLms,
    &scorm::assessment_interaction_trace::ScormAssessmentInteractionTrace,
    &scorm::attempt_initialize::ScormAttemptInitialize,
    &scorm::attempt_terminate::ScormAttemptTerminate,
    &scorm::audit_accessibility::ScormAuditAccessibility,
    &scorm::automation::check_answer::ScormAutomationCheckAnswer,
    &scorm::automation::check_availability::ScormAutomationCheckAvailability,
    &scorm::automation::check_slide_answers::ScormAutomationCheckSlideAnswers,
    &scorm::automation::clear_trace::ScormAutomationClearTrace,
    &scorm::automation::get_audio_state::ScormAutomationGetAudioState,
    &scorm::automation::get_correct_response::ScormAutomationGetCorrectResponse,
    &scorm::automation::get_course_structure::ScormAutomationGetCourseStructure,
    &scorm::automation::get_current_slide::ScormAutomationGetCurrentSlide,
    &scorm::automation::get_element_details::ScormAutomationGetElementDetails,
    &scorm::automation::get_interaction_metadata::ScormAutomationGetInteractionMetadata,
    &scorm::automation::get_last_evaluation::ScormAutomationGetLastEvaluation,
    &scorm::automation::get_layout_flow::ScormAutomationGetLayoutFlow,
    &scorm::automation::get_layout_tree::ScormAutomationGetLayoutTree,
    &scorm::automation::get_page_layout::ScormAutomationGetPageLayout,
    &scorm::automation::get_response::ScormAutomationGetResponse,
    &scorm::automation::get_trace::ScormAutomationGetTrace,
    &scorm::automation::get_version::ScormAutomationGetVersion,
    &scorm::automation::go_to_slide::ScormAutomationGoToSlide,
    &scorm::automation::is_audio_completed_for_context::ScormAutomationIsAudioCompletedForContext,
    &scorm::automation::list_interactions::ScormAutomationListInteractions,
    &scorm::automation::set_response::ScormAutomationSetResponse,
    &scorm::automation::simulate_audio_complete::ScormAutomationSimulateAudioComplete,
    &scorm::automation::validate_page_layout::ScormAutomationValidatePageLayout,
    &scorm::capture_screenshot::ScormCaptureScreenshot,
    &scorm::clear_saved_data::ScormClearSavedData,
    &scorm::close_course::ScormCloseCourse,
    &scorm::compare_data_model_snapshots::ScormCompareDataModelSnapshots,
    &scorm::compare_packages::ScormComparePackages,
    &scorm::course_status::ScormCourseStatus,
    &scorm::create_course::ScormCreateCourse,
    &scorm::data_model_get::ScormDataModelGet,
    &scorm::debug_api_calls::ScormDebugApiCalls,
    &scorm::dom::click::ScormDomClick,
    &scorm::dom::click_by_text::ScormDomClickByText,
    &scorm::dom::drag::ScormDomDrag,
    &scorm::dom::evaluate::ScormDomEvaluate,
    &scorm::dom::fill::ScormDomFill,
    &scorm::dom::fill_form_batch::ScormDomFillFormBatch,
    &scorm::dom::find_interactive_elements::ScormDomFindInteractiveElements,
    &scorm::dom::hover::ScormDomHover,
    &scorm::dom::query::ScormDomQuery,
    &scorm::dom::scroll::ScormDomScroll,
    &scorm::dom::wait_for::ScormDomWaitFor,
    &scorm::echo::ScormEcho,
    &scorm::engagement::get_progress::ScormEngagementGetProgress,
    &scorm::engagement::get_state::ScormEngagementGetState,
    &scorm::engagement::mark_tab_viewed::ScormEngagementMarkTabViewed,
    &scorm::engagement::reset::ScormEngagementReset,
    &scorm::engagement::set_scroll_depth::ScormEngagementSetScrollDepth,
    &scorm::explore_course::ScormExploreCourse,
    &scorm::export_trace::ScormExportTrace,
    &scorm::get_console_errors::ScormGetConsoleErrors,
    &scorm::get_current_page_context::ScormGetCurrentPageContext,
    &scorm::get_data_model_history::ScormGetDataModelHistory,
    &scorm::get_lms_record::ScormGetLmsRecord,
    &scorm::get_network_requests::ScormGetNetworkRequests,
    &scorm::get_page_state::ScormGetPageState,
    &scorm::get_slide_map::ScormGetSlideMap,
    &scorm::interactive_develop::ScormInteractiveDevelop,
    &scorm::keyboard_type::ScormKeyboardType,
    &scorm::lint::api_usage::ScormLintApiUsage,
    &scorm::lint::manifest::ScormLintManifest,
    &scorm::lint::parent_dom_access::ScormLintParentDomAccess,
    &scorm::lint::sequencing::ScormLintSequencing,
    &scorm::nav::choice::ScormNavChoice,
    &scorm::nav::get_state::ScormNavGetState,
    &scorm::nav::next::ScormNavNext,
    &scorm::nav::previous::ScormNavPrevious,
    &scorm::navigate_to_slide::ScormNavigateToSlide,
    &scorm::open_course::ScormOpenCourse,
    &scorm::package_course::ScormPackageCourse,
    &scorm::record_rehearsal::ScormRecordRehearsal,
    &scorm::rehearse::ScormRehearse,
    &scorm::reload_course::ScormReloadCourse,
    &scorm::replay_api_calls::ScormReplayApiCalls,
    &scorm::replay_field_log::ScormReplayFieldLog,
    &scorm::report::ScormReport,
    &scorm::runtime::close::ScormRuntimeClose,
    &scorm::runtime::open::ScormRuntimeOpen,
    &scorm::runtime::status::ScormRuntimeStatus,
    &scorm::session::close::ScormSessionClose,
    &scorm::session::events::ScormSessionEvents,
    &scorm::session::list::ScormSessionList,
    &scorm::session::open::ScormSessionOpen,
    &scorm::session::status::ScormSessionStatus,
    &scorm::set_viewport_size::ScormSetViewportSize,
    &scorm::sn::init::ScormSnInit,
    &scorm::sn::reset::ScormSnReset,
    &scorm::take_screenshot::ScormTakeScreenshot,
    &scorm::test_api_integration::ScormTestApiIntegration,
    &scorm::test_exits::ScormTestExits,
    &scorm::test_navigation_flow::ScormTestNavigationFlow,
    &scorm::trace_sequencing::ScormTraceSequencing,
    &scorm::validate_compliance::ScormValidateCompliance,
    &scorm::validate_data_model_state::ScormValidateDataModelState,
    &scorm::validate_workspace::ScormValidateWorkspace,
    &scorm::wait_for_api_call::ScormWaitForApiCall,
    &dialog::screenshot_request::SCREENSHOT_REQUEST,
    &dialog::single_choice::SINGLE_CHOICE,
    &system::get_logs::SystemGetLogs,
    &system::health::SystemHealth,
    &system::set_log_level::SystemSetLogLevel,
    &dialog::text_input::TEXT_INPUT,
    &ui::configure::UiConfigure,
    &ui::get_state::UiGetState,
    &ui::open_browser::UiOpenBrowser,
    &ui::run::UiRun,
    &ui::start::UiStart,
    &ui::status::UiStatus,
    &ui::stop::UiStop,
    &ui::upload_viewdef::UiUploadViewdef,
    &ui::wait::UiWait,
];

/// Second words of a name that are folders: `scorm_dom_click` lies in `scorm/dom/click.rs`.
const FOLDERS: &[&str] = &[
    "automation",
    "dom",
    "engagement",
    "lint",
    "nav",
    "runtime",
    "session",
    "sn",
];

/// The family of a tool: what its name starts with, or `dialog` for the names without prefix.
pub fn family_of(name: &str) -> &'static str {
    ["scorm", "system", "ui"]
        .into_iter()
        .find(|family| {
            name.strip_prefix(family)
                .is_some_and(|rest| rest.starts_with('_'))
        })
        .unwrap_or("dialog")
}

/// The groups that `--tools` knows beside `core` and the families, with what they are for.
pub const GROUPS: &[(&str, &str)] = &[
    ("open", "sessions, and courses opened in them"),
    (
        "play",
        "the running course: API, data model, navigation, sequencing",
    ),
    (
        "page",
        "what the page shows: pictures, context, slides, console, requests",
    ),
    ("dom", "acting on the page"),
    ("lint", "checks, reports, packages"),
    ("test", "one-shot tests and recordings"),
    ("automation", "courses that offer window.SCORMAutomation"),
    ("ui", "live pages in Lua and HTML"),
    ("dialog", "questions to the human"),
    ("system", "the server itself; offered with every set"),
];

/// The group of a tool. Every tool is in exactly one.
pub fn group_of(name: &str) -> &'static str {
    let family = family_of(name);
    if family != "scorm" {
        return family;
    }
    let rest = name.strip_prefix("scorm_").unwrap_or(name);
    match rest.split_once('_').map_or(rest, |(first, _)| first) {
        "session" | "runtime" | "open" | "close" | "reload" | "course" | "clear" | "create" => {
            "open"
        }
        "dom" | "keyboard" => "dom",
        "package" => "lint",
        "compare" if rest == "compare_packages" => "lint",
        "lint" | "report" | "validate" if rest != "validate_data_model_state" => "lint",
        "automation" | "engagement" => "automation",
        "audit" | "capture" | "navigate" | "set" | "take" => "page",
        "get" if rest != "get_data_model_history" => "page",
        "assess" | "assessment" | "debug" | "export" | "record" | "rehearse" | "replay"
        | "test" | "trace" => "test",
        "echo" => "system",
        // Calls of the API, navigation and the data model.
        _ => "play",
    }
}

/// The source file of a tool below `src`, by its name alone.
///
/// `family_rest` → `family/rest.rs`; `family_folder_rest` → `family/folder/rest.rs` for the words
/// in `FOLDERS`; a dialog tool → `dialog/name.rs`.
pub fn file_of(name: &str) -> String {
    let family = family_of(name);
    let rest = name
        .strip_prefix(family)
        .and_then(|rest| rest.strip_prefix('_'))
        .unwrap_or(name);
    match rest.split_once('_') {
        Some((folder, file)) if FOLDERS.contains(&folder) => {
            format!("{family}/{folder}/{file}.rs")
        }
        _ => format!("{family}/{rest}.rs"),
    }
}

/// What `--tools` and the settings leave of [`TOOLS`].
#[derive(Debug)]
pub struct Toolset {
    offered: BTreeMap<&'static str, Offered>,
    /// Why a tool of [`TOOLS`] is not offered.
    withheld: BTreeMap<&'static str, String>,
}

/// A tool that is offered, with its schema made once, when it is first needed.
#[derive(Debug)]
pub struct Offered {
    pub tool: &'static dyn ErasedTool,
    input_schema: OnceLock<Value>,
}

/// A word of `--tools` that names no set of tools.
#[derive(Debug, thiserror::Error)]
#[error("no set of tools is called `{0}`; there are {sets}", sets = set_names().join(", "))]
pub struct UnknownSet(String);

/// Every word that `--tools` understands.
fn set_names() -> Vec<&'static str> {
    let groups = GROUPS.iter().map(|(group, _)| *group);
    ["core", "scorm"].into_iter().chain(groups).collect()
}

impl Toolset {
    /// Selects from [`TOOLS`]. `sets` is the list given to `--tools`; empty means all.
    pub fn select(sets: &[String], config: &ToolsConfig) -> Result<Self, UnknownSet> {
        let is_set = |set: &&String| set_names().contains(&set.as_str());
        if let Some(unknown) = sets.iter().find(|set| !is_set(set)) {
            return Err(UnknownSet(unknown.clone()));
        }
        let mut toolset = Self::of(&[]);
        for &tool in TOOLS {
            match why_withheld(tool, sets, config) {
                Some(reason) => {
                    toolset.withheld.insert(tool.name(), reason);
                }
                None => {
                    toolset.offered.insert(tool.name(), Offered::new(tool));
                }
            }
        }
        Ok(toolset)
    }

    /// Offers exactly these tools.
    pub fn of(tools: &[&'static dyn ErasedTool]) -> Self {
        let offered = tools
            .iter()
            .map(|tool| (tool.name(), Offered::new(*tool)))
            .collect();
        Self {
            offered,
            withheld: BTreeMap::new(),
        }
    }

    /// The offered tools, in the fixed order of their names.
    pub fn iter(&self) -> impl Iterator<Item = &Offered> {
        self.offered.values()
    }

    /// The offered tool of this name, or an error that names the most similar ones.
    pub fn find(&self, name: &str) -> Result<&Offered, ToolError> {
        if let Some(offered) = self.offered.get(name) {
            return Ok(offered);
        }
        if let Some(reason) = self.withheld.get(name) {
            let message = format!("{name} is not offered: {reason}");
            return Err(ToolError::new(ErrorCode::UnknownTool, message).detail("reason", reason));
        }
        let similar = greenroom_schema::most_similar(name, self.offered.keys().copied());
        let error = ToolError::new(
            ErrorCode::UnknownTool,
            format!("no tool is called `{name}`"),
        )
        .detail("nearest", &similar);
        Err(if similar.is_empty() {
            error
        } else {
            error.hint(format!(
                "Did you mean {}? tools/list has all names.",
                similar.join(", ")
            ))
        })
    }
}

impl Offered {
    fn new(tool: &'static dyn ErasedTool) -> Self {
        Self {
            tool,
            input_schema: OnceLock::new(),
        }
    }

    /// All that is wrong with arguments.
    pub fn faults(&self, arguments: &Value) -> Vec<greenroom_schema::Fault> {
        greenroom_schema::check(self.input_schema(), &mut arguments.clone())
    }

    /// What arguments are checked against.
    pub fn input_schema(&self) -> &Value {
        self.input_schema
            .get_or_init(|| Value::Object(self.tool.input_schema()))
    }

    /// What `tools/list` shows of it; the rest is in docs/tools.md and in the errors.
    pub fn listed_schema(&self) -> Value {
        schema::listed(self.input_schema())
    }

    /// Whether calls on one session wait for each other.
    pub fn ordered(&self) -> bool {
        self.tool.ordered()
    }
}

fn why_withheld(tool: &dyn ErasedTool, sets: &[String], config: &ToolsConfig) -> Option<String> {
    let name = tool.name();
    if let Some(pattern) = config.disable.iter().find(|pattern| matches(pattern, name)) {
        return Some(format!("tools.disable in config.toml has \"{pattern}\""));
    }
    // The system tools belong to every set.
    let family = family_of(name);
    let in_sets = sets.is_empty()
        || family == "system"
        || sets
            .iter()
            .any(|set| set == family || set == group_of(name) || (set == "core" && tool.core()));
    (!in_sets).then(|| format!("the server was started with --tools {}", sets.join(",")))
}

/// Whether a name fits a pattern in which `*` stands for any characters.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == name,
        Some((head, tail)) => name.strip_prefix(head).is_some_and(|rest| {
            (0..=rest.len()).any(|start| rest.get(start..).is_some_and(|end| matches(tail, end)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_follows_from_the_name() {
        for (name, file) in [
            ("scorm_echo", "scorm/echo.rs"),
            ("scorm_dom_click_by_text", "scorm/dom/click_by_text.rs"),
            ("scorm_session_open", "scorm/session/open.rs"),
            ("system_get_logs", "system/get_logs.rs"),
            ("ui_run", "ui/run.rs"),
            ("single_choice", "dialog/single_choice.rs"),
        ] {
            assert_eq!(file_of(name), file);
        }
    }

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, name, want) in [
            ("scorm_*", "scorm_echo", true),
            ("*_echo", "scorm_echo", true),
            ("s*e*o", "scorm_echo", true),
            ("scorm", "scorm_echo", false),
            ("*x*", "scorm_echo", false),
        ] {
            assert_eq!(matches(pattern, name), want, "{pattern} {name}");
        }
    }

    #[test]
    fn unknown_and_disabled_tools_say_why() {
        let config = ToolsConfig {
            disable: vec!["*_echo".to_owned()],
        };
        let toolset = Toolset::select(&[], &config).unwrap();
        let error = toolset.find("scorm_echo").unwrap_err();
        assert!(error.message.contains("tools.disable"), "{error}");
        let error = toolset.find("system_helth").unwrap_err();
        assert_eq!(error.details["nearest"][0], "system_health");
        assert!(Toolset::select(&["corr".to_owned()], &config).is_err());
    }
}
