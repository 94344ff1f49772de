//! What the program has to say about itself: to the log files, and as lines on stderr.

use std::fmt;
use std::io::Write as _;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};

use greenroom_stdx::now_ms;
use greenroom_store::logs::{LogEntry, LogFiles, LogLevel, MAX_LOG_BYTES};
use greenroom_tools::{App, VERSION};
use serde_json::{Value, json};
use tracing::field::{Field, Visit};
use tracing::subscriber::Interest;
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use crate::trace_id::TraceId;

/// Lines that may wait for a reader of stderr; more are dropped, since a client that does not read
/// must not hold up the server.
const STDERR_QUEUE: usize = 256;

tokio::task_local! {
    /// The log of the caller whose call this task is carrying out.
    static CALLERS_LOG: Option<Arc<LogFiles>>;
    /// The trace to which the work of this task belongs.
    static TRACE: TraceId;
}

/// Does something of which the log of a caller is told too.
pub(crate) async fn noted_for<T>(log: Option<Arc<LogFiles>>, work: impl Future<Output = T>) -> T {
    CALLERS_LOG.scope(log, work).await
}

/// Does something whose log lines carry the id of a trace.
pub(crate) async fn traced<T>(trace: TraceId, work: impl Future<Output = T>) -> T {
    TRACE.scope(trace, work).await
}

/// Starts logging of a server: clears and opens the files, and catches panics.
pub fn start_server(app: &Arc<App>) {
    let max_bytes = std::env::var("SCORM_TESTER_MAX_LOG_BYTES")
        .ok()
        .and_then(|text| text.trim().parse().ok())
        .unwrap_or(MAX_LOG_BYTES);
    let (files, problem) = match LogFiles::create(&app.logs().directory, max_bytes) {
        Ok(files) => (Some(files), None),
        Err(error) => (None, Some(error)),
    };
    install(EntryLayer {
        app: Arc::clone(app),
        is_server: true,
        files,
        stderr: stderr_lines(),
    });
    tracing::info!(target: "greenroom", version = VERSION, pid = std::process::id(), "LOG_START");
    if let Some(error) = problem {
        tracing::error!(target: "greenroom", %error, "no log files");
    }
    log_panics();
}

/// Starts logging of a command: warnings and errors on stderr, no files.
///
/// The files belong to the server, which may be running beside this command. What courses say on
/// their consoles is for the log and for the tools that are asked about it.
pub(crate) fn start_command(app: &Arc<App>) {
    app.logs().threshold.set(LogLevel::Warn);
    install(EntryLayer {
        app: Arc::clone(app),
        is_server: false,
        files: None,
        stderr: stderr_lines(),
    });
}

fn install(layer: EntryLayer) {
    let subscriber = tracing_subscriber::registry().with(layer);
    if tracing::subscriber::set_global_default(subscriber).is_err() {
        tracing::warn!(target: "greenroom", "logging was started twice");
    }
}

/// Panics are logged with a backtrace; the default hook would print them to stderr only.
fn log_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let stack = std::backtrace::Backtrace::force_capture();
        tracing::error!(target: "greenroom", panic = %panic, stack = %stack, "PANIC");
    }));
}

/// Writes to stderr from a thread of its own.
fn stderr_lines() -> Option<SyncSender<String>> {
    let (sender, lines) = sync_channel::<String>(STDERR_QUEUE);
    std::thread::Builder::new()
        .name("log-stderr".to_owned())
        .spawn(move || {
            while let Ok(line) = lines.recv() {
                if std::io::stderr().write_all(line.as_bytes()).is_err() {
                    return;
                }
            }
        })
        .ok()?;
    Some(sender)
}

/// Turns tracing events into log entries.
struct EntryLayer {
    app: Arc<App>,
    /// Whether calls and consoles are logged; a command tells the outcome of its one call itself.
    is_server: bool,
    files: Option<LogFiles>,
    stderr: Option<SyncSender<String>>,
}

impl<S: Subscriber> Layer<S> for EntryLayer {
    fn register_callsite(&self, _: &'static tracing::Metadata<'static>) -> Interest {
        // Asked anew each time, because the threshold can change.
        Interest::sometimes()
    }

    fn enabled(&self, metadata: &tracing::Metadata<'_>, _: Context<'_, S>) -> bool {
        let level = level_of(*metadata.level());
        // Libraries speak of their own affairs; only their warnings concern us. rmcp warns of
        // every failed call, which the dispatcher logs already.
        let least = match metadata.target().split("::").next().unwrap_or_default() {
            "mcp" | "browser" if !self.is_server => return false,
            "rmcp" => LogLevel::Error,
            "mcp" | "browser" | "http" => LogLevel::Debug,
            ours if ours.starts_with("greenroom") || ours.starts_with("scorm") => LogLevel::Debug,
            _ => LogLevel::Warn,
        };
        level >= least && level >= self.app.logs().threshold.get()
    }

    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        let component = component_of(metadata.target());
        let mut fields = Fields(LogEntry::new(
            now_ms(),
            level_of(*metadata.level()),
            component,
            "",
        ));
        event.record(&mut fields);
        let mut entry = fields.0;
        let _none = TRACE.try_with(|trace| entry.add("trace_id", json!(trace.as_str())));
        if let Some(files) = &self.files {
            // A full disk costs log lines, not calls.
            let _lost = files.write(&entry);
        }
        let _none_or_full = CALLERS_LOG.try_with(|log| log.as_ref().map(|log| log.write(&entry)));
        if let Some(stderr) = &self.stderr {
            let _dropped = stderr.try_send(entry.human_line());
        }
    }
}

fn level_of(level: Level) -> LogLevel {
    match level {
        Level::ERROR => LogLevel::Error,
        Level::WARN => LogLevel::Warn,
        Level::INFO => LogLevel::Info,
        _ => LogLevel::Debug,
    }
}

/// `greenroom_store::journal` → `store`; a target without prefix stands for itself.
fn component_of(target: &str) -> &str {
    let part = target.split("::").next().unwrap_or(target);
    part.strip_prefix("greenroom_").unwrap_or(part)
}

/// Sorts the fields of an event into an entry.
struct Fields(LogEntry);

impl Fields {
    fn put(&mut self, field: &Field, value: Value) {
        let entry = &mut self.0;
        let text = value.as_str().map(str::to_owned);
        match field.name() {
            // Absent facts come as empty texts.
            _ if text.as_deref() == Some("") => {}
            "session_id" => entry.session_id = text,
            "rpc_id" => {
                let text = text.unwrap_or_else(|| value.to_string());
                entry.rpc_id = Some(serde_json::from_str(&text).unwrap_or(Value::String(text)));
            }
            "method" => entry.method = text,
            "tool" => entry.tool = text,
            "duration_ms" => entry.duration_ms = value.as_u64(),
            name => entry.add(name, value),
        }
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let text = format!("{value:?}");
        if field.name() == "message" {
            let LogEntry {
                ts,
                level,
                component,
                ..
            } = &self.0;
            let msg = LogEntry::new(*ts, *level, component, &text).msg;
            self.0.msg = msg;
        } else {
            self.put(field, Value::String(text));
        }
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, json!(value));
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, json!(value));
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, json!(value));
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, json!(value));
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, json!(value));
    }
}
