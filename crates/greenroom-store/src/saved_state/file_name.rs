//! The names of saved states.

use sha2::{Digest, Sha256};

/// Longest sanitized identifier; longer ones are cut and get a hash.
const LONGEST: usize = 100;

/// Who plays: the two never read or write each other's files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Namespace {
    /// Tools.
    Mcp,
    /// People on the workbench.
    Gui,
}

impl Namespace {
    /// The word in file names and journals.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mcp => "mcp",
            Self::Gui => "gui",
        }
    }
}

/// The usual name.
pub(super) fn plain(namespace: Namespace, course_id: Option<&str>) -> String {
    let sanitized = sanitized(course_id);
    if sanitized.len() > LONGEST {
        return with_hash(namespace, course_id);
    }
    format!("{}_{sanitized}.json", namespace.as_str())
}

/// The name with eight digits of the identifier's hash, for names that are too long or taken.
pub(super) fn with_hash(namespace: Namespace, course_id: Option<&str>) -> String {
    let sanitized = sanitized(course_id);
    let cut = &sanitized[..sanitized.len().min(LONGEST)];
    let digest = Sha256::digest(course_id.unwrap_or_default());
    let hash = u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]);
    format!("{}_{cut}_{hash:08x}.json", namespace.as_str())
}

/// The name with the first digits of the course's structure, for a course whose plain name is
/// taken by another one with the same identifier.
pub(super) fn with_structure(
    namespace: Namespace,
    course_id: Option<&str>,
    structure: &str,
) -> String {
    let sanitized = sanitized(course_id);
    let cut = &sanitized[..sanitized.len().min(LONGEST)];
    let digits = structure.get(..8).unwrap_or(structure);
    format!("{}_{cut}_{digits}.json", namespace.as_str())
}

/// What the names of all courses with this identifier begin with.
pub(super) fn stem(namespace: Namespace, course_id: Option<&str>) -> String {
    let sanitized = sanitized(course_id);
    let cut = &sanitized[..sanitized.len().min(LONGEST)];
    format!("{}_{cut}", namespace.as_str())
}

/// The identifier in lower case, everything but `a–z 0–9` replaced. Pure ASCII.
fn sanitized(course_id: Option<&str>) -> String {
    let Some(course_id) = course_id.filter(|id| !id.is_empty()) else {
        return "unknown_course".to_owned();
    };
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    course_id
        .to_lowercase()
        .chars()
        .map(|c| if allowed(c) { c } else { '_' })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_contract() {
        let check = |id: Option<&str>, want: &str| assert_eq!(plain(Namespace::Mcp, id), want);
        check(Some("SCORM-Template"), "mcp_scorm_template.json");
        check(Some("com.example/kurs 1"), "mcp_com_example_kurs_1.json");
        check(Some("Übung"), "mcp__bung.json");
        check(Some("../../etc/passwd"), "mcp_______etc_passwd.json");
        check(Some(""), "mcp_unknown_course.json");
        check(None, "mcp_unknown_course.json");
        assert_eq!(plain(Namespace::Gui, Some("A")), "gui_a.json");
    }

    #[test]
    fn long_names_are_cut_and_stay_apart() {
        let (one, two) = ("x".repeat(300) + "1", "x".repeat(300) + "2");
        let (one, two) = (
            plain(Namespace::Mcp, Some(&one)),
            plain(Namespace::Mcp, Some(&two)),
        );
        assert_ne!(one, two);
        assert_eq!(one.len(), "mcp_".len() + 100 + "_01234567.json".len());
        // SHA-256("abc") begins with ba7816bf.
        assert_eq!(
            with_hash(Namespace::Mcp, Some("abc")),
            "mcp_abc_ba7816bf.json"
        );
    }
}
