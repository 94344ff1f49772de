//! What a schema says, with everything that it refers to.

use std::collections::BTreeMap;

use serde_json::Value;

/// What a schema says, with everything that it refers to.
#[derive(Default)]
pub(super) struct Shape<'a> {
    pub(super) types: Vec<&'a str>,
    pub(super) properties: BTreeMap<&'a str, &'a Value>,
    pub(super) required: Vec<&'a str>,
    pub(super) words: Vec<&'a str>,
    pub(super) items: Option<&'a Value>,
    /// The schema of the members of a map.
    pub(super) members: Option<&'a Value>,
    pub(super) variants: Vec<&'a Value>,
    pub(super) anything: bool,
}

impl<'a> Shape<'a> {
    pub(super) fn of(root: &'a Value, schema: &'a Value) -> Self {
        let mut shape = Self::default();
        shape.merge(root, schema);
        shape
    }

    pub(super) fn merge(&mut self, root: &'a Value, schema: &'a Value) {
        let Some(schema) = schema.as_object() else {
            self.anything = true;
            return;
        };
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            let target = target.trim_start_matches('#');
            if let Some(target) = root.pointer(target) {
                self.merge(root, target);
            }
        }
        match schema.get("type") {
            Some(Value::String(word)) => self.types.push(word),
            Some(Value::Array(list)) => self.types.extend(list.iter().filter_map(Value::as_str)),
            _ => {}
        }
        let texts = |key: &str| {
            let list = schema.get(key).and_then(Value::as_array);
            list.into_iter().flatten().filter_map(Value::as_str)
        };
        if let Some(properties) = schema.get("properties").and_then(Value::as_object) {
            let named = properties.iter();
            self.properties
                .extend(named.map(|(name, value)| (name.as_str(), value)));
        }
        self.required.extend(texts("required"));
        self.words.extend(texts("enum"));
        self.words
            .extend(schema.get("const").and_then(Value::as_str));
        self.items = schema.get("items").or(self.items);
        let members = schema.get("additionalProperties");
        self.members = members.filter(|it| !it.is_boolean()).or(self.members);
        for key in ["oneOf", "anyOf"] {
            let list = schema.get(key).and_then(Value::as_array);
            self.variants.extend(list.into_iter().flatten());
        }
        for part in schema
            .get("allOf")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
        {
            self.merge(root, part);
        }
        let constrains = [
            "$ref",
            "type",
            "properties",
            "enum",
            "const",
            "oneOf",
            "anyOf",
        ];
        self.anything |= !constrains.iter().any(|key| schema.contains_key(*key));
    }

    /// The member by which variants are told apart, and its word.
    pub(super) fn tag(&self, root: &'a Value) -> Option<(&'a str, &'a str)> {
        let mut tagged = self.properties.iter();
        tagged.find_map(|(name, schema)| {
            let word = Shape::of(root, schema).words;
            match word[..] {
                [word] if self.required.contains(name) => Some((*name, word)),
                _ => None,
            }
        })
    }

    pub(super) fn allows_null(&self, root: &'a Value) -> bool {
        self.types.contains(&"null")
            || self
                .variants
                .iter()
                .any(|variant| Shape::of(root, variant).types == ["null"])
    }
}
