//! MET006: A value is not in the LOMv1.0 vocabulary that it names as its source.

use scorm_package::xml::{Node, Vocabulary};

use crate::rule::declare_rule;
use crate::rules::manifest::text::content;
use crate::{Findings, LintCx};

declare_rule! {
    /// A value is not in the LOMv1.0 vocabulary that it names as its source.
    ///
    /// ## Why
    /// Catalogues sort by these words. Another vocabulary may be used, but then it must be named.
    ///
    /// ## Example
    /// ```xml
    /// <lom:lom>
    ///   <lom:educational>
    ///     <lom:difficulty><lom:source>LOMv1.0</lom:source><lom:value>Easy</lom:value></lom:difficulty>
    ///   </lom:educational>
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
    ///   <lom:educational>
    ///     <lom:difficulty><lom:source>LOMv1.0</lom:source><lom:value>easy</lom:value></lom:difficulty>
    ///   </lom:educational>
    /// </lom:lom>
    /// ```
    pub static RULE = {
        code: "MET006",
        name: "value-outside-lom-vocabulary",
        category: Metadata,
        severity: Warning,
        strict: Error,
        level: Standard,
        versions: SCORM_2004,
        adl: ["X-19"],
        spec: "CAM 4, Metadata",
        fix: Safe,
        mend: "Write a word of LOMv1.0 instead of {1}.",
        since: "0.1.0",
    }
}

const VOCABULARIES: &[(&str, &[&str])] = &[
    (
        "structure",
        &[
            "atomic",
            "collection",
            "networked",
            "hierarchical",
            "linear",
        ],
    ),
    ("aggregationLevel", &["1", "2", "3", "4"]),
    ("status", &["draft", "final", "revised", "unavailable"]),
    ("interactivityType", &["active", "expositive", "mixed"]),
    (
        "learningResourceType",
        &[
            "exercise",
            "simulation",
            "questionnaire",
            "diagram",
            "figure",
            "graph",
            "index",
            "slide",
            "table",
            "narrative text",
            "exam",
            "experiment",
            "problem statement",
            "self assessment",
            "lecture",
        ],
    ),
    (
        "interactivityLevel",
        &["very low", "low", "medium", "high", "very high"],
    ),
    (
        "semanticDensity",
        &["very low", "low", "medium", "high", "very high"],
    ),
    (
        "intendedEndUserRole",
        &["teacher", "author", "learner", "manager"],
    ),
    (
        "context",
        &["school", "higher education", "training", "other"],
    ),
    (
        "difficulty",
        &["very easy", "easy", "medium", "difficult", "very difficult"],
    ),
    ("cost", &["yes", "no"]),
    ("copyrightAndOtherRestrictions", &["yes", "no"]),
    (
        "kind",
        &[
            "ispartof",
            "haspart",
            "isversionof",
            "hasversion",
            "isformatof",
            "hasformat",
            "references",
            "isreferencedby",
            "isbasedon",
            "isbasisfor",
            "requires",
            "isrequiredby",
        ],
    ),
    (
        "purpose",
        &[
            "discipline",
            "idea",
            "prerequisite",
            "educational objective",
            "accessibility",
            "restrictions",
            "educational level",
            "skill level",
            "security level",
            "competency",
        ],
    ),
];

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (element, words) in VOCABULARIES {
        for node in cx.all(Vocabulary::Lom, element) {
            let source = node.child(Vocabulary::Lom, "source").map(Node::text);
            let Some(value) = node.child(Vocabulary::Lom, "value") else {
                continue;
            };
            let text = value.text();
            let text = text.trim();
            if source.is_none_or(|source| source.trim() != "LOMv1.0") || words.contains(&text) {
                continue;
            }
            let draft = out.at(value, format!("LOMv1.0 has no `{text}` for <{element}>"));
            if let Some(word) = words.iter().find(|word| word.eq_ignore_ascii_case(text)) {
                draft.fix(format!("Write `{word}`"), content(value, word));
            }
        }
    }
}
