//! Makes what the binary embeds: the engine as WebAssembly, and the pages of `web/`.
//!
//! This is a macro and not a build script, because Cargo runs build scripts for `cargo check` and
//! clippy too and does not tell them which it is. A macro runs inside the compiler, whose arguments
//! say whether anything will be linked.

mod engine;
mod failure;
mod made;
mod pages;
mod purpose;
mod sources;
mod table;

use engine::Engine;
use failure::Failure;
use proc_macro::TokenStream;
use std::path::{Path, PathBuf};
use std::time::SystemTime;
use table::Table;

/// Declares `ENGINE`, `INSPECTING_ENGINE`, `LMS`, `AXE` and `PAGES`; they are empty where nothing will be linked.
#[proc_macro]
pub fn make_assets(_: TokenStream) -> TokenStream {
    let declarations = if purpose::is_to_be_linked(std::env::args()) {
        match make() {
            Ok(table) => table.declarations(),
            Err(failure) => format!("compile_error!({:?});", failure.to_string()),
        }
    } else {
        Table::default().declarations()
    };
    // The text is made by `table` alone, with every name as a Rust string.
    declarations.parse().unwrap_or_default()
}

/// Makes everything in the folder that Cargo gave the crate.
fn make() -> Result<Table, Failure> {
    let manifest = folder("CARGO_MANIFEST_DIR")?;
    if let Some(table) = made::find(&manifest)? {
        return Ok(table);
    }
    let root = manifest.ancestors().nth(2).unwrap_or(&manifest);
    let out = folder("OUT_DIR")?;
    let web = root.join("web");
    // Pages first: what they need is missing more often.
    let pages = pages::build(root, &out)?;
    let engine = engine::build(root, &out, Engine::Player)?;
    let inspecting = engine::build(root, &out, Engine::Inspector)?;
    let lms = engine::build(root, &out, Engine::Lms)?;
    let made = pages.iter().map(|(_, file)| file);
    for file in made.chain([&engine, &inspecting, &lms]) {
        make_old(file).map_err(|error| Failure::File(file.clone(), error))?;
    }
    Ok(Table {
        engine: Some(engine),
        inspecting: Some(inspecting),
        lms: Some(lms),
        axe: Some(pages::axe(&web)?),
        pages,
        sources: sources::all(root)?,
    })
}

/// Cargo compiles again when a file that the compiler read is younger than the start of the
/// compilation, and these are made after it. Their sources decide alone.
fn make_old(file: &Path) -> std::io::Result<()> {
    let file = std::fs::File::options().write(true).open(file)?;
    file.set_modified(SystemTime::UNIX_EPOCH)
}

fn folder(variable: &'static str) -> Result<PathBuf, Failure> {
    std::env::var_os(variable)
        .map(PathBuf::from)
        .ok_or(Failure::NotSet(variable))
}
