//! Assets that were made before. A source archive holds them, so that it builds without Node and
//! without the WebAssembly target; a checkout never does.

use crate::failure::Failure;
use crate::sources;
use crate::table::Table;
use std::path::Path;

/// What lies ready in `made/` beside the crate's manifest, if that folder is there.
pub(crate) fn find(manifest: &Path) -> Result<Option<Table>, Failure> {
    let folder = manifest.join("made");
    if !folder.is_dir() {
        return Ok(None);
    }
    let file = |name: &str| {
        let file = folder.join(name);
        if file.is_file() {
            Ok(Some(file))
        } else {
            Err(Failure::Incomplete(file))
        }
    };
    let web = folder.join("web");
    let pages = sources::below(&web)?.into_iter().filter_map(|file| {
        let name = file.strip_prefix(&web).ok()?.to_str()?.replace('\\', "/");
        Some((name, file))
    });
    Ok(Some(Table {
        engine: file("engine.wasm")?,
        inspecting: file("inspecting_engine.wasm")?,
        lms: file("lms.wasm")?,
        axe: file("axe.min.js")?,
        pages: pages.collect(),
        sources: Vec::new(),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_ready_is_taken_whole_or_not_at_all() {
        let crate_folder = std::env::temp_dir().join(format!("made-{}", std::process::id()));
        let made = crate_folder.join("made");
        std::fs::create_dir_all(&crate_folder).unwrap();
        assert!(find(&crate_folder).unwrap().is_none());
        std::fs::create_dir_all(made.join("web/player")).unwrap();
        std::fs::write(made.join("web/player/index.html"), "").unwrap();
        for name in ["engine.wasm", "inspecting_engine.wasm", "lms.wasm"] {
            std::fs::write(made.join(name), "").unwrap();
        }
        let missing = find(&crate_folder).err().map(|failure| failure.to_string());
        assert!(missing.is_some_and(|text| text.contains("axe.min.js")));
        std::fs::write(made.join("axe.min.js"), "").unwrap();
        let table = find(&crate_folder).unwrap().unwrap();
        assert_eq!(table.pages[0].0, "player/index.html");
        std::fs::remove_dir_all(crate_folder).unwrap();
    }
}
