//! Which paths a caller may name.
//!
//! The client of a server on stdio is the person's own and may name every path that the person may
//! read. Whoever calls from elsewhere reaches what is theirs and the folders that the operator
//! opened, under any spelling: links are followed before anything is compared.

use std::fmt;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use percent_encoding::percent_decode_str;

/// What stands before a path below the data directory, where a caller cannot know that directory.
pub const OWN_SCHEME: &str = "greenroom://";

/// Folders of the data directory that its owner may read by path. Others hold secrets.
const READABLE: &[&str] = &[
    "answers",
    "courses",
    "field-logs",
    "files",
    "scorm-sessions",
    "sessions",
    "uploads",
];

/// The folder of the data directory that its owner may write to by path.
pub const WRITABLE: &str = "files";

/// What is done with a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// It is read: a package, a file.
    Read,
    /// It is written to: a new file or folder, or files inside of it.
    Write,
}

impl Purpose {
    /// By the mark of a parameter's schema.
    pub fn of_mark(mark: &str) -> Option<Self> {
        match mark {
            "read" => Some(Self::Read),
            "write" => Some(Self::Write),
            _ => None,
        }
    }
}

/// Which paths a caller may name; by default every one.
#[derive(Clone, Debug, Default)]
pub struct Reach(Option<Arc<Bounds>>);

#[derive(Debug)]
struct Bounds {
    /// The caller's own data directory, without links.
    own: PathBuf,
    /// Folders that the operator opened, without links.
    roots: Vec<PathBuf>,
    /// Bytes of all that the caller writes to the own directory by path.
    most_bytes: u64,
}

/// A path that the caller may not name, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{path}` {reason}")]
pub struct OutOfReach {
    /// As it was given, cut where it is very long.
    pub path: String,
    pub reason: Reason,
}

/// Why a path may not be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    NotAbsolute,
    Address,
    GoesUp,
    NotText,
    Outside,
    NotWritable,
    RootItself,
    DanglingLink,
    /// The caller's files take all the bytes that they may.
    NoRoom,
}

impl Reason {
    /// A word for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::NotAbsolute => "not_absolute",
            Self::Address => "address",
            Self::GoesUp => "goes_up",
            Self::NotText => "not_text",
            Self::Outside => "outside",
            Self::NotWritable => "not_writable",
            Self::RootItself => "root_itself",
            Self::DanglingLink => "dangling_link",
            Self::NoRoom => "no_room",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotAbsolute => "is not an absolute path of this server",
            Self::Address => "is an address, not a path",
            Self::GoesUp => "contains `..`",
            Self::NotText => "contains a character that no path has",
            Self::Outside => "is neither yours nor below a folder that this server opened",
            Self::NotWritable => "can be read, not written to",
            Self::RootItself => "is a folder that holds others; name something below it",
            Self::DanglingLink => "is a link that leads nowhere",
            Self::NoRoom => "cannot be written, since your files take all the bytes that they may",
        })
    }
}

impl Reach {
    /// Only what is below the caller's own data directory or one of the roots. All must exist.
    pub fn within(own: &Path, roots: &[PathBuf]) -> io::Result<Self> {
        let own = own.canonicalize()?;
        let roots = roots.iter().map(|root| root.canonicalize());
        let roots = roots.collect::<io::Result<Vec<_>>>()?;
        Ok(Self(Some(Arc::new(Bounds {
            own,
            roots,
            most_bytes: u64::MAX,
        }))))
    }

    /// With a bound for all that is written to the own directory by path.
    #[must_use]
    pub fn with_most_bytes(self, most_bytes: u64) -> Self {
        Self(self.0.map(|bounds| {
            Arc::new(Bounds {
                own: bounds.own.clone(),
                roots: bounds.roots.clone(),
                most_bytes,
            })
        }))
    }

    /// The most bytes that the caller's files may take, and how many they take.
    pub fn file_bytes(&self) -> Option<(u64, u64)> {
        let bounds = self.0.as_ref()?;
        Some((bounds.most_bytes, bounds.used()))
    }

    /// Whether every path may be named, as by the person at this machine.
    pub fn is_everywhere(&self) -> bool {
        self.0.is_none()
    }

    /// The path that is meant, without links as far as it exists; or why it may not be named.
    pub fn find(&self, given: &str, purpose: Purpose) -> Result<PathBuf, OutOfReach> {
        match &self.0 {
            None => Ok(PathBuf::from(given)),
            Some(bounds) => bounds.find(given, purpose).map_err(|reason| OutOfReach {
                path: given.chars().take(200).collect(),
                reason,
            }),
        }
    }

    /// As [`Reach::find`], of a path.
    pub fn find_path(&self, given: &Path, purpose: Purpose) -> Result<PathBuf, OutOfReach> {
        if self.is_everywhere() {
            return Ok(given.to_owned());
        }
        let text = given.to_str().ok_or_else(|| OutOfReach {
            path: given.to_string_lossy().chars().take(200).collect(),
            reason: Reason::NotText,
        })?;
        self.find(text, purpose)
    }
}

impl Bounds {
    fn find(&self, given: &str, purpose: Purpose) -> Result<PathBuf, Reason> {
        if given.chars().any(char::is_control) {
            return Err(Reason::NotText);
        }
        if let Some(own) = given.strip_prefix(OWN_SCHEME) {
            return self.find_own(own, purpose);
        }
        if is_address(given) {
            return Err(Reason::Address);
        }
        self.check(Path::new(given), purpose)
    }

    /// Addresses may carry names percent-encoded, and paths that became addresses do not.
    fn find_own(&self, given: &str, purpose: Purpose) -> Result<PathBuf, Reason> {
        let plain = self.check(&self.own.join(given.trim_start_matches('/')), purpose)?;
        let decoded = percent_decode_str(given).decode_utf8();
        let decoded = decoded.map_err(|_| Reason::NotText)?;
        if plain.exists() || decoded == given {
            return Ok(plain);
        }
        if decoded.chars().any(char::is_control) {
            return Err(Reason::NotText);
        }
        self.check(&self.own.join(decoded.trim_start_matches('/')), purpose)
    }

    fn check(&self, path: &Path, purpose: Purpose) -> Result<PathBuf, Reason> {
        if !path.is_absolute() {
            return Err(Reason::NotAbsolute);
        }
        if path.components().any(|part| part == Component::ParentDir) {
            return Err(Reason::GoesUp);
        }
        let real = real(path)?;
        self.judge(&real, purpose).map(|()| real)
    }

    fn used(&self) -> u64 {
        if self.most_bytes == u64::MAX {
            return 0;
        }
        bytes_below(&self.own.join(WRITABLE))
    }

    fn judge(&self, real: &Path, purpose: Purpose) -> Result<(), Reason> {
        if let Ok(inside) = real.strip_prefix(&self.own) {
            let mut parts = inside.components();
            let folder = parts.next().and_then(|part| part.as_os_str().to_str());
            let folder = folder.filter(|folder| READABLE.contains(folder));
            let folder = folder.ok_or(Reason::Outside)?;
            return match purpose {
                Purpose::Write if folder != WRITABLE => Err(Reason::NotWritable),
                Purpose::Write if parts.next().is_none() => Err(Reason::RootItself),
                Purpose::Write if self.used() >= self.most_bytes => Err(Reason::NoRoom),
                Purpose::Read | Purpose::Write => Ok(()),
            };
        }
        let root = self.roots.iter().find(|root| real.starts_with(root));
        match (root, purpose) {
            (None, _) => Err(Reason::Outside),
            // What is written may put more beside it.
            (Some(root), Purpose::Write) if real == root => Err(Reason::RootItself),
            (Some(_), _) => Ok(()),
        }
    }
}

/// What lies below a folder takes on the disk: a file at least a block, a folder one.
fn bytes_below(folder: &Path) -> u64 {
    const BLOCK: u64 = 4096;
    let (mut bytes, mut folders) = (0_u64, vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            // Not of what a link leads to.
            let Ok(facts) = entry.metadata() else {
                continue;
            };
            let own = if facts.is_file() { facts.len() } else { 0 };
            bytes = bytes.saturating_add(own.next_multiple_of(BLOCK).max(BLOCK));
            if facts.is_dir() {
                folders.push(entry.path());
            }
        }
    }
    bytes
}

/// The path without links: of what exists the real one, and the rest as it stands.
fn real(path: &Path) -> Result<PathBuf, Reason> {
    for existing in path.ancestors() {
        let Ok(real) = existing.canonicalize() else {
            // Whoever writes there would write to where the link leads.
            if existing.is_symlink() {
                return Err(Reason::DanglingLink);
            }
            continue;
        };
        let rest = path.strip_prefix(existing).unwrap_or(Path::new(""));
        return Ok(if rest.as_os_str().is_empty() {
            real
        } else {
            real.join(rest)
        });
    }
    Err(Reason::Outside)
}

/// `file:/etc`, `https://…`: a name of letters before a colon. A drive of one letter is no path here
/// either, and refused as not absolute.
fn is_address(text: &str) -> bool {
    let Some((scheme, _)) = text.split_once(':') else {
        return false;
    };
    scheme.len() > 1
        && scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme
            .chars()
            .all(|one| one.is_ascii_alphanumeric() || "+-.".contains(one))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    struct Place {
        folder: tempfile::TempDir,
        reach: Reach,
    }

    fn place() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let at = |path: &str| folder.path().join(path);
        for made in [
            "own/uploads/ab",
            "own/files/ui",
            "own/sessions/x",
            "own/run",
            "root/course",
            "secret",
        ] {
            fs::create_dir_all(at(made)).unwrap();
        }
        for file in ["own/uploads/ab/Tea 50%.zip", "own/run/token", "secret/key"] {
            fs::write(at(file), "x").unwrap();
        }
        let reach = Reach::within(&at("own"), &[at("root")]).unwrap();
        Place { folder, reach }
    }

    impl Place {
        fn path(&self, path: &str) -> String {
            let root = self.folder.path().canonicalize().unwrap();
            root.join(path).display().to_string()
        }

        fn refusal(&self, given: &str, purpose: Purpose) -> Option<Reason> {
            self.reach.find(given, purpose).err().map(|out| out.reason)
        }
    }

    #[test]
    fn what_is_ones_own_and_what_was_opened_is_reached() {
        let place = place();
        for (given, purpose, want) in [
            ("root", Purpose::Read, "root"),
            ("root/course", Purpose::Read, "root/course"),
            ("root/new/file.zip", Purpose::Write, "root/new/file.zip"),
            ("own/sessions/x", Purpose::Read, "own/sessions/x"),
            ("own/files/new", Purpose::Write, "own/files/new"),
        ] {
            let found = place.reach.find(&place.path(given), purpose);
            assert_eq!(found, Ok(place.path(want).into()), "{given}");
        }
        for (given, want) in [
            ("greenroom://files/ui", "own/files/ui"),
            (
                "greenroom://uploads/ab/Tea 50%.zip",
                "own/uploads/ab/Tea 50%.zip",
            ),
            (
                "greenroom://uploads/ab/Tea%2050%25.zip",
                "own/uploads/ab/Tea 50%.zip",
            ),
        ] {
            let found = place.reach.find(given, Purpose::Read);
            assert_eq!(found, Ok(place.path(want).into()), "{given}");
        }
        let everywhere = Reach::default().find("../x", Purpose::Write);
        assert_eq!(everywhere, Ok("../x".into()));
    }

    #[test]
    fn no_spelling_leads_out() {
        let place = place();
        let (secret, root) = (place.path("secret/key"), place.path("root"));
        for (given, want) in [
            (secret.as_str(), Reason::Outside),
            ("/etc/passwd", Reason::Outside),
            ("/", Reason::Outside),
            ("/nowhere/at/all", Reason::Outside),
            (&format!("{root}/../secret/key"), Reason::GoesUp),
            (&format!("{root}-other/x"), Reason::Outside),
            ("course", Reason::NotAbsolute),
            ("", Reason::NotAbsolute),
            ("~/x", Reason::NotAbsolute),
            ("C:\\Windows", Reason::NotAbsolute),
            ("\\\\host\\share", Reason::NotAbsolute),
            (&format!("file://{secret}"), Reason::Address),
            (&format!("FILE:{secret}"), Reason::Address),
            ("https://example.com/x.zip", Reason::Address),
            (&format!("{root}/a\0b"), Reason::NotText),
            ("greenroom://run/token", Reason::Outside),
            ("greenroom://", Reason::Outside),
            ("greenroom://uploads/../run/token", Reason::GoesUp),
            ("greenroom://files/%2e%2e/run/token", Reason::GoesUp),
            ("greenroom://files/%00", Reason::NotText),
            ("greenroom:///etc/passwd", Reason::Outside),
        ] {
            for purpose in [Purpose::Read, Purpose::Write] {
                assert_eq!(place.refusal(given, purpose), Some(want), "{given:?}");
            }
        }
    }

    #[test]
    fn what_is_read_is_not_written_to() {
        let place = place();
        for (given, want) in [
            ("greenroom://sessions/x/journal", Reason::NotWritable),
            ("greenroom://uploads/ab/x.zip", Reason::NotWritable),
            ("greenroom://files", Reason::RootItself),
            (place.path("root").as_str(), Reason::RootItself),
        ] {
            assert_eq!(place.refusal(given, Purpose::Write), Some(want), "{given}");
        }
    }

    #[test]
    fn what_is_written_has_a_bound_and_what_is_removed_makes_room() {
        let place = place();
        let reach = place.reach.clone().with_most_bytes(20_000);
        let refusal = |given: &str, purpose| reach.find(given, purpose).err().map(|it| it.reason);
        let new = "greenroom://files/new.zip";
        assert_eq!(refusal(new, Purpose::Write), None);
        let kept = place.folder.path().join("own/files/ui/large.bin");
        fs::write(&kept, vec![0; 16_000]).unwrap();
        assert_eq!(reach.file_bytes(), Some((20_000, 4096 + 16_384)));
        assert_eq!(refusal(new, Purpose::Write), Some(Reason::NoRoom));
        assert_eq!(
            refusal("greenroom://files/ui/large.bin", Purpose::Read),
            None
        );
        let elsewhere = place.path("root/new.zip");
        assert_eq!(
            refusal(&elsewhere, Purpose::Write),
            None,
            "roots are the operator's"
        );
        fs::remove_file(kept).unwrap();
        assert_eq!(refusal(new, Purpose::Write), None);
        // Many empty files take room too.
        for number in 0..5 {
            fs::write(place.folder.path().join(format!("own/files/{number}")), "").unwrap();
        }
        assert_eq!(refusal(new, Purpose::Write), Some(Reason::NoRoom));
    }

    #[cfg(unix)]
    #[test]
    fn links_count_as_what_they_lead_to() {
        use std::os::unix::fs::symlink;
        let place = place();
        let link = |to: &str, at: &str| symlink(place.path(to), place.path(at)).unwrap();
        link("secret", "root/out");
        link("secret/none", "root/nowhere");
        link("root/course", "root/in");
        for (given, want) in [
            ("root/out", Some(Reason::Outside)),
            ("root/out/key", Some(Reason::Outside)),
            ("root/out/new", Some(Reason::Outside)),
            ("root/nowhere", Some(Reason::DanglingLink)),
            ("root/in", None),
        ] {
            assert_eq!(
                place.refusal(&place.path(given), Purpose::Write),
                want,
                "{given}"
            );
        }
        let found = place.reach.find(&place.path("root/in"), Purpose::Read);
        assert_eq!(found, Ok(place.path("root/course").into()));
    }
}
