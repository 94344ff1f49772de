//! One learner who takes a case: attempts, suspended data and shared buckets.

use std::collections::HashMap;

use scorm_runtime::{
    Api, ApiFunction, ContentRequest, Edition, Entry, Exit, LmsData, Profile, RunTimeData, State,
    Version,
};
use serde_json::Value;

use crate::case::{Case, text_of};
use crate::{compare, manifest};

const LEARNER_ID: &str = "learner-2";

/// Plays a case and gives the number of calls that were compared. Without `whole`, calls whose
/// answer depends on sequencing are made and not compared.
pub(crate) fn play(case: &Case, whole: bool, differences: &mut Vec<String>) -> usize {
    let manifests: HashMap<String, HashMap<String, LmsData>> = case
        .manifests
        .iter()
        .map(|(package, path)| (package.clone(), manifest::launches(path)))
        .collect();
    let mut suspended: HashMap<String, RunTimeData> = HashMap::new();
    let mut buckets: HashMap<String, Option<String>> = HashMap::new();
    let mut compared = 0;
    for step in &case.steps {
        let package = text_of(&step["package"]);
        let activity = text_of(&step["expect_activity"]);
        let mut launch = manifests
            .get(package)
            .and_then(|items| items.get(activity))
            .unwrap_or_else(|| panic!("{}: no item {activity}", case.id))
            .clone();
        LEARNER_ID.clone_into(&mut launch.learner_id);
        "Learner, Two".clone_into(&mut launch.learner_name);
        let attempt = format!("{package}/{activity}");
        launch.prior = suspended.remove(&attempt);
        launch.entry = if launch.prior.is_some() {
            Entry::Resume
        } else {
            Entry::AbInitio
        };
        for bucket in &mut launch.shared_data {
            bucket.store = buckets
                .get(&bucket_key(package, &bucket.id))
                .cloned()
                .flatten();
        }
        let version = Version::Scorm2004(Edition::Fourth);
        let mut api = Api::new(version, Profile::default(), &launch);
        let mut visit = Visit {
            case,
            step,
            api: &mut api,
            whole,
            compared: 0,
            differences,
        };
        visit.make(&step["calls"]);
        visit.make(&step["then"]["on_unload"]);
        compared += visit.compared;
        api.end_session();
        for bucket in api.shared_data() {
            buckets.insert(bucket_key(package, &bucket.id), bucket.store);
        }
        if is_suspended(&api, step) {
            suspended.insert(attempt, api.run_time_data());
        }
        let relaunch = &step["then"]["relaunch"];
        if relaunch["mode"] == "start" {
            // A new attempt on a course forgets what belongs to its last one.
            let package = text_of(&relaunch["package"]);
            suspended.retain(|attempt, _| !attempt.starts_with(&format!("{package}/")));
            buckets.retain(|key, _| !key.starts_with(&format!("{package}:")));
        }
        assert_eq!(api.state(), State::Terminated);
    }
    compared
}

/// The second course of DDM keeps its buckets for itself.
fn bucket_key(package: &str, id: &str) -> String {
    if package.ends_with('b') {
        format!("{package}:{id}")
    } else {
        format!("system:{id}")
    }
}

fn is_suspended(api: &Api, step: &Value) -> bool {
    api.exit() == Exit::Suspend
        || api.navigation_request() == Some(ContentRequest::SuspendAll)
        || step["then"]["action"] == "suspend_all"
}

struct Visit<'a> {
    case: &'a Case,
    step: &'a Value,
    api: &'a mut Api,
    whole: bool,
    compared: usize,
    differences: &'a mut Vec<String>,
}

impl Visit<'_> {
    fn make(&mut self, calls: &Value) {
        for call in calls.as_array().into_iter().flatten() {
            self.make_call(call);
        }
    }

    fn make_call(&mut self, call: &Value) {
        let method = text_of(&call["method"]);
        let Some(function) = ApiFunction::parse(method) else {
            return;
        };
        let mut arguments: Vec<String> = call["args"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|argument| text_of(argument).to_owned())
            .collect();
        if let Some(index) = self.look_up(call) {
            arguments[0] = arguments[0].replace("{n}", &index.to_string());
        }
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let answer = self.api.call(function, &arguments, &());
        let (value, error) = (answer.value.into_owned(), answer.error);
        if !self.whole && function == ApiFunction::GetValue {
            return;
        }
        self.compared += 1;
        let wanted_errors: Vec<&str> = match call["strict_error"].as_str() {
            Some(strict) => vec![strict],
            None => match call["accept_errors"].as_array() {
                Some(errors) => errors.iter().map(text_of).collect(),
                None => call["expect_error"].as_str().into_iter().collect(),
            },
        };
        let error = error.to_string();
        let right_error = wanted_errors.is_empty() || wanted_errors.contains(&error.as_str());
        if !right_error || !compare::matches(call, LEARNER_ID, &value) {
            self.differences.push(format!(
                "{} {} visit {}: {method}({}) gave {} {error}, wanted {} {wanted_errors:?} ({})",
                self.case.id,
                text_of(&self.step["expect_activity"]),
                self.step["visit"],
                short(&format!("{arguments:?}")),
                short(&format!("{value:?}")),
                short(&call["expect_result"].to_string()),
                text_of(&call["compare"]),
            ));
        }
    }

    /// The index of the record that a call names by its id.
    fn look_up(&mut self, call: &Value) -> Option<usize> {
        let collection = call["lookup"]["collection"].as_str()?;
        let id = call["lookup"]["id"].as_str()?;
        (0..)
            .map_while(|index| {
                Some((
                    index,
                    self.api.value_of(&format!("{collection}.{index}.id"))?,
                ))
            })
            .find(|(_, found)| found == id)
            .map(|(index, _)| index)
    }
}

fn short(text: &str) -> String {
    match text.char_indices().nth(120) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
