//! One launch of a SCO with its buffers, as the exports see it.

use scorm_lms::{Called, Client, JsValue, Launch, Moment, PageEvent, Thrown, Version};
use serde::Deserialize;

use crate::network::{self, PageNetwork};

/// The events of the LMS's page by their numbers, which `js/layer.js` knows.
const EVENTS: [PageEvent; 4] = [
    PageEvent::Beforeunload,
    PageEvent::Pagehide,
    PageEvent::Hidden,
    PageEvent::Leave,
];

/// One launch with its buffers.
///
/// JavaScript reads the first word, so its place is part of the interface.
#[derive(Debug, Default)]
#[repr(C)]
pub struct Layer {
    output_address: usize,
    output: String,
    input: Vec<u8>,
    client: Option<Client>,
}

#[derive(Deserialize)]
struct Launching {
    profile: String,
    version: Version,
    #[serde(default)]
    suspend_data: Option<usize>,
    launch: Launch,
}

#[derive(Deserialize)]
struct Calling {
    function: String,
    args: Vec<JsValue>,
    moment: Moment,
}

impl Layer {
    /// Makes room for an input of `length` bytes and gives its address.
    pub fn reserve(&mut self, length: usize) -> *mut u8 {
        self.input.resize(length, 0);
        self.input.as_mut_ptr()
    }

    /// Begins a launch; the length of what went wrong.
    pub fn launch(&mut self, length: usize) -> usize {
        let fault = match serde_json::from_slice::<Launching>(self.given(length)) {
            Ok(launching) => self.begin(launching),
            Err(fault) => fault.to_string(),
        };
        self.put(fault)
    }

    fn begin(&mut self, launching: Launching) -> String {
        let Launching {
            profile: name,
            version,
            suspend_data,
            launch,
        } = launching;
        let Some(profile) = scorm_lms::find(&name) else {
            return format!("no profile is called {name}");
        };
        let mut profile = profile.clone();
        if suspend_data.is_some() {
            profile.own_suspend_data[version as usize] = suspend_data;
        }
        self.client = Some(Client::new(&profile, version, launch));
        String::new()
    }

    /// Calls a function of the API; the length of the answer.
    pub fn call(&mut self, length: usize) -> usize {
        let calling = serde_json::from_slice::<Calling>(self.given(length));
        let called = match (calling, &mut self.client) {
            (Ok(calling), Some(client)) => client.call(
                &calling.function,
                &calling.args,
                calling.moment,
                &mut PageNetwork,
            ),
            (Err(fault), _) => failed(&fault.to_string()),
            (_, None) => failed("nothing is launched"),
        };
        let text = serde_json::to_string(&called).unwrap_or_default();
        self.put(text)
    }

    /// When [`Layer::timer`] is to be called; below zero for never.
    pub fn next_timer(&self) -> f64 {
        let next = self.client.as_ref().and_then(Client::next_timer);
        next.map_or(-1.0, |at| at as f64)
    }

    /// Time has come.
    pub fn timer(&mut self, at_ms: u64) {
        if let Some(client) = &mut self.client {
            client.timer(at_ms, &mut PageNetwork);
        }
    }

    /// An asynchronous request ended.
    pub fn answered(&mut self, request: u32, outcome: u32) {
        if let Some(client) = &mut self.client {
            client.answered(request, network::outcome(outcome), &mut PageNetwork);
        }
    }

    /// Something happened to the LMS's own page.
    pub fn page_event(&mut self, event: u32) {
        let event = EVENTS.get(event as usize);
        if let (Some(client), Some(event)) = (&mut self.client, event) {
            client.page_event(*event, &mut PageNetwork);
        }
    }

    fn given(&self, length: usize) -> &[u8] {
        self.input.get(..length).unwrap_or_default()
    }

    fn put(&mut self, answer: String) -> usize {
        self.output = answer;
        self.output_address = self.output.as_ptr() as usize;
        self.output.len()
    }
}

/// What a course sees of a layer that cannot answer; the page never asks so.
fn failed(why: &str) -> Called {
    Called {
        outcome: Err(Thrown {
            name: "Error".to_owned(),
            message: why.to_owned(),
        }),
        error: None,
    }
}
