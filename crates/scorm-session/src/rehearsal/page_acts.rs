//! Acts on the page of the content, and what must come of them.

use std::collections::BTreeMap;

use super::compare::{error_matches, result_matches};
use super::format::{Call, PageAct};
use super::runner::{Outcome, Run};
use super::theatre::{CallMade, Theatre};

impl<T: Theatre> Run<'_, T> {
    /// Carries out the acts of a step in their order.
    pub(super) fn carry_out(&mut self, acts: &[PageAct]) -> Outcome {
        let mut made: Vec<CallMade> = Vec::new();
        for act in acts {
            if let PageAct::Expect {
                calls,
                data,
                activity,
            } = act
            {
                self.check_calls(calls, &std::mem::take(&mut made))?;
                self.check_data(data)?;
                if let Some(activity) = activity {
                    let delivered = self.theatre.standing().delivered;
                    let actual = delivered.map_or("nothing".to_owned(), |it| it.activity);
                    self.expect("delivered activity", activity, &actual)?;
                }
                continue;
            }
            let acted = self.theatre.act(act);
            let acted = self.in_order(&in_words(act), acted)?;
            self.report.acts += 1;
            self.report.artifacts.extend(acted.artifact);
            made.extend(acted.calls);
        }
        Ok(())
    }

    /// Elements of the data model have these values.
    pub(super) fn check_data(&self, expected: &BTreeMap<String, String>) -> Outcome {
        if expected.is_empty() {
            return Ok(());
        }
        let actual = self.theatre.data();
        for (element, expected) in expected {
            let actual = actual.get(element).map_or("no value", String::as_str);
            self.expect(element, expected, actual)?;
        }
        Ok(())
    }

    /// The calls were made in this order, with these answers.
    fn check_calls(&mut self, expected: &[Call], made: &[CallMade]) -> Outcome {
        let mut rest = made.iter();
        for call in expected {
            self.report.calls += 1;
            if !rest.any(|made| self.is_meant(call, made)) {
                let wanted = shown(&call.method, &call.args);
                let seen: Vec<String> = made.iter().map(in_full).collect();
                return self.fail("calls of the content", &wanted, &seen.join("; "));
            }
        }
        Ok(())
    }

    fn is_meant(&self, expected: &Call, made: &CallMade) -> bool {
        expected.method == made.method
            && (expected.args.is_empty() || expected.args == made.args)
            && result_matches(expected, &made.answer.value, &self.learner_id)
            && error_matches(expected, &made.answer.error.to_string())
    }
}

fn shown(method: &str, args: &[String]) -> String {
    format!("{method}({})", args.join(", "))
}

fn in_full(made: &CallMade) -> String {
    let CallMade {
        method,
        args,
        answer,
    } = made;
    let call = shown(method, args);
    format!("{call} = {:?}, error {}", answer.value, answer.error)
}

fn in_words(act: &PageAct) -> String {
    match act {
        PageAct::Click { selector, text } => {
            let what = selector.as_ref().or(text.as_ref());
            format!("click {}", what.map_or("", String::as_str))
        }
        PageAct::Fill { selector, value } => format!("fill {selector} with {value}"),
        PageAct::Type { text, .. } => format!("type {text:?}"),
        PageAct::Wait { selector, .. } => {
            format!("wait {}", selector.as_deref().unwrap_or_default())
        }
        PageAct::Screenshot { .. } => "screenshot".to_owned(),
        PageAct::Expect { .. } => "expect".to_owned(),
    }
}
