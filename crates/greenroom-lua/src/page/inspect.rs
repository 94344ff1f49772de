//! What the inspector shows of a variable.

use serde::Serialize;
use serde_json::{Map, Value as Json};

use super::connection::Connection;
use crate::frame::SocketCode;

/// Getters slower than this are worth a note.
const SLOW_US: u64 = 20_000;

/// One variable of one page.
#[derive(Clone, Debug, Serialize)]
pub struct VariableRow {
    pub tab: String,
    pub id: u64,
    pub parent: u64,
    pub path: String,
    pub access: &'static str,
    #[serde(rename = "type")]
    pub type_name: Option<String>,
    pub value: Option<Json>,
    pub wrapper: Option<String>,
    pub properties: Map<String, Json>,
    pub active: bool,
    pub error: Option<RowError>,
    pub diags: Vec<String>,
    pub compute_us: u64,
    pub max_compute_us: u64,
    pub changes: u64,
    pub depth: usize,
}

/// The mark of a variable.
#[derive(Clone, Debug, Serialize)]
pub struct RowError {
    pub code: SocketCode,
    pub message: String,
}

impl Connection {
    /// All variables, by id.
    pub(crate) fn rows(&self) -> Vec<VariableRow> {
        let tab = self.link.tab().tab;
        self.variables
            .iter()
            .map(|(id, variable)| {
                let mut diags = variable.diags.clone();
                if variable.compute_us > SLOW_US {
                    diags.push(format!("slow: {} µs", variable.compute_us));
                }
                VariableRow {
                    tab: tab.clone(),
                    id: *id,
                    parent: variable.parent,
                    path: variable.path_text.clone(),
                    access: variable.access.as_str(),
                    type_name: variable.sent_type.clone(),
                    value: variable.sent.clone(),
                    wrapper: variable.property("wrapper").map(str::to_owned),
                    properties: variable.all_properties(),
                    active: self.is_active(*id),
                    error: variable
                        .error
                        .clone()
                        .map(|(code, message)| RowError { code, message }),
                    diags,
                    compute_us: variable.compute_us,
                    max_compute_us: variable.max_compute_us,
                    changes: variable.changes,
                    depth: self.depth(*id),
                }
            })
            .collect()
    }

    fn depth(&self, id: u64) -> usize {
        let parents = std::iter::successors(Some(id), |id| {
            self.variables
                .get(id)
                .map(|variable| variable.parent)
                .filter(|parent| *parent != 0)
        });
        parents.count() - 1
    }
}
