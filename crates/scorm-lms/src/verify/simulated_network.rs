//! The network of a replay: it answers as the sequence says, and remembers how requests left.

use serde_json::Value;

use crate::client::Client;
use crate::network::{Network, Outcome, Request, Via};

#[derive(Debug, Default)]
pub(super) struct SimulatedNetwork {
    outcome: Option<Outcome>,
    sent: Vec<Via>,
    under_way: Vec<u32>,
}

impl SimulatedNetwork {
    /// From here on the server answers so.
    pub(super) fn answer_as(&mut self, wish: Option<&Value>) {
        self.outcome = match wish.and_then(Value::as_str) {
            Some("500") => Some(Outcome::Refused),
            Some("login") => Some(Outcome::LoginPage),
            Some("fail") => Some(Outcome::NoConnection),
            _ => None,
        };
    }

    fn now(&self) -> Outcome {
        self.outcome.unwrap_or(Outcome::Saved)
    }

    /// The ways in which requests left since the last question.
    pub(super) fn take_sent(&mut self) -> Vec<Via> {
        std::mem::take(&mut self.sent)
    }

    /// Requests under way end before the next call.
    pub(super) fn settle(&mut self, client: &mut Client) {
        while !self.under_way.is_empty() {
            for request in std::mem::take(&mut self.under_way) {
                let outcome = self.now();
                client.answered(request, outcome, self);
            }
        }
    }
}

impl Network for SimulatedNetwork {
    fn sync(&mut self, request: &Request) -> Outcome {
        self.sent.push(request.via);
        self.now()
    }

    fn beacon(&mut self, request: &Request) -> bool {
        self.sent.push(request.via);
        true
    }

    fn start(&mut self, request: &Request) {
        self.sent.push(request.via);
        self.under_way.push(request.id);
    }
}
