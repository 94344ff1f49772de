//! Builds what the binary embeds: the engine as WebAssembly, and the pages of `web/`.
//!
//! Both go to `OUT_DIR` and are made again only when their sources changed.

use std::fmt::Write as _;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

const ENGINE_SOURCES: &[&str] = &[
    "crates/scorm-package",
    "crates/scorm-sequencing",
    "crates/scorm-runtime",
    "crates/scorm-session",
    "crates/scorm-wasm",
];

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let out = PathBuf::from(std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    for source in ENGINE_SOURCES {
        watch(&root.join(source).join("src"));
        watch(&root.join(source).join("Cargo.toml"));
    }
    for part in [
        "player",
        "workbench",
        "ui",
        "package-lock.json",
        "vite.config.js",
        "tsconfig.json",
    ] {
        watch(&root.join("web").join(part));
    }
    watch(&root.join("crates/scorm-wasm/js"));
    build_engine(&root, &out);
    let pages = out.join("web");
    build_pages(&root.join("web"), &pages);
    write_file_table(&pages, &out.join("web_files.rs"));
    name_ui_build(&root, &pages);
    copy_axe(&root.join("web"), &out);
}

/// The UI page's addresses change with its content, so that browsers may keep its files.
fn name_ui_build(root: &Path, web: &Path) {
    let mut hasher = std::hash::DefaultHasher::new();
    for file in [
        root.join("web/ui/page.html"),
        web.join("ui/ui.js"),
        web.join("ui/ui.css"),
        web.join("ui-worker/ui-worker.js"),
    ] {
        let bytes = std::fs::read(&file);
        bytes
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()))
            .hash(&mut hasher);
    }
    println!(
        "cargo::rustc-env=GREENROOM_UI_BUILD={:016x}",
        hasher.finish()
    );
}

fn watch(path: &Path) {
    // Cargo takes a watched path that does not exist for one that always changes.
    if !path.exists() {
        return;
    }
    println!("cargo::rerun-if-changed={}", path.display());
}

/// A target folder of its own: the outer cargo holds the lock of the usual one.
fn build_engine(root: &Path, out: &Path) {
    let target = out.join("wasm");
    run(
        Command::new(env!("CARGO"))
            .args(["build", "--locked", "--package", "scorm-wasm"])
            .args(["--profile", "wasm", "--target", "wasm32-unknown-unknown"])
            .arg("--target-dir")
            .arg(&target)
            // Flags and wrappers of the outer build are for the host.
            .env_remove("CARGO_ENCODED_RUSTFLAGS")
            .env_remove("RUSTFLAGS")
            .env_remove("CARGO_BUILD_TARGET")
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .env_remove("RUSTC_WRAPPER")
            .current_dir(root),
        "building the engine for WebAssembly failed; `make setup` adds the wasm32 target",
    );
    let built = target.join("wasm32-unknown-unknown/wasm/scorm_wasm.wasm");
    std::fs::copy(&built, out.join("engine.wasm")).expect("the engine was built");
}

fn build_pages(web: &Path, out: &Path) {
    let vite = web.join("node_modules/vite/bin/vite.js");
    assert!(
        vite.exists(),
        "web/node_modules is missing: run `make setup` (or `npm ci` in web/)"
    );
    install_changed_packages(web);
    run(
        Command::new("node")
            .arg(&vite)
            .args(["build", "--logLevel", "warn"])
            .env("GREENROOM_WEB_OUT", out)
            .current_dir(web),
        "building the pages of web/ failed",
    );
}

/// After a pull that changed the lock file the packages follow it, as `make setup` would do.
fn install_changed_packages(web: &Path) {
    let wanted = std::fs::read(web.join("package-lock.json")).expect("the lock file is committed");
    let stamp = web.join("node_modules/.installed");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return;
    }
    run(
        Command::new("npm")
            .args(["ci", "--silent", "--no-audit", "--no-fund"])
            .arg("--ignore-scripts")
            .current_dir(web),
        "installing the npm packages of web/ failed; run `make setup`",
    );
    std::fs::write(&stamp, wanted).expect("npm made the folder");
}

/// Lists what the web build made, so that pages may grow without a change here.
fn write_file_table(pages: &Path, table: &Path) {
    let mut files = Vec::new();
    list_files(pages, &mut files);
    files.sort();
    let mut rows = String::new();
    for file in &files {
        let name = file.strip_prefix(pages).expect("it was found there");
        let name = name.display().to_string().replace('\\', "/");
        let file = file.display().to_string();
        writeln!(rows, "    ({name:?}, include_bytes!({file:?})),").expect("a string takes all");
    }
    let source = format!("pub(crate) const FILES: &[(&str, &[u8])] = &[\n{rows}];\n");
    std::fs::write(table, source).expect("the build folder can be written");
}

fn list_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the web build made it") {
        let path = entry.expect("an entry of the build folder").path();
        if path.is_dir() {
            list_files(&path, files);
        } else {
            files.push(path);
        }
    }
}

/// axe-core goes into the binary unmodified, with the licence in its first lines.
fn copy_axe(web: &Path, out: &Path) {
    let axe = web.join("node_modules/axe-core/axe.min.js");
    assert!(
        axe.exists(),
        "web/node_modules lacks axe-core: run `make setup` (or `npm ci` in web/)"
    );
    std::fs::copy(&axe, out.join("axe.min.js")).expect("axe-core can be copied");
}

fn run(command: &mut Command, failure: &str) {
    match command.status() {
        Ok(status) if status.success() => {}
        Ok(status) => panic!("{failure} ({status})"),
        Err(error) => panic!("{failure}: {error}"),
    }
}
