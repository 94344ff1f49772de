//! The LMS's code in the page: one engine that interprets a [`Dialect`].

#[cfg(feature = "verify")]
mod by_the_book;
mod emulation;
mod error_text;
mod finishing;
mod name;
mod reading;
mod responses;
mod saving;
mod store;
mod writing;

use serde::{Deserialize, Serialize};

use crate::launch::Launch;
use crate::moment::{Moment, PageEvent};
use crate::network::{Network, Outcome};
use crate::profile::{Profile, Version};
use crate::value::JsValue;
use emulation::Emulation;

/// The LMS's code in the page, for one launch of one SCO.
#[derive(Debug)]
pub struct Client(Inner);

#[derive(Debug)]
enum Inner {
    Emulation(Box<Emulation>),
    #[cfg(feature = "verify")]
    ByTheBook(Box<by_the_book::ByTheBook>),
    /// The page's own engine answers.
    #[cfg(not(feature = "verify"))]
    None,
}

/// What a call came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Called {
    /// What the course got.
    pub outcome: Result<JsValue, Thrown>,
    /// What `GetLastError` says now; none if it throws.
    pub error: Option<String>,
}

/// A JavaScript exception.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// The class of the error, or `number` when a number is thrown.
    pub name: String,
    /// What it says; the number when a number is thrown.
    pub message: String,
}

impl Client {
    /// The code of one launch. A profile that has no answers of its own for this version answers
    /// by the book.
    pub fn new(profile: &Profile, version: Version, launch: Launch) -> Self {
        match profile.dialect(version) {
            Some(dialect) => {
                let mut emulation = Emulation::new(dialect, version, launch);
                emulation.suspend_data = profile.own_suspend_data[version as usize];
                Self(Inner::Emulation(Box::new(emulation)))
            }
            #[cfg(feature = "verify")]
            None => Self(Inner::ByTheBook(Box::new(by_the_book::ByTheBook::new(
                profile, version, &launch,
            )))),
            #[cfg(not(feature = "verify"))]
            None => Self(Inner::None),
        }
    }

    /// The course calls a function of the API: `LMSSetValue`, `SetValue` and so on.
    ///
    /// A name that the API does not have throws a `TypeError`, as in a page.
    pub fn call(
        &mut self,
        function: &str,
        args: &[JsValue],
        moment: Moment,
        net: &mut dyn Network,
    ) -> Called {
        match &mut self.0 {
            Inner::Emulation(emulation) => emulation.call(function, args, moment, net),
            #[cfg(feature = "verify")]
            Inner::ByTheBook(engine) => engine.call(function, args),
            #[cfg(not(feature = "verify"))]
            Inner::None => Called::not_a_function(function),
        }
    }

    /// Time has come to [`Client::next_timer`].
    pub fn timer(&mut self, at_ms: u64, net: &mut dyn Network) {
        if let Inner::Emulation(emulation) = &mut self.0 {
            emulation.timer(at_ms, net);
        }
    }

    /// The time, in milliseconds since the launch, at which [`Client::timer`] is to be called.
    pub fn next_timer(&self) -> Option<u64> {
        match &self.0 {
            Inner::Emulation(emulation) => emulation.next_timer(),
            #[cfg(feature = "verify")]
            Inner::ByTheBook(_) => None,
            #[cfg(not(feature = "verify"))]
            Inner::None => None,
        }
    }

    /// An asynchronous request ended.
    pub fn answered(&mut self, request: u32, outcome: Outcome, net: &mut dyn Network) {
        if let Inner::Emulation(emulation) = &mut self.0 {
            emulation.answered(request, outcome, net);
        }
    }

    /// Something happens to the LMS's own page.
    pub fn page_event(&mut self, event: PageEvent, net: &mut dyn Network) {
        if let Inner::Emulation(emulation) = &mut self.0 {
            emulation.page_event(event, net);
        }
    }
}

impl Called {
    fn not_a_function(function: &str) -> Self {
        Self {
            outcome: Err(Thrown {
                name: "TypeError".to_owned(),
                message: format!("API.{function} is not a function"),
            }),
            error: None,
        }
    }
}
