//! The path rules: which names may exist in a package, and which file a reference means.

use crate::manifest::{is_absolute, split_path};
use crate::problem::ProblemKind;

/// Why a name or reference is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PathFault {
    /// It begins with `/`.
    Absolute,
    /// It leads out of the package by `..`.
    Traversal,
    /// It begins with a drive letter.
    DriveLetter,
    /// It contains a backslash.
    Backslash,
    /// It contains a NUL character.
    Nul,
    /// Nothing remains of it.
    Empty,
    /// It has a scheme or host: it is not in the package.
    External,
}

impl PathFault {
    /// The kind of problem it is for an entry of a package.
    pub const fn problem_kind(self) -> ProblemKind {
        match self {
            Self::Absolute | Self::External => ProblemKind::NameAbsolute,
            Self::Traversal => ProblemKind::NameTraversal,
            Self::DriveLetter => ProblemKind::NameDriveLetter,
            Self::Backslash => ProblemKind::NameBackslash,
            Self::Nul => ProblemKind::NameNul,
            Self::Empty => ProblemKind::NameEmpty,
        }
    }

    /// What is wrong, to be put after the name.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Absolute => "begins with `/`",
            Self::Traversal => "leads out of the package by `..`",
            Self::DriveLetter => "begins with a drive letter",
            Self::Backslash => "contains a backslash",
            Self::Nul => "contains a NUL character",
            Self::Empty => "is empty",
            Self::External => "is not in the package",
        }
    }
}

/// Checks the name of a zip entry or folder entry; gives it without `.` and empty segments.
pub fn check_name(name: &str) -> Result<String, PathFault> {
    if name.contains('\0') {
        return Err(PathFault::Nul);
    }
    // A traversal by backslashes is a traversal first.
    if name.split(['/', '\\']).any(|segment| segment == "..") {
        return Err(PathFault::Traversal);
    }
    if name.starts_with('/') || name.starts_with("\\\\") {
        return Err(PathFault::Absolute);
    }
    if let [letter, b':', ..] = name.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        return Err(PathFault::DriveLetter);
    }
    if name.contains('\\') {
        return Err(PathFault::Backslash);
    }
    if !name.split('/').any(|segment| matches!(segment, "" | ".")) {
        return Ok(name.to_owned());
    }
    let kept: Vec<&str> = name
        .split('/')
        .filter(|segment| !matches!(*segment, "" | "."))
        .collect();
    if kept.is_empty() {
        Err(PathFault::Empty)
    } else {
        Ok(kept.join("/"))
    }
}

/// The file that a URL of the manifest means: query and fragment dropped, percent-decoded once,
/// inner `..` resolved. What leads out of the package is refused.
pub fn file_path(url: &str) -> Result<String, PathFault> {
    let (path, _) = split_path(url);
    if let [letter, b':', ..] = path.as_bytes()
        && letter.is_ascii_alphabetic()
    {
        return Err(PathFault::DriveLetter);
    }
    if is_absolute(path) {
        return Err(PathFault::External);
    }
    let decoded = percent_decode(path);
    let mut kept: Vec<&str> = Vec::new();
    for segment in decoded.split('/') {
        match segment {
            ".." if kept.pop().is_none() => return Err(PathFault::Traversal),
            "" if kept.is_empty() && decoded.starts_with('/') => return Err(PathFault::Absolute),
            "" | "." | ".." => {}
            _ => kept.push(segment),
        }
    }
    check_name(&kept.join("/"))
}

/// Decodes `%41`. What is not an escape stays; bytes that are not UTF-8 leave the whole text as it is.
fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'%'
            && let (Some(high), Some(low)) = (digit(bytes.get(at + 1)), digit(bytes.get(at + 2)))
        {
            decoded.push((high * 16 + low) as u8);
            at += 3;
        } else {
            decoded.push(byte);
            at += 1;
        }
    }
    String::from_utf8(decoded).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{PathFault, check_name, file_path};

    #[test]
    fn entry_names_are_checked() {
        for (name, want) in [
            ("a/b.htm", Ok("a/b.htm")),
            ("./a//b.htm", Ok("a/b.htm")),
            ("a..b/c", Ok("a..b/c")),
            ("/etc/passwd", Err(PathFault::Absolute)),
            ("\\\\host\\share", Err(PathFault::Absolute)),
            ("../x", Err(PathFault::Traversal)),
            ("a/../../x", Err(PathFault::Traversal)),
            ("..\\..\\x", Err(PathFault::Traversal)),
            ("C:\\x", Err(PathFault::DriveLetter)),
            ("c:/x", Err(PathFault::DriveLetter)),
            ("a\\b", Err(PathFault::Backslash)),
            ("a\0b", Err(PathFault::Nul)),
            ("", Err(PathFault::Empty)),
            ("./", Err(PathFault::Empty)),
        ] {
            assert_eq!(
                check_name(name).as_deref(),
                want.as_ref().map(|want| *want),
                "{name:?}"
            );
        }
    }

    #[test]
    fn references_find_their_file() {
        for (url, want) in [
            ("a.htm?x=1#y", Ok("a.htm")),
            ("my%20file.htm", Ok("my file.htm")),
            ("a/../b.htm", Ok("b.htm")),
            ("100%.htm", Ok("100%.htm")),
            ("%2541.htm", Ok("%41.htm")),
            ("%FF.htm", Ok("%FF.htm")),
            ("../b.htm", Err(PathFault::Traversal)),
            ("%2e%2e/b.htm", Err(PathFault::Traversal)),
            ("a/%2e%2e/%2e%2e/b", Err(PathFault::Traversal)),
            ("%2Fetc/passwd", Err(PathFault::Absolute)),
            ("/index.html", Err(PathFault::Absolute)),
            ("http://example.org/a", Err(PathFault::External)),
            ("//host/a", Err(PathFault::External)),
            ("C:/a", Err(PathFault::DriveLetter)),
            ("a%5Cb", Err(PathFault::Backslash)),
            ("a%00", Err(PathFault::Nul)),
            ("?x", Err(PathFault::Empty)),
        ] {
            assert_eq!(
                file_path(url).as_deref(),
                want.as_ref().map(|want| *want),
                "{url}"
            );
        }
    }
}
