//! Which files Lua code reaches: those below the project, links followed.

use std::path::{Component, Path, PathBuf};

/// The project's folder as Lua code may use it.
#[derive(Clone, Debug)]
pub(crate) struct Reach {
    /// With all links followed.
    root: PathBuf,
    /// The human opened everything.
    full_access: bool,
}

impl Reach {
    pub(crate) fn new(base_dir: &Path, full_access: bool) -> std::io::Result<Self> {
        Ok(Self {
            root: base_dir.canonicalize()?,
            full_access,
        })
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn full_access(&self) -> bool {
        self.full_access
    }

    /// The real place of a path that Lua code names; relative paths begin at the project.
    pub(crate) fn resolve(&self, path: &str) -> Result<PathBuf, String> {
        let joined = self.root.join(path);
        if self.full_access {
            return Ok(joined);
        }
        let refused = || format!("{path}: not allowed outside of base_dir");
        let real = real_place(&joined).ok_or_else(refused)?;
        if !real.starts_with(&self.root) {
            return Err(refused());
        }
        // Opening a pipe or a device could wait forever.
        match std::fs::metadata(&real) {
            Ok(found) if !found.is_file() && !found.is_dir() => {
                Err(format!("{path}: not a regular file"))
            }
            _ => Ok(real),
        }
    }

    /// The name of a file for messages: relative to the project where it lies in it.
    pub(crate) fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root)
            .unwrap_or(path)
            .display()
            .to_string()
    }

    /// The file of a module: `lua/a/b.lua`, then `a/b.lua`.
    pub(crate) fn module(&self, name: &str) -> Result<PathBuf, String> {
        let plain = !name.is_empty()
            && name.split('.').all(|part| {
                !part.is_empty()
                    && part
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
            });
        let file = format!("{}.lua", name.replace('.', "/"));
        let candidates = [format!("lua/{file}"), file];
        if plain {
            for candidate in &candidates {
                if let Ok(path) = self.resolve(candidate)
                    && path.is_file()
                {
                    return Ok(path);
                }
            }
        }
        Err(format!(
            "module '{name}' not found: no file {} and no file {}",
            candidates[0], candidates[1]
        ))
    }
}

/// Follows the links of the part that exists; the rest may not climb.
fn real_place(path: &Path) -> Option<PathBuf> {
    let mut rest = Vec::new();
    let mut existing = path;
    loop {
        if let Ok(real) = existing.canonicalize() {
            return Some(rest.iter().rev().fold(real, |place, part| place.join(part)));
        }
        // A link that leads nowhere would be followed by whoever creates the file.
        if existing.is_symlink() {
            return None;
        }
        match existing.components().next_back()? {
            Component::Normal(part) => rest.push(part.to_owned()),
            _ => return None,
        }
        existing = existing.parent()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_project_is_reached() {
        let outside = tempfile::tempdir().unwrap();
        std::fs::write(outside.path().join("secret"), "x").unwrap();
        let base = tempfile::tempdir().unwrap();
        std::fs::create_dir(base.path().join("sub")).unwrap();
        std::fs::write(base.path().join("a.txt"), "x").unwrap();
        std::os::unix::fs::symlink(outside.path(), base.path().join("link")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("new"), base.path().join("dead")).unwrap();
        let reach = Reach::new(base.path(), false).unwrap();
        let inside = base.path().join("a.txt");
        for (path, allowed) in [
            ("a.txt", true),
            (inside.to_str().unwrap(), true),
            ("sub/new.txt", true),
            ("new/deep/file", true),
            ("sub/../a.txt", true),
            ("../x", false),
            ("new/../../x", false),
            ("/etc/passwd", false),
            ("link/secret", false),
            ("link/new", false),
            ("dead", false),
        ] {
            assert_eq!(reach.resolve(path).is_ok(), allowed, "{path}");
        }
    }
}
