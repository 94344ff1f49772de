//! Which activity of the manifest a finding belongs to.

use greenroom_store::SourcePackage;
use scorm_lint::{Finding, MANIFEST};
use scorm_package::xml::{Document, Node, Vocabulary};

/// The elements of a manifest, for findings that have a place in it.
#[derive(Clone, Copy, Debug)]
pub struct ManifestPlaces<'a> {
    document: Option<&'a Document>,
}

impl<'a> ManifestPlaces<'a> {
    pub fn of(package: &'a SourcePackage) -> Self {
        Self {
            document: package.package().manifest_file.document.as_ref(),
        }
    }

    /// The element that a finding is about, and those around it, innermost first.
    fn around(self, finding: &Finding) -> Vec<Node<'a>> {
        let (Some(document), Some(span)) = (self.document, finding.span) else {
            return Vec::new();
        };
        if finding.file.as_deref() != Some(MANIFEST) {
            return Vec::new();
        }
        let mut around = Vec::new();
        let mut here = Some(document.root());
        while let Some(node) = here {
            around.push(node);
            here = node
                .children()
                .find(|child| child.span().start <= span.start && span.start < child.span().end);
        }
        around.reverse();
        around
    }

    /// Whether a finding lies in what sequencing and navigation are written with.
    pub fn in_sequencing(self, finding: &Finding) -> bool {
        let is_sequencing = |node: &Node<'_>| {
            matches!(
                node.vocabulary(),
                Vocabulary::Imsss | Vocabulary::Adlseq | Vocabulary::Adlnav
            )
        };
        self.around(finding).iter().any(is_sequencing)
    }

    /// The identifiers from the organization down to the activity of a finding.
    pub fn activity_path(self, finding: &Finding) -> Vec<String> {
        let is_activity = |node: &&Node<'_>| ["item", "organization"].contains(&node.name());
        let mut path: Vec<String> = self
            .around(finding)
            .iter()
            .filter(is_activity)
            .filter_map(|node| node.attribute("identifier"))
            .map(|identifier| identifier.value().trim().to_owned())
            .collect();
        path.reverse();
        path
    }
}
