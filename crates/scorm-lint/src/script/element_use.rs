//! Calls with an element that the code names, judged by the data model.

use std::collections::HashMap;
use std::rc::Rc;

use scorm_package::xml::Span;
use scorm_runtime::{ApiFunction, Edition, Version};

use super::Scripts;
use super::api::{ApiCall, looks_like_element};
use super::data_model::{DataModel, Verdict, engine_version};
use super::facts::{CodePlace, UnitId, Value};
use super::flow::ApiVersions;
use crate::LintCx;

/// One use of an element.
#[derive(Debug)]
pub(crate) struct ElementUse {
    /// Which of [`Scripts::api_calls`] it is.
    pub(crate) api_call: usize,
    pub(crate) unit: UnitId,
    pub(crate) function: ApiFunction,
    /// Indexes that only a run knows are `0`.
    pub(crate) element: Rc<str>,
    /// The whole name stands at the place as one literal.
    pub(crate) is_literal: bool,
    pub(crate) element_span: Span,
    /// The values it may get, where they are known.
    pub(crate) values: Vec<(Rc<str>, Verdict)>,
    pub(crate) value_span: Span,
    /// What the model says to the element itself.
    pub(crate) verdict: Verdict,
    /// The version it was judged by.
    pub(crate) version: Version,
    /// The other version knows it.
    pub(crate) known_elsewhere: bool,
}

/// The units that set types of interactions: are all of them known, and such as fit?
pub(crate) fn units_by_interaction_type(
    scripts: &Scripts,
    fits: impl Fn(&str) -> bool,
) -> HashMap<UnitId, bool> {
    let mut units = HashMap::new();
    let types = scripts.elements.iter().filter(|used| {
        used.function == ApiFunction::SetValue
            && used.element.starts_with("cmi.interactions.")
            && used.element.ends_with(".type")
    });
    for used in types {
        let mut names = used.values.iter().map(|(name, _)| name.as_ref());
        let all_fit = !used.values.is_empty() && names.all(&fits);
        *units.entry(used.unit).or_insert(true) &= all_fit;
    }
    units
}

impl ElementUse {
    /// The name of the element in the code.
    pub(crate) fn at_element(&self) -> CodePlace {
        (self.unit, self.element_span).into()
    }

    /// The value in the code.
    pub(crate) fn at_value(&self) -> CodePlace {
        (self.unit, self.value_span).into()
    }
}

/// The data models of both versions.
#[derive(Debug)]
pub(crate) struct Models {
    old: DataModel,
    new: DataModel,
    version_2004: Version,
}

impl Models {
    pub(crate) fn of(cx: &LintCx<'_>) -> Self {
        let version_2004 = match engine_version(cx.version) {
            Version::Scorm12 => Version::Scorm2004(Edition::Fourth),
            version @ Version::Scorm2004(_) => version,
        };
        Self {
            old: DataModel::of(Version::Scorm12),
            new: DataModel::of(version_2004),
            version_2004,
        }
    }

    pub(crate) fn model(&self, version: Version) -> &DataModel {
        if version.is_scorm12() {
            &self.old
        } else {
            &self.new
        }
    }

    /// The versions a call may speak to, that of the package first.
    fn versions(&self, cx: &LintCx<'_>, speaks: ApiVersions) -> Vec<Version> {
        let mut versions = Vec::new();
        if speaks.has(ApiVersions::SCORM_2004) {
            versions.push(self.version_2004);
        }
        if speaks.has(ApiVersions::SCORM_12) {
            versions.push(Version::Scorm12);
        }
        let own_is_12 = engine_version(cx.version).is_scorm12();
        versions.sort_by_key(|version| version.is_scorm12() != own_is_12);
        versions
    }
}

/// Version, function, element and value: each is asked once.
type Question = (bool, ApiFunction, Rc<str>, Option<Rc<str>>);

/// All uses of elements in the package.
pub(crate) fn find(cx: &LintCx<'_>, scripts: &Scripts, models: &Models) -> Vec<ElementUse> {
    let mut uses = Vec::new();
    let mut judged: HashMap<Question, Verdict> = HashMap::new();
    let mut judge =
        |version: Version, function: ApiFunction, element: &Rc<str>, value: Option<&Rc<str>>| {
            let key = (
                version.is_scorm12(),
                function,
                element.clone(),
                value.cloned(),
            );
            let model = models.model(version);
            let verdict = judged.entry(key).or_insert_with(|| match function {
                ApiFunction::SetValue => model.set(element, value.map(AsRef::as_ref)),
                _ => model.get(element),
            });
            verdict.clone()
        };
    for (at, api_call) in scripts.api_calls.iter().enumerate() {
        let call = scripts.facts.call(api_call.call);
        let Some(argument) = &api_call.element else {
            continue;
        };
        let Some((element, is_literal)) = element_name(scripts, &argument.value) else {
            continue;
        };
        if element.starts_with("ssp.") || !is_certain(scripts, api_call, is_literal, &element) {
            continue;
        }
        // In a branch for one version the code knows better what it speaks to.
        let speaks = if call.branch.is_none() {
            api_call.versions
        } else {
            call.branch
        };
        let versions = models.versions(cx, speaks);
        let function = api_call.function;
        let fine = versions
            .iter()
            .find(|version| judge(**version, function, &element, None) == Verdict::Fine);
        let Some(version) = fine.or(versions.first()).copied() else {
            continue;
        };
        let value = api_call.value.as_ref();
        let values = value.map(|value| alternatives(scripts, &value.value, 4));
        let values = values.unwrap_or_default().into_iter();
        let other = match version {
            Version::Scorm12 => models.version_2004,
            Version::Scorm2004(_) => Version::Scorm12,
        };
        uses.push(ElementUse {
            api_call: at,
            unit: call.unit,
            function,
            is_literal: matches!(&argument.value, Value::Text(_)),
            element_span: argument.span,
            values: values
                .map(|value| {
                    let verdicts = versions
                        .iter()
                        .map(|v| judge(*v, function, &element, Some(&value)));
                    let mut verdicts: Vec<Verdict> = verdicts.collect();
                    let fine = verdicts
                        .iter()
                        .position(|verdict| *verdict == Verdict::Fine);
                    let verdict = verdicts.swap_remove(fine.unwrap_or_default());
                    (value, verdict)
                })
                .collect(),
            value_span: value.map_or(argument.span, |value| value.span),
            verdict: judge(version, function, &element, None),
            known_elsewhere: judge(other, function, &element, None) != Verdict::UnknownElement,
            version,
            element,
        });
    }
    uses
}

/// Is it an element at all? Functions matched by a name that is not global may be others.
fn is_certain(scripts: &Scripts, api_call: &ApiCall, is_literal: bool, element: &str) -> bool {
    let call = scripts.facts.call(api_call.call);
    let through_global = scripts.facts.global(call).is_some();
    looks_like_element(element) || is_literal && (api_call.is_direct() || through_global)
}

/// The name of an element, and whether all of it is known.
fn element_name(scripts: &Scripts, value: &Value) -> Option<(Rc<str>, bool)> {
    if let Some(text) = scripts.flow.text(&scripts.facts, value) {
        return Some((text, true));
    }
    let Value::Parts(parts) = value else {
        return None;
    };
    let mut name = String::new();
    for (at, part) in parts.iter().enumerate() {
        if let Some(text) = scripts.flow.text(&scripts.facts, part) {
            name.push_str(&text);
        } else {
            // An index stands between two dots.
            let next = parts.get(at + 1)?;
            let next = scripts.flow.text(&scripts.facts, next)?;
            if !name.ends_with('.') || !next.starts_with('.') {
                return None;
            }
            name.push('0');
        }
    }
    Some((name.into(), false))
}

/// The texts a value may be; none if one of them is unknown.
fn alternatives(scripts: &Scripts, value: &Value, depth: u32) -> Vec<Rc<str>> {
    match value {
        Value::Either(values) if depth > 0 => values
            .iter()
            .flat_map(|value| alternatives(scripts, value, depth - 1))
            .collect(),
        other => scripts
            .flow
            .text(&scripts.facts, other)
            .into_iter()
            .collect(),
    }
}
