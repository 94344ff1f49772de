//! MET008: A text of the metadata does not say which language it is in.

use scorm_package::xml::Vocabulary;

use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A text of the metadata does not say which language it is in.
    ///
    /// ## Why
    /// Catalogues in several languages cannot choose the right text.
    ///
    /// ## Example
    /// ```xml
    /// <lom:lom><lom:general><lom:title><lom:string>Course</lom:string></lom:title></lom:general></lom:lom>
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
        code: "MET008",
        name: "string-without-language",
        category: Metadata,
        severity: Info,
        level: Pedantic,
        versions: SCORM_2004,
        spec: "CAM 4, Metadata",
        mend: r#"Add `language` with the language of the text, such as `language="en"`."#,
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for string in cx.all(Vocabulary::Lom, "string") {
        if string.attribute("language").is_none() {
            out.at(string, "the language of this text is not given");
        }
    }
}
