//! The calls of the content, with their expected answers.

use super::{Outcome, Run};
use crate::effect::Answer;
use crate::event::ApiFunction;
use crate::rehearsal::compare::{error_matches, result_matches};
use crate::rehearsal::format::Call;
use crate::rehearsal::theatre::Theatre;

impl<T: Theatre> Run<'_, T> {
    /// Makes a call and compares its answer.
    pub(in crate::rehearsal) fn make_call(&mut self, call: &Call) -> Outcome {
        self.report.calls += 1;
        if call.method == "CompareObjectiveIds" {
            return self.compare_ids(call);
        }
        let mut args = call.args.clone();
        if let Some(lookup) = &call.lookup {
            let ids = self.ids(&lookup.collection)?;
            let Some(index) = ids.iter().position(|id| *id == lookup.id) else {
                let what = format!("{} with an id {}", lookup.collection, lookup.id);
                return self.expect(&what, "a record", &format!("{ids:?}"));
            };
            if let Some(name) = args.first_mut() {
                *name = name.replace("{n}", &index.to_string());
            }
        }
        let function = self.function_of(call)?;
        let answer = self.call(function, &args)?;
        self.compare(call, &args, &answer)?;
        self.act_before = Some(format!("{}({})", call.method, args.join(", ")));
        Ok(())
    }

    pub(super) fn compare(&self, call: &Call, args: &[String], answer: &Answer) -> Outcome {
        let shown = format!("{}({})", call.method, args.join(", "));
        if !result_matches(call, &answer.value, &self.learner_id) {
            let expected = call.strict_result.as_ref().or(call.expect_result.as_ref());
            let expected = expected.map_or("", String::as_str);
            return self.fail(&shown, &format!("{expected:?}"), &format!("{answer:?}"));
        }
        if !error_matches(call, &answer.error.to_string()) {
            let expected = call.strict_error.as_ref().or(call.expect_error.as_ref());
            let expected = expected
                .cloned()
                .unwrap_or_else(|| call.accept_errors.join(" or "));
            return self.fail(&shown, &format!("error {expected}"), &format!("{answer:?}"));
        }
        Ok(())
    }

    fn compare_ids(&mut self, call: &Call) -> Outcome {
        let collection = call
            .collection
            .clone()
            .unwrap_or_else(|| "cmi.objectives".to_owned());
        let ids = self.ids(&collection)?;
        let all_known = ids.iter().all(|id| call.expect_ids.contains(id));
        if ids.len() == call.expect_ids.len() && all_known {
            return Ok(());
        }
        let what = format!("ids of {collection}");
        self.fail(
            &what,
            &format!("{:?}", call.expect_ids),
            &format!("{ids:?}"),
        )
    }

    /// The ids of a collection, read as a SCO would.
    fn ids(&mut self, collection: &str) -> Outcome<Vec<String>> {
        let count = self.call(ApiFunction::GetValue, &[format!("{collection}._count")])?;
        let count: usize = count.value.parse().unwrap_or_default();
        let mut ids = Vec::new();
        for index in 0..count {
            let name = format!("{collection}.{index}.id");
            ids.push(self.call(ApiFunction::GetValue, &[name])?.value);
        }
        Ok(ids)
    }

    fn call(&mut self, function: ApiFunction, args: &[String]) -> Outcome<Answer> {
        let answer = if self.as_tool {
            self.theatre.call_as_tool(function, args)
        } else {
            self.theatre.call(function, args)
        };
        self.in_order(function.name_2004(), answer)
    }

    pub(super) fn function_of(&self, call: &Call) -> Outcome<ApiFunction> {
        let mut all = ApiFunction::ALL.into_iter();
        let name = call.method.as_str();
        let named =
            all.find(|function| [function.name_2004(), function.name_1_2()].contains(&name));
        match named {
            Some(function) => Ok(function),
            None => self.fail("method", "a function of the API", name),
        }
    }
}
