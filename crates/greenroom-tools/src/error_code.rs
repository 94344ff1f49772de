//! Every error code on the wire, declared once: code, JSON-RPC number, exit code, hint, documentation.
//!
//! `docs/errors.md`, the exit codes of the command line and the default hints come from this table.

/// Declares [`ErrorCode`] and what belongs to each code.
macro_rules! error_codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $wire:literal, rpc: $rpc:literal, exit: $exit:literal, hint: $hint:literal;)+) => {
        /// A failure that a caller can tell apart and act upon.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum ErrorCode {
            $($(#[doc = $doc])+ $name,)+
        }

        impl ErrorCode {
            /// All codes, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The code as it stands in `data.error_code`.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $wire,)+ }
            }

            /// The code with this text.
            pub fn of_text(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|code| code.as_str() == text)
            }

            /// The JSON-RPC error number.
            pub const fn rpc_code(self) -> i32 {
                match self { $(Self::$name => $rpc,)+ }
            }

            /// The exit code of the command line.
            pub const fn exit_code(self) -> u8 {
                match self { $(Self::$name => $exit,)+ }
            }

            /// The next step to take when the failing tool gives no better one.
            pub const fn hint(self) -> &'static str {
                match self { $(Self::$name => $hint,)+ }
            }

            /// When this code is given.
            pub const fn doc(self) -> &'static str {
                match self { $(Self::$name => concat!($($doc, "\n",)+),)+ }
            }
        }
    };
}

// Exit codes: 2 wrong use, 3 what was named does not exist, 4 the package is at fault,
// 5 browser and page, 6 refused by a limit or for safety, 7 the course could not do what was
// asked, 8 the disk refused, 70 a fault of Greenroom.
error_codes! {
    /// The line is not JSON.
    ParseError = "MCP_PARSE_ERROR", rpc: -32700, exit: 2,
        hint: "Send one JSON-RPC 2.0 message per line, UTF-8.";
    /// Not a JSON-RPC 2.0 request, a batch, or a line that is too long.
    InvalidRequest = "MCP_INVALID_REQUEST", rpc: -32600, exit: 2,
        hint: "Send {\"jsonrpc\":\"2.0\",\"id\":…,\"method\":…,\"params\":{…}}, one per line, at most 16 MiB.";
    /// The server has no such method.
    MethodNotFound = "MCP_METHOD_NOT_FOUND", rpc: -32601, exit: 2,
        hint: "Tools are called by method tools/call with {name, arguments}.";
    /// Parameters fail validation: missing, wrongly typed, out of range or unknown.
    InvalidParams = "MCP_INVALID_PARAMS", rpc: -32602, exit: 2,
        hint: "Correct the parameter that the message names.";
    /// No such tool, or it is disabled by configuration.
    UnknownTool = "MCP_UNKNOWN_TOOL", rpc: -32602, exit: 3,
        hint: "Call tools/list for the names.";
    /// The `session_id` was never given out or is closed.
    UnknownSession = "MCP_UNKNOWN_SESSION", rpc: -32000, exit: 3,
        hint: "Call scorm_open_course or scorm_session_open, or scorm_session_list for open sessions.";
    /// The tool needs a page and the session has none.
    RuntimeNotOpen = "RUNTIME_NOT_OPEN", rpc: -32000, exit: 5,
        hint: "Call scorm_runtime_open {session_id} or scorm_open_course first.";
    /// A person drives the session or has paused the agent, and did not give it back before the call's deadline. Tools that only read go on meanwhile.
    SessionBusy = "SESSION_BUSY", rpc: -32000, exit: 7,
        hint: "Call again: the person gives back when they are done. Tools that only read work meanwhile; scorm_session_events tells driver:changed.";
    /// No usable Chromium: not found, too old or does not start. The name is historic; clients test for it.
    BrowserRequired = "ELECTRON_REQUIRED", rpc: -32000, exit: 5,
        hint: "Install Chromium or Chrome, or set GREENROOM_CHROMIUM to the path of its executable.";
    /// Renderer or browser ended during the call.
    BrowserCrashed = "BROWSER_CRASHED", rpc: -32000, exit: 5,
        hint: "Nothing that was acknowledged is lost. Call scorm_reload_course.";
    /// The launch page did not load: HTTP status, network error or timeout.
    PageLoadFailed = "PAGE_LOAD_FAILED", rpc: -32000, exit: 5,
        hint: "Check that the launch file is in the package and loads.";
    /// The path does not exist, is neither folder nor zip, or cannot be read or resolved.
    PathResolutionError = "PATH_RESOLUTION_ERROR", rpc: -32000, exit: 3,
        hint: "Give an absolute path of a package folder or .zip.";
    /// No `imsmanifest.xml` at the package root.
    ManifestNotFound = "MANIFEST_NOT_FOUND", rpc: -32000, exit: 4,
        hint: "Put imsmanifest.xml at the root of the package.";
    /// The manifest cannot be used for what was asked: undecodable, too large, not well-formed, or without organization and resources.
    ManifestValidationError = "MANIFEST_VALIDATION_ERROR", rpc: -32000, exit: 4,
        hint: "Call scorm_lint_manifest for all faults with their places.";
    /// The manifest is readable but holds no launchable item.
    ManifestLaunchNotFound = "MANIFEST_LAUNCH_NOT_FOUND", rpc: -32000, exit: 4,
        hint: "Give an item an identifierref to a resource with an href.";
    /// A file that the operation needs is not in the package.
    ContentFileMissing = "CONTENT_FILE_MISSING", rpc: -32000, exit: 4,
        hint: "Add the file, or correct the href (letter case counts).";
    /// Lint finds errors in what would be packed.
    PackageHasErrors = "PACKAGE_HAS_ERRORS", rpc: -32000, exit: 4,
        hint: "Mend what details.errors names, or pack in spite of it: override_errors, in a shell --force.";
    /// A path leaves the package, a zip entry is hostile, or a target is forbidden.
    SecurityViolation = "SECURITY_VIOLATION", rpc: -32000, exit: 6,
        hint: "Remove or rename the entry named in details.";
    /// A caller over HTTP names a path that is neither theirs nor below a folder that the operator opened.
    PathNotAllowed = "PATH_NOT_ALLOWED", rpc: -32000, exit: 6,
        hint: "Upload the file: PUT it to /uploads/NAME of this server with the same token, and give the package_path of the answer. Or ask the operator to open its folder (--root).";
    /// Over HTTP: no token, a wrong one, or one that was withdrawn.
    Unauthorized = "UNAUTHORIZED", rpc: -32000, exit: 6,
        hint: "Send the header Authorization: Bearer TOKEN with a token that the operator gave you.";
    /// Over HTTP: a Host or Origin that this server does not answer to, or a request of a wrong form.
    HttpRefused = "HTTP_REFUSED", rpc: -32600, exit: 2,
        hint: "Correct the request as the message says; docs/http.md shows each kind.";
    /// In a cluster: another server goes on with the session, and what this one was doing is not kept.
    SessionMoved = "SESSION_MOVED", rpc: -32000, exit: 5,
        hint: "Call again with the same session_id: the call goes to the server that has the session now. Look at the state first, as the page was opened anew.";
    /// In a cluster: the server that had the session ended during the call; whether the call took effect is not known.
    SessionOwnerLost = "SESSION_OWNER_LOST", rpc: -32000, exit: 5,
        hint: "Call scorm_session_status with the same session_id: another server goes on with the session within 8 seconds; everything acknowledged before is kept.";
    /// In a cluster: the database or the object store does not answer. Nothing is acknowledged meanwhile.
    ClusterUnavailable = "CLUSTER_UNAVAILABLE", rpc: -32000, exit: 5,
        hint: "Call again in a few seconds; details.engine says what does not answer.";
    /// A configured limit was reached: sessions, package size, entries, actions.
    LimitExceeded = "LIMIT_EXCEEDED", rpc: -32000, exit: 6,
        hint: "Close what is no longer needed, or raise the limit in config.toml.";
    /// The method name is not part of the API version of this course.
    InvalidScormMethod = "INVALID_SCORM_METHOD", rpc: -32000, exit: 7,
        hint: "Use the method names of this course's SCORM version.";
    /// The API could not be asked: no API object, page gone, or no answer. An API answer with an error number is not this.
    ScormApiError = "SCORM_API_ERROR", rpc: -32000, exit: 7,
        hint: "Call scorm_runtime_status.";
    /// The sequencing engine of this page cannot be reached.
    SnBridgeUnavailable = "SN_BRIDGE_UNAVAILABLE", rpc: -32000, exit: 7,
        hint: "Call scorm_runtime_status, then scorm_reload_course.";
    /// The sequencing engine was reached and answered with a fault.
    SnBridgeError = "SN_BRIDGE_ERROR", rpc: -32000, exit: 7,
        hint: "Read details, then call scorm_trace_sequencing for the steps that led there.";
    /// `scorm_sn_init` could not build an activity tree.
    SnInitFailed = "SN_INIT_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_lint_sequencing for the place in the manifest.";
    /// `scorm_sn_reset` failed.
    SnResetFailed = "SN_RESET_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_reload_course with force_new.";
    /// A navigation step or target id does not exist in this course.
    NavUnsupportedAction = "NAV_UNSUPPORTED_ACTION", rpc: -32000, exit: 7,
        hint: "Use a step or target id named in details.";
    /// `scorm_test_navigation_flow` could not go on: page gone, or a step could not be executed.
    NavFlowError = "NAV_FLOW_ERROR", rpc: -32000, exit: 7,
        hint: "Read details for the step and what it could not do, then correct navigation_sequence.";
    /// `scorm_debug_api_calls` could not observe the course.
    DebugApiError = "DEBUG_API_ERROR", rpc: -32000, exit: 7,
        hint: "Read details for the cause; scorm_runtime_status shows what the page is doing.";
    /// `scorm_trace_sequencing` could not trace.
    TraceSequencingError = "TRACE_SEQUENCING_ERROR", rpc: -32000, exit: 7,
        hint: "Read details for the cause; scorm_nav_get_state shows where the course stands.";
    /// No picture: the selector did not appear in time, the target has no size, or capture was refused.
    CaptureFailed = "CAPTURE_FAILED", rpc: -32000, exit: 5,
        hint: "Check the selector with scorm_dom_query.";
    /// The click was not possible; `details.reason` says why.
    DomClickFailed = "DOM_CLICK_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_dom_find_interactive_elements for what can be clicked.";
    /// The click by text was not possible; `details.reason` says why.
    DomClickByTextFailed = "DOM_CLICK_BY_TEXT_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_dom_find_interactive_elements for the texts.";
    /// The field could not be filled; `details.reason` says why.
    DomFillFailed = "DOM_FILL_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_dom_find_interactive_elements for the fields.";
    /// The query was not possible; `details.reason` says why.
    DomQueryFailed = "DOM_QUERY_FAILED", rpc: -32000, exit: 7,
        hint: "Correct the selector.";
    /// What was waited for did not come; `details.reason` says why.
    DomWaitFailed = "DOM_WAIT_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_get_page_state to see the page as it is.";
    /// The drag was not possible; `details.reason` says why.
    DomDragFailed = "DOM_DRAG_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_dom_query for source and target.";
    /// The pointer could not be moved over the element; `details.reason` says why.
    DomHoverFailed = "DOM_HOVER_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_dom_query to see why it cannot be reached.";
    /// Scrolling was not possible; `details.reason` says why.
    DomScrollFailed = "DOM_SCROLL_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_dom_query to see why it cannot be reached.";
    /// The page could not be audited.
    AuditFailed = "AUDIT_FAILED", rpc: -32000, exit: 7,
        hint: "Call scorm_get_console_errors: the page may have stopped its own scripts.";
    /// Typing was not possible; `details.reason` says why.
    KeyboardTypeFailed = "KEYBOARD_TYPE_FAILED", rpc: -32000, exit: 7,
        hint: "Focus a field first, or give a selector.";
    /// The expression threw, took too long, or its value cannot be written as JSON.
    DomEvaluateFailed = "DOM_EVALUATE_FAILED", rpc: -32000, exit: 7,
        hint: "Correct the expression: details has the exception and its place. Return plain values.";
    /// Element discovery failed in the page.
    DomFindError = "DOM_FIND_ERROR", rpc: -32000, exit: 7,
        hint: "Read details for frame and cause.";
    /// `scorm_wait_for_api_call` saw no such call in time.
    WaitTimeout = "WAIT_TIMEOUT", rpc: -32000, exit: 7,
        hint: "Read details for the calls seen meanwhile.";
    /// The console buffer could not be read.
    ConsoleErrorFetchFailed = "CONSOLE_ERROR_FETCH_FAILED", rpc: -32000, exit: 5,
        hint: "Call scorm_runtime_status.";
    /// Page inspection failed.
    PageContextError = "PAGE_CONTEXT_ERROR", rpc: -32000, exit: 7,
        hint: "Read details for frame and cause.";
    /// The slide map could not be made.
    SlideMapError = "SLIDE_MAP_ERROR", rpc: -32000, exit: 7,
        hint: "Read details for frame and cause.";
    /// The slide is unknown, ambiguous, or no way leads to it.
    SlideNavigationError = "SLIDE_NAVIGATION_ERROR", rpc: -32000, exit: 7,
        hint: "Call scorm_get_slide_map for the slides.";
    /// No `window.SCORMAutomation` in any frame of the content.
    AutomationApiNotAvailable = "AUTOMATION_API_NOT_AVAILABLE", rpc: -32000, exit: 7,
        hint: "Use the scorm_dom_* tools.";
    /// The automation API threw, or lacks the function.
    AutomationApiError = "AUTOMATION_API_ERROR", rpc: -32000, exit: 7,
        hint: "Call scorm_automation_check_availability for what it offers.";
    /// No interaction with this id on the current slide.
    InvalidInteractionId = "INVALID_INTERACTION_ID", rpc: -32000, exit: 7,
        hint: "Call scorm_automation_list_interactions for the ids.";
    /// The response does not fit the interaction type.
    InvalidResponseFormat = "INVALID_RESPONSE_FORMAT", rpc: -32000, exit: 7,
        hint: "Give the response in details.expectedFormat.";
    /// A saved state exists and cannot be parsed.
    SavedDataUnreadable = "SAVED_DATA_UNREADABLE", rpc: -32000, exit: 8,
        hint: "Open with new_attempt:true, or call scorm_clear_saved_data.";
    /// The saved state could not be written to disk.
    SavedDataWriteFailed = "SAVED_DATA_WRITE_FAILED", rpc: -32000, exit: 8,
        hint: "Free disk space or correct the permissions of the data directory.";
    /// An artifact could not be written to disk.
    ArtifactWriteFailed = "MCP_ARTIFACT_WRITE_FAILED", rpc: -32000, exit: 8,
        hint: "Free disk space or correct the permissions of the data directory.";
    /// No question has this `dialog_id`, or it was deleted from the history.
    DialogUnknown = "DIALOG_UNKNOWN", rpc: -32000, exit: 3,
        hint: "Call dialog_result without dialog_id: it lists open questions and answers not fetched yet.";
    /// No workbench page is connected, and Greenroom was started with `--require-ui`.
    DialogUiUnavailable = "DIALOG_UI_UNAVAILABLE", rpc: -32000, exit: 5,
        hint: "Ask the human to open the workbench (`greenroom url`).";
    /// More than 100 requests to the human within a minute.
    RateLimited = "RATE_LIMITED", rpc: -32000, exit: 6,
        hint: "Wait details.retryAfterMs milliseconds, then ask again; ask several things in one question.";
    /// The program that shows the dialogs cannot be reached.
    DialogConnection = "DIALOG_CONNECTION", rpc: -32000, exit: 5,
        hint: "Check that the parent app is running.";
    /// The human's answer could not be stored before the question expired.
    DialogStoreFailed = "DIALOG_STORE_FAILED", rpc: -32000, exit: 8,
        hint: "Free disk space for the data directory, then ask again.";
    /// The UI platform has no folder yet.
    UiNotConfigured = "UI_NOT_CONFIGURED", rpc: -32000, exit: 7,
        hint: "Call ui_configure first.";
    /// The UI server is not running.
    UiNotStarted = "UI_NOT_STARTED", rpc: -32000, exit: 7,
        hint: "Call ui_start first.";
    /// The UI server is already running.
    UiAlreadyRunning = "UI_ALREADY_RUNNING", rpc: -32000, exit: 7,
        hint: "Use the URL in details, or call ui_stop.";
    /// The folder cannot be changed while the UI server is running.
    UiCannotReconfigure = "UI_CANNOT_RECONFIGURE", rpc: -32000, exit: 7,
        hint: "Call ui_stop first.";
    /// `base_dir` is not an absolute path.
    UiBaseDirInvalid = "UI_BASE_DIR_INVALID", rpc: -32602, exit: 2,
        hint: "Give the absolute path of a folder.";
    /// `base_dir` is not a folder, or cannot be written to.
    UiBaseDirUnusable = "UI_BASE_DIR_UNUSABLE", rpc: -32000, exit: 8,
        hint: "Give a folder that you may write to.";
    /// The project's settings are broken.
    UiConfigInvalid = "UI_CONFIG_INVALID", rpc: -32000, exit: 2,
        hint: "Correct the file at the place in details.";
    /// The UI's port is taken, or this user may not listen on it.
    UiListenFailed = "UI_LISTEN_FAILED", rpc: -32000, exit: 8,
        hint: "Set another port under [ui] in greenroom.toml (0 takes any free one), or end the program that has it.";
    /// No UI session has this id.
    UiSessionUnknown = "UI_SESSION_UNKNOWN", rpc: -32000, exit: 3,
        hint: "Use an id of details.known; ui_open_browser makes new ones.";
    /// The id of a UI session does not have the right form.
    UiSessionIdInvalid = "UI_SESSION_ID_INVALID", rpc: -32602, exit: 2,
        hint: "Use 1 to 64 letters, digits, _ and -, beginning with a letter or digit.";
    /// Lua code failed; details has line and traceback.
    LuaError = "LUA_ERROR", rpc: -32000, exit: 7,
        hint: "Correct the code at details.line, then run it again.";
    /// Lua code took longer than its limit.
    LuaTimeout = "LUA_TIMEOUT", rpc: -32000, exit: 7,
        hint: "Do less at once, or raise timeout_ms (at most 60000).";
    /// Lua code needed more memory than its limit.
    LuaMemory = "LUA_MEMORY", rpc: -32000, exit: 6,
        hint: "Keep less data in Lua; the session can still be used.";
    /// An earlier call on this session is still running.
    LuaBusy = "LUA_BUSY", rpc: -32000, exit: 7,
        hint: "Wait for it and call again, or use another session.";
    /// The result is larger than an answer may be.
    LuaResultTooLarge = "LUA_RESULT_TOO_LARGE", rpc: -32000, exit: 6,
        hint: "Return less: single fields, or a part of the list.";
    /// The HTML cannot be a view definition; the old one stays.
    UiViewdefInvalid = "UI_VIEWDEF_INVALID", rpc: -32602, exit: 2,
        hint: "Correct the HTML at the place in details; the old definition stays.";
    /// The browser could not be started.
    UiBrowserFailed = "UI_BROWSER_FAILED", rpc: -32000, exit: 5,
        hint: "Ask your human to open details.url by hand.";
    /// A fault in Greenroom; it was caught and logged.
    UnknownError = "UNKNOWN_ERROR", rpc: -32000, exit: 70,
        hint: "Call system_get_logs {\"levels\":[\"error\"]} and report the fault with its report id.";
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::ErrorCode;

    #[test]
    fn every_code_is_unique_and_ends_its_hint() {
        let mut seen = BTreeSet::new();
        for code in ErrorCode::ALL {
            assert!(
                seen.insert(code.as_str()),
                "{} is declared twice",
                code.as_str()
            );
            assert!(
                code.hint().ends_with('.'),
                "{}: the hint is a sentence",
                code.as_str()
            );
            assert_ne!(
                code.exit_code(),
                0,
                "{}: a failure is not a success",
                code.as_str()
            );
        }
    }
}
