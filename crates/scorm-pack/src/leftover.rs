//! Files that lie in the folder of a course and are no part of it.

/// Why a file is no part of the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leftover {
    /// An operating system left it.
    OperatingSystem,
    /// Version control.
    VersionControl,
    /// Hidden, a backup, or an editor's own.
    Editor,
    /// A package manager's folder.
    PackageManager,
    /// For testing the course: rehearsals and settings of Greenroom.
    Testing,
}

impl Leftover {
    /// The reason for people.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::OperatingSystem => "left by an operating system",
            Self::VersionControl => "version control",
            Self::Editor => "hidden, or left by an editor",
            Self::PackageManager => "of a package manager",
            Self::Testing => "for testing the course",
        }
    }

    /// May content use it all the same? A page can load a script from `node_modules`.
    pub(crate) const fn may_be_used(self) -> bool {
        matches!(self, Self::Editor | Self::PackageManager)
    }
}

const VERSION_CONTROL: &[&str] = &[".git", ".svn", ".hg", ".bzr", "cvs", "_darcs"];
const PACKAGE_MANAGERS: &[&str] = &["node_modules", "bower_components", "jspm_packages"];
const BACKUPS: &[&str] = &[
    "bak", "orig", "rej", "swp", "swo", "tmp", "temp", "old", "psd~",
];

/// What kind of leftover a file is, by its path; none if it may be content.
pub fn leftover(path: &str) -> Option<Leftover> {
    let lower = path.to_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let mut above = folders.split('/');
    if above.clone().any(|part| part == "__macosx")
        || name.starts_with("._")
        || matches!(
            name,
            ".ds_store" | "thumbs.db" | "ehthumbs.db" | "desktop.ini" | ".localized"
        )
    {
        return Some(Leftover::OperatingSystem);
    }
    if above.clone().any(|part| VERSION_CONTROL.contains(&part))
        || matches!(
            name,
            ".gitignore" | ".gitattributes" | ".gitmodules" | ".hgignore"
        )
    {
        return Some(Leftover::VersionControl);
    }
    if matches!(name, "greenroom.toml" | "known-findings.txt")
        || above.clone().any(|part| part == "rehearsals")
        || ["yaml", "yml", "json"]
            .iter()
            .any(|extension| name.ends_with(&format!(".rehearsal.{extension}")))
    {
        return Some(Leftover::Testing);
    }
    if above.clone().any(|part| PACKAGE_MANAGERS.contains(&part)) {
        return Some(Leftover::PackageManager);
    }
    let is_hidden = |part: &str| part.starts_with('.') && part != "." && part != "..";
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if above.any(is_hidden)
        || is_hidden(name)
        || name.ends_with('~')
        || name.starts_with("~$")
        || BACKUPS.contains(&extension)
        || extension.starts_with("sublime-")
    {
        return Some(Leftover::Editor);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Leftover, leftover};

    #[test]
    fn leftovers_are_known_by_their_names() {
        for (path, want) in [
            ("index.html", None),
            ("img/.DS_Store", Some(Leftover::OperatingSystem)),
            ("__MACOSX/._index.html", Some(Leftover::OperatingSystem)),
            ("img/Thumbs.db", Some(Leftover::OperatingSystem)),
            (".git/HEAD", Some(Leftover::VersionControl)),
            ("sub/.gitignore", Some(Leftover::VersionControl)),
            ("node_modules/a/b.js", Some(Leftover::PackageManager)),
            ("modules/a/b.js", None),
            (".vscode/settings.json", Some(Leftover::Editor)),
            ("index.html~", Some(Leftover::Editor)),
            ("index.html.bak", Some(Leftover::Editor)),
            ("rehearsals/reading.yaml", Some(Leftover::Testing)),
            ("pass.rehearsal.yml", Some(Leftover::Testing)),
            ("greenroom.toml", Some(Leftover::Testing)),
            ("data/old.json", None),
        ] {
            assert_eq!(leftover(path), want, "{path}");
        }
    }
}
