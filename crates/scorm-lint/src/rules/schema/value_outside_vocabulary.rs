//! SCH012: A value is not one of the words that the standard allows there.

use super::names;
use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::suggestion::quoted;
use crate::{Edit, Findings, LintCx, MANIFEST};

declare_rule! {
    /// A value is not one of the words that the standard allows there.
    ///
    /// ## Why
    /// An LMS drops the setting or refuses the manifest. Letter case counts.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="SCO" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "SCH012",
        name: "value-outside-vocabulary",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-11", "X-12", "X-13", "X-15", "X-16", "X-17", "X-18", "30.7.3.4.1", "30.6.3.6.9.2", "33.1.1.1", "S-19", "S-20", "S-21", "S-23", "S-29", "S-44", "S-47", "I-16", "N-5", "R-15"],
        spec: "CAM 3, Content Packaging",
        fix: Safe,
        mend: "Write one of the words that the message names.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (fault, value, kind) in values::invalid(cx) {
        let ValueFault::NotInVocabulary { allowed } = kind else {
            continue;
        };
        let name = values::name(fault);
        let message = format!("{name} is `{value}`; it must be {}", names::choice(allowed));
        let near = out.nearest(value, allowed.iter().copied());
        let draft = out.at(values::place(fault), message);
        draft.suggest(match near {
            Some(near) => format!("Did you mean `{near}`?"),
            None => format!(
                "Write {} instead of {}.",
                names::choice(allowed),
                quoted(value)
            ),
        });
        let plain = |text: &str| {
            text.replace([' ', '\t', '\n', '\r'], "")
                .to_ascii_lowercase()
        };
        let Some(meant) = allowed.iter().find(|word| plain(word) == plain(value)) else {
            continue;
        };
        let span = match fault.attribute {
            Some(attribute) => attribute.value_span(),
            None => values::content(fault.node),
        };
        draft.fix(
            format!("Write `{meant}`"),
            vec![Edit::new(MANIFEST, span, *meant)],
        );
    }
}
