//! Finding a browser: the environment first, then the fastest to start.

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use greenroom_os::{SYSTEM, System};

use crate::error::{BrowserError, Result};

/// Environment variable that names the browser program.
pub const PROGRAM_VARIABLE: &str = "GREENROOM_CHROMIUM";

/// A browser program on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// Executable file.
    pub path: PathBuf,
    /// True for the headless shell, which knows no other mode.
    pub headless_shell: bool,
}

/// A place that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Looked {
    /// The file that [`PROGRAM_VARIABLE`] names.
    Variable(PathBuf),
    /// A fixed path.
    File(PathBuf),
    /// A name on `PATH`.
    Name(String),
}

impl fmt::Display for Looked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Variable(path) => write!(f, "{PROGRAM_VARIABLE}={}", path.display()),
            Self::File(path) => write!(f, "{}", path.display()),
            Self::Name(name) => write!(f, "`{name}` on PATH"),
        }
    }
}

/// Find the browser to use: `explicit` or [`PROGRAM_VARIABLE`] alone if given, else the first of
/// headless shell, Chromium, Chrome and Edge.
pub fn locate(explicit: Option<&Path>) -> Result<Program> {
    let named = explicit.map(Path::to_path_buf).or_else(|| {
        env::var_os(PROGRAM_VARIABLE)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    });
    let places = match named {
        // A named browser that is not there is an error, not a reason to take another one.
        Some(path) => vec![Looked::Variable(path)],
        None => places(),
    };
    first_present(&places, env::var_os("PATH")).ok_or_else(|| BrowserError::NotFound {
        looked: places,
        install: usual(SYSTEM).install.into(),
    })
}

fn first_present(places: &[Looked], path_variable: Option<OsString>) -> Option<Program> {
    let folders: Vec<PathBuf> = path_variable
        .map(|value| env::split_paths(&value).collect())
        .unwrap_or_default();
    places.iter().find_map(|place| match place {
        Looked::Variable(path) | Looked::File(path) => path.is_file().then(|| program(path)),
        Looked::Name(name) => folders
            .iter()
            .map(|folder| folder.join(name))
            .find(|p| p.is_file())
            .map(|p| program(&p)),
    })
}

fn program(path: &Path) -> Program {
    let headless_shell = path.file_name().is_some_and(|name| {
        name.to_string_lossy()
            .replace('_', "-")
            .contains("headless-shell")
    });
    Program {
        path: path.to_path_buf(),
        headless_shell,
    }
}

fn places() -> Vec<Looked> {
    let Usual { files, names, .. } = usual(SYSTEM);
    let files = files.iter().map(|path| Looked::File(PathBuf::from(path)));
    let names = names.iter().map(|name| Looked::Name((*name).into()));
    // The fixed paths are the programs themselves; the names may be shell scripts around them.
    files.chain(names).collect()
}

/// Where a system has its browsers, and how it gets one.
struct Usual {
    files: &'static [&'static str],
    names: &'static [&'static str],
    install: &'static str,
}

fn usual(system: System) -> Usual {
    match system {
        System::MacOs => Usual {
            files: &[
                "/Applications/Chromium.app/Contents/MacOS/Chromium",
                "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
                "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
            ],
            names: NAMES,
            install: "brew install --cask chromium",
        },
        System::Windows => Usual {
            files: &[
                r"C:\Program Files\Chromium\Application\chrome.exe",
                r"C:\Program Files\Google\Chrome\Application\chrome.exe",
                r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
                r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
                r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
            ],
            names: &[
                "chrome-headless-shell.exe",
                "chromium.exe",
                "chrome.exe",
                "msedge.exe",
            ],
            install: "winget install Google.Chrome",
        },
        System::Linux => Usual {
            files: &[
                "/usr/lib/chromium/chromium-headless-shell",
                "/usr/lib64/chromium-browser/headless_shell",
            ],
            names: NAMES,
            install: "sudo apt-get install chromium-headless-shell (Debian, Ubuntu) or sudo dnf \
                      install chromium-headless (Fedora)",
        },
    }
}

/// On every system that is like Unix.
const NAMES: &[&str] = &[
    "chromium-headless-shell",
    "chrome-headless-shell",
    "headless_shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "microsoft-edge-stable",
    "microsoft-edge",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_browser_that_is_missing_is_not_replaced_by_another() {
        let error = locate(Some(Path::new("/nowhere/chromium"))).unwrap_err();
        let BrowserError::NotFound { looked, install } = error else {
            panic!("{error}")
        };
        assert_eq!(looked, [Looked::Variable("/nowhere/chromium".into())]);
        assert!(!install.is_empty());
    }

    #[test]
    fn the_path_is_searched_in_the_order_of_the_names() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["google-chrome", "chromium"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let places: Vec<Looked> = NAMES.iter().map(|n| Looked::Name((*n).into())).collect();
        let found = first_present(&places, Some(folder.path().into())).unwrap();
        assert_eq!(
            found,
            Program {
                path: folder.path().join("chromium"),
                headless_shell: false
            }
        );
    }

    #[test]
    fn the_headless_shell_is_known_by_its_name() {
        for (name, want) in [
            ("chromium-headless-shell", true),
            ("headless_shell", true),
            ("chromium", false),
        ] {
            assert_eq!(program(Path::new(name)).headless_shell, want, "{name}");
        }
    }
}
