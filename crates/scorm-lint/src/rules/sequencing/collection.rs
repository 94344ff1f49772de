//! Entries of `imsss:sequencingCollection`.

use scorm_package::xml::{Node, Vocabulary};

use crate::LintCx;

/// All entries, in order.
pub(super) fn entries<'a>(cx: &LintCx<'a>) -> impl Iterator<Item = Node<'a>> {
    cx.all(Vocabulary::Imsss, "sequencingCollection")
        .flat_map(|collection| collection.children_named(Vocabulary::Imsss, "sequencing"))
}
