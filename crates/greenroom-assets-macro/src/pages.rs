//! The pages of `web/`, built by Vite, and axe-core as its makers publish it.

use crate::failure::{Failure, run};
use crate::sources;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds the pages and lists every file of theirs with its name, so that pages may grow without a
/// change here.
///
/// Vite takes seconds and does not know what it made before, so it runs only when a source of the
/// pages changed.
pub(crate) fn build(root: &Path, out: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let web = root.join("web");
    let vite = web.join("node_modules/vite/bin/vite.js");
    if !vite.exists() {
        return Err(Failure::Missing(web.join("node_modules")));
    }
    install_changed_packages(&web)?;
    let (made, stamp) = (out.join("web"), out.join("web.stamp"));
    let wanted = sources::digest(&sources::of_pages(root)?)?;
    if !std::fs::read_to_string(&stamp).is_ok_and(|digest| digest == wanted) {
        run(
            "building the pages of web/ with node",
            Command::new("node")
                .arg(&vite)
                .args(["build", "--logLevel", "warn"])
                .env("GREENROOM_WEB_OUT", &made)
                .current_dir(&web),
        )?;
        std::fs::write(&stamp, wanted).map_err(|error| Failure::File(stamp, error))?;
    }
    let files = sources::below(&made)?;
    let named = files.into_iter().filter_map(|file| {
        let name = file.strip_prefix(&made).ok()?.to_str()?.replace('\\', "/");
        Some((name, file))
    });
    Ok(named.collect())
}

/// axe-core goes into the binary unmodified, with the licence in its first lines.
pub(crate) fn axe(web: &Path) -> Result<PathBuf, Failure> {
    let axe = web.join("node_modules/axe-core/axe.min.js");
    if axe.exists() {
        Ok(axe)
    } else {
        Err(Failure::Missing(axe))
    }
}

/// After a pull that changed the lock file the packages follow it, as `make setup` would do.
fn install_changed_packages(web: &Path) -> Result<(), Failure> {
    let lock = web.join("package-lock.json");
    let wanted = std::fs::read(&lock).map_err(|error| Failure::File(lock, error))?;
    let stamp = web.join("node_modules/.installed");
    if std::fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    run(
        "installing the npm packages of web/ with npm",
        Command::new("npm")
            .args(["ci", "--silent", "--no-audit", "--no-fund"])
            .arg("--ignore-scripts")
            .current_dir(web),
    )?;
    std::fs::write(&stamp, wanted).map_err(|error| Failure::File(stamp, error))
}
