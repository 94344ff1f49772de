//! What people install: each package is made, unpacked into an empty folder, and run there.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use greenroom_testkit::McpClient;
use serde_json::{Value, json};

use super::GREENROOM;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn run(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output();
    let output = output.unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
    output
}

fn shell(script: &str, folder: &Path) -> String {
    let mut command = Command::new("bash");
    command
        .args(["-euo", "pipefail", "-c", script])
        .current_dir(folder);
    String::from_utf8(run(&mut command).stdout).unwrap()
}

/// The only file of the folder whose name ends so.
fn file(folder: &Path, ending: &str) -> PathBuf {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    let mut found = entries.map(|entry| entry.path()).filter(|path| {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        name.ends_with(ending)
    });
    let file = found
        .next()
        .unwrap_or_else(|| panic!("no {ending} in {}", folder.display()));
    assert!(found.next().is_none(), "more than one {ending}");
    file
}

/// The program answers, and checks a course.
fn works(program: &Path) {
    let version = run(Command::new(program).arg("--version")).stdout;
    let version = String::from_utf8(version).unwrap();
    assert_eq!(
        version.trim(),
        format!("greenroom {}", env!("CARGO_PKG_VERSION"))
    );
    let home = tempfile::tempdir().unwrap();
    run(Command::new(program)
        .arg("check")
        .arg(repository().join("examples/courses/tea-tasting"))
        .env("GREENROOM_HOME", home.path()));
}

#[test]
fn every_package_is_installed_from_its_file_and_runs() {
    let place = tempfile::tempdir().unwrap();
    let (program, out) = (place.path().join("greenroom"), place.path().join("out"));
    // Debug information would be most of every package.
    run(Command::new("strip").arg("-o").arg(&program).arg(GREENROOM));
    run(Command::new(repository().join("scripts/dist"))
        .arg(&program)
        .arg(&out));
    let clean = |name: &str| {
        let folder = place.path().join(name);
        std::fs::create_dir(&folder).unwrap();
        folder
    };
    shell("sha256sum --quiet -c SHA256SUMS", &out);

    let folder = clean("archive");
    let archive = file(&out, &format!("-linux-{}.tar.gz", std::env::consts::ARCH));
    shell(
        &format!("tar -xzf {} --strip-components=1", archive.display()),
        &folder,
    );
    works(&folder.join("greenroom"));
    for page in ["greenroom.1", "greenroom-check.1", "greenroom-play.1"] {
        let text = std::fs::read_to_string(folder.join("man").join(page)).unwrap();
        assert!(text.contains(".SH NAME"), "{page}");
    }
    assert!(folder.join("completions/_greenroom").is_file());

    let folder = clean("debian");
    let package = file(&out, ".deb");
    let depends = shell(
        &format!("dpkg-deb -f {} Depends", package.display()),
        &folder,
    );
    assert!(depends.contains("chromium"), "{depends}");
    shell(&format!("dpkg-deb -x {} .", package.display()), &folder);
    works(&folder.join("usr/bin/greenroom"));

    let folder = clean("npm");
    let package = file(&out, ".tgz");
    shell(
        &format!(
            "npm install --silent --offline --no-audit --no-fund {}",
            package.display()
        ),
        &folder,
    );
    assert_eq!(
        shell("npx --offline greenroom --version", &folder)
            .split(' ')
            .next(),
        Some("greenroom")
    );
    works(&folder.join("node_modules/.bin/greenroom"));

    let folder = clean("bundle");
    shell(
        &format!("python3 -m zipfile -e {} .", file(&out, ".mcpb").display()),
        &folder,
    );
    bundle_works(&folder);

    let folder = clean("source");
    let source = file(&out, "-source.tar.gz");
    shell(
        &format!("tar -xzf {} --strip-components=1", source.display()),
        &folder,
    );
    builds_without_node(&folder);

    let server: Value =
        serde_json::from_slice(&std::fs::read(out.join("server.json")).unwrap()).unwrap();
    assert_eq!(server["version"], env!("CARGO_PKG_VERSION"));
    let named = shell(
        &format!("tar -xzOf {} package/package.json", package.display()),
        &folder,
    );
    let named: Value = serde_json::from_str(&named).unwrap();
    assert_eq!(named["mcpName"], server["name"]);
}

/// A client starts what the manifest says, and is answered.
fn bundle_works(folder: &Path) {
    let manifest = std::fs::read(folder.join("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["version"], env!("CARGO_PKG_VERSION"));
    let config = &manifest["server"]["mcp_config"];
    assert_eq!(config["args"], json!(["--mcp"]));
    let command = config["command"].as_str().unwrap();
    let program = command.replace("${__dirname}", &folder.display().to_string());
    // Python's unpacking forgets who may run a file; clients do not.
    shell(&format!("chmod +x {program}"), folder);
    let mut client = McpClient::start(program);
    client.initialize("2025-06-18");
    assert_eq!(client.data("scorm_echo", json!({"a": 1}))["echoed"]["a"], 1);
}

/// What the program embeds is compiled with neither Node nor npm to be found.
fn builds_without_node(folder: &Path) {
    let tools = folder.join("tools");
    std::fs::create_dir(&tools).unwrap();
    for tool in ["node", "npm"] {
        let path = tools.join(tool);
        std::fs::write(&path, "#!/bin/sh\nexit 1\n").unwrap();
        shell(&format!("chmod +x {}", path.display()), folder);
    }
    let path = format!("{}:{}", tools.display(), std::env::var("PATH").unwrap());
    run(Command::new(env!("CARGO"))
        .args([
            "build",
            "--locked",
            "--quiet",
            "--package",
            "greenroom-assets",
        ])
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("PATH", path));
    assert!(!folder.join("web/node_modules").exists());
}
