//! The dialog tools that exist. This list is the whitelist.

use crate::declaration::DialogTool;
use crate::error::DialogError;
use crate::tools;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Every dialog tool by its name.
#[derive(Clone, Debug, Default)]
pub struct Registry(BTreeMap<String, Arc<DialogTool>>);

impl Registry {
    /// The six tools that Greenroom has.
    pub fn standard() -> Self {
        let mut registry = Self::default();
        for tool in tools::all() {
            registry.register(tool);
        }
        registry
    }

    /// Adds a tool, or replaces the one of its name.
    pub fn register(&mut self, tool: DialogTool) {
        self.0.insert(tool.name.clone(), Arc::new(tool));
    }

    /// The tool of this name.
    pub fn get(&self, name: &str) -> Option<&Arc<DialogTool>> {
        self.0.get(name)
    }

    /// The tool of this name, or the error that says there is none.
    pub fn find(&self, name: &str) -> Result<&Arc<DialogTool>, DialogError> {
        self.get(name).ok_or_else(|| DialogError::UnknownTool {
            name: name.to_owned(),
        })
    }

    /// All tools, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<DialogTool>> {
        self.0.values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_six_tools_are_their_own_dialog_types() {
        let registry = Registry::standard();
        let names: Vec<&str> = registry.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "confirm",
                "multi_choice",
                "planner",
                "screenshot_request",
                "single_choice",
                "text_input"
            ]
        );
        for tool in registry.iter() {
            assert_eq!(tool.dialog_type, tool.name);
        }
        assert!(registry.find("planer").is_err());
    }
}
