//! MET009: An element of the metadata is empty.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// An element of the metadata is empty.
    ///
    /// ## Why
    /// It says nothing; mostly a form of an authoring tool was left blank.
    ///
    /// ## Example
    /// ```xml
    /// <lom:lom>
    ///   <lom:general>
    ///     <lom:title><lom:string language="en">Course</lom:string></lom:title>
    ///     <lom:description><lom:string language="en">A course</lom:string></lom:description>
    ///     <lom:keyword/>
    ///   </lom:general>
    /// </lom:lom>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <lom:lom>
    ///   <lom:general>
    ///     <lom:title><lom:string language="en">Course</lom:string></lom:title>
    ///     <lom:description><lom:string language="en">A course</lom:string></lom:description>
    ///   </lom:general>
    /// </lom:lom>
    /// ```
    pub static RULE = {
        code: "MET009",
        name: "empty-metadata-element",
        category: Metadata,
        severity: Info,
        level: Pedantic,
        spec: "CAM 4, Metadata",
        fix: Safe,
        mend: "Fill the element, or remove it.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let Some(root) = cx.root() else { return };
    for node in root
        .document()
        .elements()
        .filter(|node| node.vocabulary() == Vocabulary::Lom)
    {
        let empty = node.children().next().is_none() && node.text().trim().is_empty();
        if empty && node.name() != "lom" {
            out.at(node, format!("<{}> is empty", node.qualified_name()))
                .fix(
                    format!("Remove `<{}>`", node.qualified_name()),
                    vec![Edit::remove(node)],
                );
        }
    }
}
