//! The constants that the macro declares.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// What was made; nothing where the compiler only checks.
#[derive(Default)]
pub(crate) struct Table {
    pub(crate) engine: Option<PathBuf>,
    pub(crate) inspecting: Option<PathBuf>,
    pub(crate) lms: Option<PathBuf>,
    pub(crate) axe: Option<PathBuf>,
    pub(crate) pages: Vec<(String, PathBuf)>,
    /// Files that the compiler is told of, so that a change of one compiles the crate again.
    pub(crate) sources: Vec<PathBuf>,
}

impl Table {
    /// The same names and types in every case.
    pub(crate) fn declarations(&self) -> String {
        let bytes = |file: &Option<PathBuf>| file.as_deref().map_or("&[]".to_owned(), bytes_of);
        let (engine, inspecting) = (bytes(&self.engine), bytes(&self.inspecting));
        let lms = bytes(&self.lms);
        let axe = self.axe.as_deref().map_or_else(
            || "\"\"".to_owned(),
            |file| format!("include_str!({:?})", file.display().to_string()),
        );
        let mut pages = String::new();
        for (name, file) in &self.pages {
            let _infallible = writeln!(pages, "({name:?}, {}),", bytes_of(file));
        }
        let mut watched = String::new();
        for file in &self.sources {
            let _infallible = writeln!(watched, "const _: &[u8] = {};", bytes_of(file));
        }
        format!(
            "/// The player's engine, as WebAssembly.\n\
             pub const ENGINE: &[u8] = {engine};\n\
             /// The engine of those who look at a session, as WebAssembly.\n\
             pub const INSPECTING_ENGINE: &[u8] = {inspecting};\n\
             /// The code of LMSs for the player page, as WebAssembly.\n\
             pub const LMS: &[u8] = {lms};\n\
             /// axe-core as its makers publish it: a script that audits the accessibility of a \
             document.\n\
             pub const AXE: &str = {axe};\n\
             /// Every file of the pages, by its path below the folder that they were built into.\n\
             pub const PAGES: &[(&str, &[u8])] = &[{pages}];\n\
             {watched}"
        )
    }
}

fn bytes_of(file: &Path) -> String {
    format!("include_bytes!({:?})", file.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn names_are_the_same_with_and_without_files() {
        let made = Table {
            engine: Some("out/engine.wasm".into()),
            inspecting: Some("out/inspecting_engine.wasm".into()),
            lms: Some("out/lms.wasm".into()),
            axe: Some("axe \"x\".js".into()),
            pages: vec![("ui/ui.js".to_owned(), "out/web/ui/ui.js".into())],
            sources: vec!["web/ui/main.ts".into()],
        };
        let (made, empty) = (made.declarations(), Table::default().declarations());
        for name in [
            "const ENGINE: &[u8] =",
            "INSPECTING_ENGINE: &[u8] =",
            "LMS: &[u8] =",
            "AXE: &str =",
            "PAGES: &[(&str, &[u8])] =",
        ] {
            assert!(made.contains(name) && empty.contains(name), "{name}");
        }
        assert!(made.contains(r#"include_str!("axe \"x\".js")"#), "{made}");
        assert!(made.contains(r#"const _: &[u8] = include_bytes!("web/ui/main.ts");"#));
        assert!(!empty.contains("include"), "{empty}");
    }
}
