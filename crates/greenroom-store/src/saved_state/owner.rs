//! Which package a saved state belongs to.

use super::SavedMeta;

/// A package, as a saved state remembers it. Identifiers of manifests are often the default of an
/// authoring tool, so the identifier alone does not tell two courses apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Owner<'a> {
    /// The manifest's identifier.
    pub course_id: Option<&'a str>,
    /// The package as it was opened.
    pub package_path: Option<&'a str>,
    /// What the course consists of; see [`SourcePackage::structure`].
    ///
    /// [`SourcePackage::structure`]: crate::SourcePackage::structure
    pub structure: Option<&'a str>,
}

impl<'a> From<Option<&'a str>> for Owner<'a> {
    /// A course of which only the identifier is known.
    fn from(course_id: Option<&'a str>) -> Self {
        Self {
            course_id,
            ..Self::default()
        }
    }
}

impl Owner<'_> {
    /// How surely a record is this package's, from 1 on. An edited course keeps its path, a moved
    /// one its structure; it is another course only if both differ.
    pub(super) fn resemblance(&self, record: &SavedMeta) -> Option<u8> {
        let same_path = self.package_path == record.package_path.as_deref();
        let same_structure = self.structure == record.structure.as_deref();
        match (same_path, same_structure) {
            (true, true) => Some(3),
            (true, false) => Some(2),
            (false, true) => Some(1),
            (false, false) => None,
        }
    }

    /// Whether what was recorded elsewhere can be of this package; a record without a structure
    /// is too old to tell.
    pub fn may_own(&self, package_path: Option<&str>, structure: Option<&str>) -> bool {
        structure.is_none()
            || self.structure.is_none()
            || self.structure == structure
            || self.package_path == package_path
    }
}
