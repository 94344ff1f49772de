//! `greenroom doctor`: what this machine lacks, each with the command that mends it.

use std::fmt::Write as _;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use greenroom_web::workbench::PORTS;
use serde::Serialize;
use serde_json::{Value, json};

use super::one_call::{self, Format};
use crate::start::{self, StartError, StartOptions};

/// The tool that starts a browser and looks at disk and logs.
const TOOL: &str = "system_health";

/// Say what this machine lacks, and how to mend it
///
/// Exits with 1 if something is missing without which courses cannot be checked or played.
#[derive(Debug, Args)]
pub(super) struct Doctor {
    /// Form of the output
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
struct Check {
    name: &'static str,
    standing: Standing,
    found: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mend: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Standing {
    Ok,
    /// It works, but not as it should.
    Poor,
    Missing,
}

/// Looks at everything and prints it.
pub(super) fn run(command: &Doctor, options: &StartOptions) -> Result<ExitCode, StartError> {
    let data_directory = start::data_directory()?;
    let mut checks = vec![writable(&data_directory)];
    // Without a data directory no tool runs.
    if checks[0].standing == Standing::Ok {
        let arguments = json!({"deep": true}).as_object().cloned();
        let called = one_call::call(TOOL, || Ok(arguments.unwrap_or_default()), options)?;
        let result = match called {
            Ok(result) => result,
            Err(exit_code) => return Ok(exit_code),
        };
        checks.extend(of_health(&result.envelope["data"]));
    }
    checks.extend([fonts(&font_folders()), port()]);
    let is_well = checks.iter().all(|one| one.standing != Standing::Missing);
    match command.format {
        Format::Json => super::print(format_args!("{:#}", json!({"checks": checks})))?,
        Format::Text => super::print(told(&checks))?,
    }
    Ok(if is_well {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn told(checks: &[Check]) -> String {
    let mut text = String::new();
    for check in checks {
        let standing = match check.standing {
            Standing::Ok => "ok",
            Standing::Poor => "poor",
            Standing::Missing => "missing",
        };
        let _infallible = writeln!(text, "{standing:8} {:15} {}", check.name, check.found);
        if let Some(mend) = &check.mend {
            let _infallible = writeln!(text, "{:8} {:15} → {mend}", "", "");
        }
    }
    let count = |standing| checks.iter().filter(|one| one.standing == standing).count();
    let (missing, poor) = (count(Standing::Missing), count(Standing::Poor));
    let verdict = match (missing, poor) {
        (0, 0) => "Everything is there.".to_owned(),
        (0, poor) => format!("Courses can be checked and played; {poor} could be better."),
        (missing, _) => format!("{missing} missing."),
    };
    text + &verdict
}

/// Whether sessions and settings can be kept.
fn writable(directory: &Path) -> Check {
    let probe = directory.join(format!(".doctor-{}", std::process::id()));
    let written = std::fs::create_dir_all(directory)
        .and_then(|()| std::fs::write(&probe, b"."))
        .and_then(|()| std::fs::remove_file(&probe));
    let place = directory.display();
    match written {
        Ok(()) => Check {
            name: "data directory",
            standing: Standing::Ok,
            found: format!("{place} can be written"),
            mend: None,
        },
        Err(error) => Check {
            name: "data directory",
            standing: Standing::Missing,
            found: format!("{place} cannot be written: {error}"),
            mend: Some(format!(
                "mkdir -p '{place}' && chmod u+rwx '{place}', or set GREENROOM_HOME to another folder"
            )),
        },
    }
}

/// The browser, and what else the server says of itself.
fn of_health(health: &Value) -> Vec<Check> {
    let browser = &health["browser"];
    let issues = health["issues"].as_array().into_iter().flatten();
    let mut checks = Vec::new();
    let mut plays = browser["found"] == true;
    for issue in issues {
        let code = issue["code"].as_str().unwrap_or_default();
        // What earlier servers left concerns no machine.
        if issue["severity"] == "info" {
            continue;
        }
        let breaks = matches!(code, "browser-missing" | "browser-fails");
        plays &= !breaks;
        let fix = issue["fix"].as_str().unwrap_or_default().to_owned();
        checks.push(Check {
            name: match code.split('-').next() {
                Some("browser" | "stale") => "browser",
                Some("disk") => "disk",
                _ => "server",
            },
            standing: if breaks || issue["severity"] == "error" {
                Standing::Missing
            } else {
                Standing::Poor
            },
            found: issue["message"].as_str().unwrap_or_default().to_owned(),
            mend: Some(if breaks {
                install("chromium-headless-shell").unwrap_or(fix)
            } else {
                fix
            }),
        });
    }
    if plays {
        let text = |key: &str| browser[key].as_str().unwrap_or_default().to_owned();
        let found = format!("{} ({}) started", text("version"), text("path"));
        checks.insert(
            0,
            Check {
                name: "browser",
                standing: Standing::Ok,
                found,
                mend: None,
            },
        );
    }
    checks
}

/// The folders in which fontconfig looks.
fn font_folders() -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = [
        "/usr/share/fonts",
        "/usr/local/share/fonts",
        "/Library/Fonts",
    ]
    .map(PathBuf::from)
    .into();
    if let Some(home) = std::env::home_dir() {
        folders
            .extend([".fonts", ".local/share/fonts", "Library/Fonts"].map(|name| home.join(name)));
    }
    folders
}

/// Without a font pages are empty boxes, and pictures of them show nothing.
fn fonts(folders: &[PathBuf]) -> Check {
    let count: usize = folders.iter().map(|folder| fonts_below(folder, 4)).sum();
    if count > 0 {
        return Check {
            name: "fonts",
            standing: Standing::Ok,
            found: format!("{count} font files"),
            mend: None,
        };
    }
    let by_hand = "install a font such as Liberation Sans".to_owned();
    Check {
        name: "fonts",
        standing: Standing::Missing,
        found: "no font was found: pages would show no text".to_owned(),
        mend: Some(install("fonts-liberation").unwrap_or(by_hand)),
    }
}

fn fonts_below(folder: &Path, depth: usize) -> usize {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| {
            let path = entry.path();
            let extension = path.extension().and_then(|extension| extension.to_str());
            match extension.map(str::to_ascii_lowercase).as_deref() {
                Some("ttf" | "otf" | "ttc" | "pfb") => 1,
                _ if depth > 0 && entry.file_type().is_ok_and(|kind| kind.is_dir()) => {
                    fonts_below(&path, depth - 1)
                }
                _ => 0,
            }
        })
        .sum()
}

/// Whether the workbench finds a place to listen.
fn port() -> Check {
    let is_free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    let free = PORTS.into_iter().find(is_free);
    Check {
        name: "port",
        standing: if free.is_some() {
            Standing::Ok
        } else {
            Standing::Poor
        },
        found: match free {
            Some(port) => format!("{port} is free for the workbench"),
            None => format!("{} to {} are taken", PORTS.start(), PORTS.end()),
        },
        mend: free
            .is_none()
            .then(|| "greenroom --port 0 takes any that is free".to_owned()),
    }
}

/// The command that installs a Debian package, where there is one.
fn install(package: &str) -> Option<String> {
    let is_debian = Path::new("/usr/bin/apt-get").exists();
    is_debian.then(|| format!("sudo apt-get install {package}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_that_is_missing_is_told_with_what_installs_it() {
        let issue = json!({"code": "browser-missing", "severity": "warning",
                           "message": "no Chromium was found", "fix": "Install it."});
        let checks = of_health(&json!({"browser": {"found": false}, "issues": [issue]}));
        assert_eq!(checks.len(), 1);
        assert_eq!(checks[0].standing, Standing::Missing);
        let text = told(&checks);
        assert!(text.starts_with("missing  browser"), "{text}");
        assert!(
            text.contains("→ ") && text.ends_with("1 missing."),
            "{text}"
        );
    }

    #[test]
    fn a_browser_without_sandbox_still_plays() {
        let issue = json!({"code": "browser-without-sandbox", "severity": "warning",
                           "message": "it runs without its sandbox", "fix": "Run as a user."});
        let browser = json!({"found": true, "version": "Chrome/1", "path": "/x"});
        let checks = of_health(&json!({"browser": browser, "issues": [issue]}));
        let standings: Vec<Standing> = checks.iter().map(|one| one.standing).collect();
        assert_eq!(standings, [Standing::Ok, Standing::Poor]);
    }

    #[test]
    fn folders_without_fonts_and_folders_that_cannot_be_written_are_told() {
        let empty = tempfile::tempdir().unwrap();
        assert_eq!(
            fonts(&[empty.path().to_owned()]).standing,
            Standing::Missing
        );
        std::fs::create_dir(empty.path().join("truetype")).unwrap();
        std::fs::write(empty.path().join("truetype/A.TTF"), "").unwrap();
        assert_eq!(fonts(&[empty.path().to_owned()]).found, "1 font files");
        let file = empty.path().join("truetype/A.TTF");
        assert_eq!(writable(&file.join("data")).standing, Standing::Missing);
        assert_eq!(writable(&empty.path().join("data")).standing, Standing::Ok);
    }
}
