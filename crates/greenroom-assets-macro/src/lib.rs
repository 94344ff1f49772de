//! Makes what the binary embeds: the engine as WebAssembly, and the pages of `web/`.
//!
//! This is a macro and not a build script, because Cargo runs build scripts for `cargo check` and
//! clippy too and does not tell them which it is. A macro runs inside the compiler, whose arguments
//! say whether anything will be linked.

mod engine;
mod failure;
mod pages;
mod purpose;
mod sources;
mod table;

use failure::Failure;
use proc_macro::TokenStream;
use std::path::PathBuf;
use table::Table;

/// Declares `ENGINE`, `AXE` and `PAGES`; they are empty where nothing will be linked.
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
    let root = folder("CARGO_MANIFEST_DIR")?.join("../..");
    let out = folder("OUT_DIR")?;
    let web = root.join("web");
    Ok(Table {
        engine: Some(engine::build(&root, &out)?),
        axe: Some(pages::axe(&web)?),
        pages: pages::build(&root, &out)?,
        sources: sources::all(&root)?,
    })
}

fn folder(variable: &'static str) -> Result<PathBuf, Failure> {
    std::env::var_os(variable)
        .map(PathBuf::from)
        .ok_or(Failure::NotSet(variable))
}
