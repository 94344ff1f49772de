//! SCH017: A language code of the metadata is not one.

use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::suggestion::quoted;
use crate::{Findings, LintCx};

declare_rule! {
    /// A language code of the metadata is not one.
    ///
    /// ## Why
    /// Catalogues sort and search by language. Codes look like `en` or `pt-BR`, not like `English
    /// (US)`.
    ///
    /// ## Example
    /// ```xml
    /// <lom:lom><lom:general><lom:language>English (US)</lom:language></lom:general></lom:lom>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <lom:lom>
    ///   <lom:general>
    ///     <lom:title><lom:string language="en">Course</lom:string></lom:title>
    ///     <lom:language>en-US</lom:language>
    ///     <lom:description><lom:string language="en">A course</lom:string></lom:description>
    ///   </lom:general>
    /// </lom:lom>
    /// ```
    pub static RULE = {
        code: "SCH017",
        name: "invalid-language",
        category: Metadata,
        severity: Error,
        level: Standard,
        adl: ["X-19"],
        spec: "CAM 4, Metadata",
        mend: "Write a language code such as `en` or `pt-BR`.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (fault, value, kind) in values::invalid(cx) {
        if *kind == ValueFault::NotLanguage {
            let name = values::name(fault);
            let message = format!("{name} is `{value}`, which is not a language code");
            let draft = out.at(values::place(fault), message);
            if value.contains('_') {
                let right = quoted(&value.replace('_', "-"));
                draft.suggest(format!("Write {right}."));
            }
        }
    }
}
