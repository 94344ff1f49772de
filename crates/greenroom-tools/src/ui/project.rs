//! The folder of a project, prepared for its UI.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use greenroom_lua::Output;
use greenroom_os::{SYSTEM, System};

use super::settings::{self, UiSettings};
use crate::{ErrorCode, ToolError};

/// What a project consists of; made empty, so that code and views can be kept at once.
const FOLDERS: [&str; 3] = ["html", "lua", "viewdefs"];

/// A prepared folder.
#[derive(Debug)]
pub(super) struct Project {
    pub(super) base_dir: PathBuf,
    pub(super) settings: UiSettings,
    pub(super) output: Output,
    pub(super) config: ConfigFile,
}

/// Where the settings are.
#[derive(Clone, Debug)]
pub(super) struct ConfigFile {
    pub(super) path: PathBuf,
    /// It was there before.
    pub(super) loaded: bool,
}

impl Project {
    /// Creates what is missing and proves that logs can be written.
    pub(super) fn prepare(
        base_dir: &Path,
        output: Output,
        data_directory: &Path,
    ) -> Result<Self, ToolError> {
        if !base_dir.is_absolute() {
            let text = "base_dir must be an absolute path";
            return Err(
                ToolError::new(ErrorCode::UiBaseDirInvalid, text).detail("received", base_dir)
            );
        }
        if base_dir.exists() && !base_dir.is_dir() {
            return Err(unusable(base_dir, "not_a_directory"));
        }
        if holds_others(base_dir, data_directory) {
            let hint = "Give a folder of the project's own: Lua code reads and writes all of it.";
            return Err(unusable(base_dir, "not_a_project").hint(hint));
        }
        // A broken file fails the call before anything is made.
        let (settings, found) = settings::read(base_dir)?;
        let log = base_dir.join("log");
        prove_writable(&log).map_err(|(path, error)| unusable(&path, reason(&error)))?;
        let loaded = found.is_some();
        let path = found
            .map_or_else(|| settings::write_defaults(base_dir), Ok)
            .map_err(|error| unusable(base_dir, reason(&error)))?;
        let config = ConfigFile { path, loaded };
        for folder in FOLDERS {
            let folder = base_dir.join(folder);
            fs::create_dir_all(&folder).map_err(|error| unusable(&folder, reason(&error)))?;
        }
        Ok(Self {
            base_dir: base_dir.to_owned(),
            settings,
            output,
            config,
        })
    }

    pub(super) fn log_dir(&self) -> PathBuf {
        self.base_dir.join("log")
    }
}

/// Whether a folder cannot be a project's, because it holds the system, people's homes, or our own
/// secrets: Lua code reaches all that lies in it.
fn holds_others(base_dir: &Path, data_directory: &Path) -> bool {
    const OF_UNIX: &[&str] = &[
        "/bin", "/boot", "/dev", "/etc", "/lib", "/lib64", "/opt", "/proc", "/run", "/sbin",
        "/srv", "/sys", "/tmp", "/usr", "/var",
    ];
    const OF_MACOS: &[&str] = &[
        "/Applications",
        "/Library",
        "/System",
        "/Users",
        "/Volumes",
        "/cores",
        "/private",
        "/private/etc",
        "/private/tmp",
        "/private/var",
    ];
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // What is not there yet will be made below what is.
    let above = base_dir
        .ancestors()
        .find_map(|path| path.canonicalize().ok());
    let base = base_dir.canonicalize();
    let secrets = real(&data_directory.join("run"));
    if above.is_some_and(|place| place.starts_with(&secrets)) {
        return true;
    }
    let Ok(base) = base else { return false };
    let homes = std::env::home_dir().into_iter();
    let mut kept = homes
        .chain([data_directory.to_owned()])
        .map(|path| real(&path));
    let more = if SYSTEM == System::MacOs {
        OF_MACOS
    } else {
        &[]
    };
    let mut of_system = OF_UNIX.iter().chain(more);
    base.parent().is_none()
        || of_system.any(|system| base == Path::new(system))
        || kept.any(|folder| folder.starts_with(&base))
}

/// Makes the folder and both logs, and writes and removes a file.
fn prove_writable(log: &Path) -> Result<(), (PathBuf, std::io::Error)> {
    let at = |path: &Path| {
        let path = path.to_owned();
        move |error| (path, error)
    };
    fs::create_dir_all(log).map_err(at(log))?;
    for name in ["lua.log", "lua-err.log"] {
        let path = log.join(name);
        // Nothing is written where a link or a pipe stands in the place of a log.
        let is_other = fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file());
        if is_other {
            return Err((path, ErrorKind::AlreadyExists.into()));
        }
        let opened = fs::OpenOptions::new().create(true).append(true).open(&path);
        opened.map_err(at(&path))?;
    }
    let probe = log.join(format!(".probe-{}", std::process::id()));
    fs::write(&probe, "x").map_err(at(&probe))?;
    fs::remove_file(&probe).map_err(at(&probe))
}

fn reason(error: &std::io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists | ErrorKind::IsADirectory => {
            "not_a_directory"
        }
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => "not_writable",
        _ => "io",
    }
}

fn unusable(path: &Path, reason: &str) -> ToolError {
    ToolError::new(ErrorCode::UiBaseDirUnusable, "base_dir is not usable")
        .detail("path", path)
        .detail("reason", reason)
}
