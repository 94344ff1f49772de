//! Answers by the automation API where the course has it, by real input where it has not
//! (contract 9.7). The way that was taken is always told.

mod wanted;

use greenroom_browser::Locator;
use schemars::JsonSchema;
use scorm_session::rehearsal::format::PageAct;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use self::wanted::{Place, Wanted, wanted};
use super::act;
use super::automation::AutomationApi;
use super::element::ElementReport;
use crate::course::runtime::Runtime;
use crate::{Fault, StageError};

const INTERACTION: &str = include_str!("injected/interaction.js");

/// How an act may be done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Via {
    #[default]
    Auto,
    Automation,
    Dom,
}

/// What is about to be done to an element.
#[derive(Clone, Copy, Debug)]
pub enum Act<'a> {
    Click,
    Fill(&'a Value),
    DragTo(&'a Locator),
}

/// The way that is taken.
#[derive(Debug)]
pub enum Way {
    /// By real input, for this reason.
    Dom(&'static str),
    /// The automation function has done it.
    Done(Box<Answered>),
}

/// What the automation function did.
#[derive(Debug)]
pub struct Answered {
    pub element: ElementReport,
    pub match_count: usize,
    /// The response read back, or the evaluation.
    pub response: Value,
}

/// Decides, and does it if the automation API is the way.
pub async fn way(
    runtime: &Runtime,
    locator: &Locator,
    via: Via,
    act: Act<'_>,
    code: Fault,
) -> Result<Way, StageError> {
    if via == Via::Dom {
        return Ok(Way::Dom("requested"));
    }
    let api = match AutomationApi::find(runtime).await? {
        Some(api) => api,
        None if via == Via::Automation => AutomationApi::require(runtime).await?,
        None => return Ok(Way::Dom("no_automation_api")),
    };
    let not_by_api = |reason: &'static str| {
        if via == Via::Automation {
            Err(StageError::new(
                Fault::AutomationApiError,
                "the act is no answer that the automation API takes",
            )
            .detail("reason", reason))
        } else {
            Ok(Way::Dom(reason))
        }
    };
    let failed = |error| act::failed(code, runtime, error);
    let element = locator.wait(false).await.map_err(failed)?;
    let listed = api.interactions(runtime).await?;
    let ids: Vec<&Value> = listed
        .iter()
        .map(|interaction| &interaction["id"])
        .collect();
    let ids = [json!(ids)];
    let place: Option<Place> = element.call(INTERACTION, &ids).await.map_err(failed)?;
    let Some(place) = place else {
        return not_by_api("not_an_interaction");
    };
    let target: Option<Place> = match act {
        Act::DragTo(target) => {
            let target = target.wait(false).await.map_err(failed)?;
            target.call(INTERACTION, &ids).await.map_err(failed)?
        }
        Act::Click | Act::Fill(_) => None,
    };
    let current = if api.has("getResponse") {
        let id = [json!(place.id)];
        api.call(runtime, "getResponse", &id).await?
    } else {
        Value::Null
    };
    let kind = api.type_of(runtime, &place.id).await?;
    let Some(wanted) = wanted(&place, act, target.as_ref(), &current, kind.as_deref()) else {
        return not_by_api("not_an_answer");
    };
    let (function, args) = match wanted {
        Wanted::Check => ("checkAnswer", vec![json!(place.id)]),
        Wanted::Respond(response) => ("setResponse", vec![json!(place.id), response]),
    };
    if via == Via::Auto && !api.has(function) {
        return Ok(Way::Dom("function_missing"));
    }
    let result = api.call(runtime, function, &args).await?;
    let response = if function == "setResponse" && api.has("getResponse") {
        let id = [json!(place.id)];
        api.call(runtime, "getResponse", &id).await?
    } else {
        result
    };
    let Some((info, match_count)) = locator.info().await.map_err(failed)? else {
        return not_by_api("element_gone");
    };
    let mut element = ElementReport::from(info);
    element.done_by = Some(Box::new(PageAct::Automation {
        function: function.to_owned(),
        args,
    }));
    Ok(Way::Done(Box::new(Answered {
        element,
        match_count,
        response,
    })))
}
