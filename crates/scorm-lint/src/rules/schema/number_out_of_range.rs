//! SCH011: A number lies outside its range.

use super::values;
use crate::content_model::ValueFault;
use crate::rule::declare_rule;
use crate::{Edit, Findings, LintCx, MANIFEST};

declare_rule! {
    /// A number lies outside its range.
    ///
    /// ## Why
    /// Measures run from -1 to 1, weights and percentages from 0 to 1. LMSs drop other numbers or
    /// refuse the manifest; 80 for 80 percent is the commonest case.
    ///
    /// ## Example
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="obj0" satisfiedByMeasure="true">
    ///       <imsss:minNormalizedMeasure>80</imsss:minNormalizedMeasure>
    ///     </imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <imsss:sequencing>
    ///   <imsss:objectives>
    ///     <imsss:primaryObjective objectiveID="obj0" satisfiedByMeasure="true">
    ///       <imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure>
    ///     </imsss:primaryObjective>
    ///   </imsss:objectives>
    /// </imsss:sequencing>
    /// ```
    pub static RULE = {
        code: "SCH011",
        name: "number-out-of-range",
        category: Manifest,
        severity: Error,
        level: Standard,
        adl: ["X-11", "X-13", "X-14", "X-16", "I-19", "I-20"],
        spec: "CAM 3, Content Packaging",
        fix: Unsafe,
        mend: "Write a number of the range that the message names.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    for (fault, value, kind) in values::invalid(cx) {
        let ValueFault::OutOfRange { min, max } = kind else {
            continue;
        };
        let name = values::name(fault);
        let draft = out.at(
            values::place(fault),
            format!(
                "{name} is {}; it must be between {min} and {max}",
                value.trim()
            ),
        );
        // Numbers up to 100 are evidently meant as percentages.
        let percent: Option<f64> = value.trim().parse().ok();
        let Some(percent) = percent.filter(|number| (1.0..=100.0).contains(number)) else {
            continue;
        };
        let fraction = (percent / 100.0).to_string();
        let span = match fault.attribute {
            Some(attribute) => attribute.value_span(),
            None => values::content(fault.node),
        };
        let edits = vec![Edit::new(MANIFEST, span, &fraction)];
        draft.fix(format!("Write {fraction} for {percent} percent"), edits);
    }
}
