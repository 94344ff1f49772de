//! Functions of ours in the page: `window[name](text)` arrives here, in order, none lost.

use std::collections::HashMap;

use tokio::sync::mpsc;

use super::frames::FrameId;

/// One call of a binding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BindingCall {
    /// The text that the page passed.
    pub payload: String,
    /// The frame whose window was called; none for a worker.
    pub frame: Option<FrameId>,
    /// When it arrived, in milliseconds since the Unix epoch.
    pub timestamp: u64,
}

/// The queues of the bindings. A queue exists from the start, so that no call is lost before
/// its receiver is taken.
#[derive(Debug, Default)]
pub(super) struct Bindings {
    queues: HashMap<String, Queue>,
}

#[derive(Debug)]
struct Queue {
    sender: mpsc::UnboundedSender<BindingCall>,
    /// None once taken.
    receiver: Option<mpsc::UnboundedReceiver<BindingCall>>,
}

impl Bindings {
    pub(super) fn new(names: &[String]) -> Self {
        let mut bindings = Self::default();
        for name in names {
            bindings.add(name);
        }
        bindings
    }

    pub(super) fn add(&mut self, name: &str) {
        self.queues.entry(name.into()).or_insert_with(|| {
            let (sender, receiver) = mpsc::unbounded_channel();
            Queue {
                sender,
                receiver: Some(receiver),
            }
        });
    }

    pub(super) fn take(&mut self, name: &str) -> Option<mpsc::UnboundedReceiver<BindingCall>> {
        self.queues.get_mut(name)?.receiver.take()
    }

    pub(super) fn deliver(&self, name: &str, call: BindingCall) {
        if let Some(queue) = self.queues.get(name) {
            // The receiver may have been dropped by somebody who wants no more calls.
            drop(queue.sender.send(call));
        }
    }
}
