//! MAN014: A schema that `xsi:schemaLocation` names is not in the package.

use super::schema_location;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A schema that `xsi:schemaLocation` names is not in the package.
    ///
    /// ## Why
    /// The standard wants the schemas at the package root. LMSs use their own copies, so the course
    /// works without.
    ///
    /// ## Example
    /// ```package
    /// //- !lom.xsd
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- notes.html
    /// <!DOCTYPE html><html lang="en"><title>Notes</title></html>
    /// ```
    pub static RULE = {
        code: "MAN014",
        name: "missing-schema-file",
        category: Manifest,
        severity: Info,
        level: Strict,
        adl: ["P-8", "P-9"],
        spec: "CAM 3, Content Packaging",
        mend: "Copy {1} from the schema files of {version} into the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    if !cx.settings.content_present {
        return;
    }
    for &attribute in &cx.namespaces().schema_locations {
        let missing: Vec<&str> = schema_location::of(attribute)
            .map(|(_, location)| location)
            .filter(|location| !is_present(cx, location))
            .collect();
        let message = match missing.as_slice() {
            [] => continue,
            [one] => format!("the schema `{one}` is not in the package"),
            [first, ..] => {
                let count = missing.len();
                format!("{count} schemas are not in the package, first `{first}`")
            }
        };
        out.at(attribute, message);
    }
}

/// Schemas elsewhere have a rule of their own.
fn is_present(cx: &LintCx<'_>, location: &str) -> bool {
    let name = scorm_package::manifest::resolve("", location);
    let external = crate::href::is_external(location) || name.starts_with("..");
    external || cx.file(&name).is_some()
}
