//! The table `[ui]` of a project's settings.

use std::path::{Path, PathBuf};
use std::time::Duration;

use greenroom_lua::{Limits, place};
use serde::Deserialize;
use toml::Spanned;

use crate::{ErrorCode, ToolError};

/// The files that are looked for, in this order.
const FILES: [&str; 2] = ["greenroom.toml", "config/config.toml"];

/// What is written where there is no file.
const DEFAULTS: &str = "\
# Settings of this project's UI. The values are the defaults.

[ui]
# port = 0                  # 0 takes any free one
# time_limit_ms = 10000     # of ui_run, at most 60000
# job_time_limit_ms = 2000  # of an action, a getter, a timer; at most 10000
# memory_limit_mb = 64      # of one session, at most 512
# session_idle_hours = 24   # a session that nobody uses ends; 0 = never
# hot_load = true           # changed files are taken while the UI runs
";

/// The settings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct UiSettings {
    pub(super) port: u16,
    pub(super) time_limit_ms: u64,
    pub(super) job_time_limit_ms: u64,
    pub(super) memory_limit_mb: u64,
    pub(super) session_idle_hours: u64,
    pub(super) hot_load: bool,
}

impl Default for UiSettings {
    fn default() -> Self {
        Self {
            port: 0,
            time_limit_ms: 10_000,
            job_time_limit_ms: 2_000,
            memory_limit_mb: 64,
            session_idle_hours: 24,
            hot_load: true,
        }
    }
}

impl UiSettings {
    pub(super) fn limits(&self) -> Limits {
        Limits {
            run: Duration::from_millis(self.time_limit_ms),
            job: Duration::from_millis(self.job_time_limit_ms),
            memory_bytes: (self.memory_limit_mb << 20) as usize,
        }
    }

    pub(super) fn session_idle(&self) -> Option<Duration> {
        let hours = self.session_idle_hours;
        (hours > 0).then(|| Duration::from_secs(hours.saturating_mul(3600)))
    }
}

/// Bytes that are read of a file of settings.
const LONGEST: u64 = 1 << 20;

/// The settings of a folder, and the file that they come from.
pub(super) fn read(base_dir: &Path) -> Result<(UiSettings, Option<PathBuf>), ToolError> {
    for name in FILES {
        let path = base_dir.join(name);
        match read_regular(&path) {
            Ok(text) => return Ok((parse(&text, &path)?, Some(path))),
            Err(error) if missing(&error) => {}
            Err(error) => return Err(invalid(&path, None, &error.to_string())),
        }
    }
    Ok((UiSettings::default(), None))
}

/// A pipe in the place of the file would be waited for, and a device read without end.
fn read_regular(path: &Path) -> std::io::Result<String> {
    use std::io::Read as _;
    if !std::fs::metadata(path)?.is_file() {
        return Err(std::io::Error::other("not a regular file"));
    }
    let mut text = String::new();
    let file = std::fs::File::open(path)?;
    file.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// Writes the defaults as comments; where they lie now.
pub(super) fn write_defaults(base_dir: &Path) -> std::io::Result<PathBuf> {
    let path = base_dir.join(FILES[0]);
    std::fs::write(&path, DEFAULTS)?;
    Ok(path)
}

fn missing(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory)
}

#[derive(Default, Deserialize)]
struct File {
    #[serde(default)]
    ui: Table,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Table {
    port: Option<u16>,
    time_limit_ms: Option<Spanned<u64>>,
    job_time_limit_ms: Option<Spanned<u64>>,
    memory_limit_mb: Option<Spanned<u64>>,
    session_idle_hours: Option<u64>,
    hot_load: Option<bool>,
}

fn parse(text: &str, path: &Path) -> Result<UiSettings, ToolError> {
    let file: File = toml::from_str(text).map_err(|error| {
        let start = error.span().map(|span| span.start);
        invalid(path, start.map(|start| place(text, start)), error.message())
    })?;
    let table = file.ui;
    let defaults = UiSettings::default();
    let within = |given: &Option<Spanned<u64>>, default: u64, least: u64, most: u64| match given {
        None => Ok(default),
        Some(value) if (least..=most).contains(value.get_ref()) => Ok(*value.get_ref()),
        Some(value) => {
            let problem = format!("{} is not between {least} and {most}", value.get_ref());
            Err(invalid(
                path,
                Some(place(text, value.span().start)),
                &problem,
            ))
        }
    };
    Ok(UiSettings {
        port: table.port.unwrap_or(defaults.port),
        time_limit_ms: within(&table.time_limit_ms, defaults.time_limit_ms, 1, 60_000)?,
        job_time_limit_ms: within(
            &table.job_time_limit_ms,
            defaults.job_time_limit_ms,
            1,
            10_000,
        )?,
        memory_limit_mb: within(&table.memory_limit_mb, defaults.memory_limit_mb, 4, 512)?,
        session_idle_hours: table
            .session_idle_hours
            .unwrap_or(defaults.session_idle_hours),
        hot_load: table.hot_load.unwrap_or(defaults.hot_load),
    })
}

fn invalid(path: &Path, place: Option<(usize, usize)>, problem: &str) -> ToolError {
    let at = place.map_or(String::new(), |(line, column)| format!(":{line}:{column}"));
    ToolError::new(ErrorCode::UiConfigInvalid, "Invalid configuration")
        .hint(format!("Correct {}{at}: {problem}.", path.display()))
        .detail("file", path)
        .detail("line", place.map(|place| place.0))
        .detail("column", place.map(|place| place.1))
        .detail("problem", problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_written_defaults_are_the_defaults() {
        let commented: String = DEFAULTS.replace("\n# ", "\n");
        let text = commented
            .split_once("[ui]")
            .map(|(_, rest)| format!("[ui]{rest}"))
            .unwrap();
        assert_eq!(parse(&text, Path::new("x")).unwrap(), UiSettings::default());
        assert_eq!(
            parse(DEFAULTS, Path::new("x")).unwrap(),
            UiSettings::default()
        );
    }

    #[test]
    fn faults_have_a_place() {
        for (text, line, column) in [
            ("[ui]\nprot = 1\n", 2, 1),
            ("[ui]\nport = \"x\"\n", 2, 8),
            ("[ui]\n\ntime_limit_ms = 99999\n", 3, 17),
            ("[ui\n", 1, 4),
        ] {
            let error = parse(text, Path::new("greenroom.toml")).unwrap_err();
            assert_eq!(
                (&error.details["line"], &error.details["column"]),
                (&line.into(), &column.into()),
                "{text}: {error:?}"
            );
        }
        assert!(parse("[other]\nx = 1\n", Path::new("x")).is_ok());
    }
}
