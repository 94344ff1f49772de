//! The data model as tools show it, without touching the content's last error.

use serde::{Deserialize, Serialize};

use scorm_runtime::{ContentRequest, NavigationOracle};

use crate::navigation::Oracle;
use crate::session::Session;

/// One element with its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DataModelElement {
    /// Full name.
    pub element: String,
    /// The value; write-only ones are shown too.
    pub value: Option<String>,
    /// The type in the words of the standard.
    #[serde(rename = "type")]
    pub type_name: String,
    /// `ro`, `rw` or `wo`.
    pub access: String,
    /// The content set it in this attempt.
    pub by_sco: bool,
    /// How many characters are promised or allowed, where a size is set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl Session {
    /// Every element of the data model of the content in the frame; empty without content.
    pub fn data_model(&self) -> Vec<DataModelElement> {
        let Some(content) = &self.content else {
            return Vec::new();
        };
        let mut elements: Vec<DataModelElement> = content
            .api
            .elements()
            .into_iter()
            .map(DataModelElement::from)
            .collect();
        if !self.course.version.is_scorm12() {
            elements.extend(self.request_validity());
        }
        elements
    }

    /// The data models of all activities that were launched, by identifier; the content in the
    /// frame as it is now.
    pub fn data_models(&self) -> Vec<(String, Vec<DataModelElement>)> {
        let mut models = Vec::new();
        for (activity, record) in &self.records {
            let api = scorm_runtime::Api::restore(&record.api);
            let elements = api
                .elements()
                .into_iter()
                .map(DataModelElement::from)
                .collect();
            models.push((activity.clone(), elements));
        }
        if let Some(content) = &self.content {
            let activity = self.course.identifier(content.activity);
            models.retain(|(other, _)| other != activity);
            models.push((activity.to_owned(), self.data_model()));
        }
        models
    }

    fn request_validity(&self) -> impl Iterator<Item = DataModelElement> {
        let oracle = Oracle::on(self, "adl.nav.request_valid.continue");
        let answers = [
            ("continue", oracle.request_valid(ContentRequest::Continue)),
            ("previous", oracle.request_valid(ContentRequest::Previous)),
        ];
        answers
            .into_iter()
            .map(|(name, validity)| DataModelElement {
                element: format!("adl.nav.request_valid.{name}"),
                value: Some(validity.as_str().to_owned()),
                type_name: "state".to_owned(),
                access: "ro".to_owned(),
                by_sco: false,
                limit: None,
            })
    }
}

impl From<scorm_runtime::Element> for DataModelElement {
    fn from(element: scorm_runtime::Element) -> Self {
        Self {
            element: element.element,
            value: element.value,
            type_name: element.type_name.to_owned(),
            access: element.access.as_str().to_owned(),
            by_sco: element.by_sco,
            limit: element.limit,
        }
    }
}
