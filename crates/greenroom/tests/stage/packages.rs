//! Real courses by others: each opens, shows something, is closed and comes back.

use std::error::Error;
use std::path::{Path, PathBuf};

use greenroom_testkit::{McpClient, Picture, test_data};
use serde_json::{Value, json};

use crate::client;

/// Courses whose first page never calls Initialize while it loads, with the reason.
const SILENT: &[(&str, &str)] = &[
    (
        "contentpackagingsinglesco",
        "a plain page without any API call",
    ),
    (
        "grishingrishin",
        "its page is a template that was never built; the scripts are not in the package",
    ),
    (
        "openolat",
        "its page looks for APIWrapper.js in a folder where it is not",
    ),
    (
        "sheldonkumar",
        "the scripts of the framework are not in the package",
    ),
];

/// Courses that begin with an asset, for which nobody initializes.
const ASSET_FIRST: &[&str] = &["haduart"];

/// Courses whose first page shows nothing, with the reason.
const BLANK: &[(&str, &str)] = &[
    (
        "grishingrishin",
        "its page is a template that was never built; the scripts are not in the package",
    ),
    (
        "nvadeveloper",
        "its page is drawn by scripts from the web, which it does not reach",
    ),
    (
        "sheldonkumar",
        "the scripts of the framework are not in the package",
    ),
];

/// What a course has shown.
struct Seen {
    initialized_by: String,
    blank: bool,
    resumed: bool,
    exit: String,
}

#[test]
fn browser_every_real_package_opens_and_comes_back() {
    let Some(folder) = test_data("packages") else {
        return;
    };
    let mut client = client();
    let mut failures = Vec::new();
    let packages = packages(&folder);
    assert!(!packages.is_empty());
    for package in &packages {
        let name = package.file_name().unwrap().to_string_lossy().into_owned();
        let silent = SILENT.iter().find(|(part, _)| name.contains(part));
        match play(&mut client, package) {
            Err(fault) => failures.push(format!("{name}: {fault}")),
            Ok(seen) => {
                println!(
                    "{name}: initialized by {}, left with {:?}, resumed {}",
                    seen.initialized_by, seen.exit, seen.resumed
                );
                let expected = match silent {
                    _ if ASSET_FIRST.iter().any(|part| name.contains(part)) => "null",
                    Some(_) => "greenroom",
                    None => "content",
                };
                if seen.initialized_by != expected {
                    let why = silent.map_or("it calls Initialize", |(_, why)| why);
                    failures.push(format!(
                        "{name}: initialized by {}, but {why}",
                        seen.initialized_by
                    ));
                }
                let blank = BLANK.iter().find(|(part, _)| name.contains(part));
                if seen.blank != blank.is_some() {
                    let why = blank.map_or("it shows something", |(_, why)| why);
                    failures.push(format!("{name}: blank {}, but {why}", seen.blank));
                }
                // The content's own exit decides.
                if seen.resumed != (seen.exit == "suspend") {
                    failures.push(format!(
                        "{name}: left with {:?}, resumed {}",
                        seen.exit, seen.resumed
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn packages(folder: &Path) -> Vec<PathBuf> {
    let entries = folder
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let is_package = |path: &PathBuf| {
        path.extension().is_some_and(|end| end == "zip") || path.join("imsmanifest.xml").exists()
    };
    let mut packages: Vec<PathBuf> = entries.filter(is_package).collect();
    packages.sort();
    packages
}

/// Opens, marks a place, closes, opens again.
fn play(client: &mut McpClient, package: &Path) -> Result<Seen, Box<dyn Error>> {
    let opened = open(client, package)?;
    let initialized_by = opened["runtime"]["initialized_by"].to_string();
    let (set, get, location) = if opened["course"]["scorm_version"] == "1.2" {
        ("LMSSetValue", "LMSGetValue", "cmi.core.lesson_location")
    } else {
        ("SetValue", "GetValue", "cmi.location")
    };
    let session_id = opened["session_id"].as_str().unwrap_or_default().to_owned();
    let call = |method: &str, args: &[&str]| json!({"session_id": session_id, "method": method, "args": args});
    if initialized_by != "null" {
        let answer = tool(client, "scorm_api_call", call(set, &[location, "a place"]))?;
        if answer["result"] != "true" {
            return Err(format!("{set}: {answer}").into());
        }
        let answer = tool(client, "scorm_api_call", call(get, &[location]))?;
        if answer["result"] != "a place" {
            return Err(format!("{get}: {answer}").into());
        }
    }
    let blank = picture(client, &session_id)?.is_blank();
    let closed = tool(
        client,
        "scorm_close_course",
        json!({"session_id": session_id}),
    )?;
    let again = open(client, package)?;
    tool(
        client,
        "scorm_close_course",
        json!({"session_id": again["session_id"]}),
    )?;
    Ok(Seen {
        blank,
        initialized_by: initialized_by.trim_matches('"').to_owned(),
        resumed: again["resume"]["resumed"] == true,
        exit: closed["saved"]["exit"]
            .as_str()
            .unwrap_or_default()
            .to_owned(),
    })
}

fn open(client: &mut McpClient, package: &Path) -> Result<Value, Box<dyn Error>> {
    tool(
        client,
        "scorm_open_course",
        json!({"package_path": package}),
    )
}

/// The file of a picture of the course as it is.
fn picture(client: &mut McpClient, session_id: &str) -> Result<Picture, Box<dyn Error>> {
    let arguments = json!({"session_id": session_id});
    let call = json!({"name": "scorm_capture_screenshot", "arguments": arguments});
    let answer = client.request("tools/call", call);
    let text = answer["result"]["content"][1]["text"].as_str();
    let envelope: Value = serde_json::from_str(text.unwrap_or_default())
        .map_err(|error| format!("scorm_capture_screenshot: {error}: {answer}"))?;
    let path = envelope["data"]["artifact_path"]
        .as_str()
        .unwrap_or_default();
    let file = std::fs::read(path).map_err(|error| format!("{path}: {error}"))?;
    Ok(Picture::decode(&file))
}

fn tool(client: &mut McpClient, name: &str, arguments: Value) -> Result<Value, Box<dyn Error>> {
    match client.call(name, arguments) {
        Ok(envelope) => Ok(envelope["data"].clone()),
        Err(error) => Err(format!("{name}: {error}").into()),
    }
}
