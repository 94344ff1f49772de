//! A value against the schema of the format: unknown names, unknown words, missing members.

use greenroom_schema::most_similar;
use serde_json::Value;

use super::Fault;
use super::places::{Places, joined};
use super::schema_shape::Shape;

/// Deeper values are not rehearsals.
const DEEPEST: usize = 60;

/// Members that tell people where a rehearsal comes from, by where they may stand: `` is the
/// rehearsal itself, `*` any item of a list. Nobody looks at them.
const REMARKS: &[(&str, &[&str])] = &[
    (
        "",
        &[
            "$schema",
            "hide_lms_ui",
            "interaction",
            "objectives_global_to_system",
            "shared_data_global_to_system",
            "start_activity",
            "tests",
        ],
    ),
    ("/final", &["note", "tester_confirms_session_ended"]),
    ("/start", &["target_title"]),
    (
        "/steps/*",
        &["act", "asset", "note", "sco_page", "visit", "visit_label"],
    ),
    ("/steps/*/calls/*", &["by_page"]),
    ("/steps/*/then/on_unload/*", &["by_page"]),
    ("/steps/*/ui/*", &["key", "target_title"]),
    (
        "/steps/*/then",
        &[
            "instruction",
            "instruction_text",
            "note",
            "pending_nav_request",
            "target_title",
        ],
    ),
    ("/steps/*/then/then", &["target_title"]),
];

/// Finds everything that does not fit. Scalars where texts are expected become texts.
pub(super) fn check(
    schema: &Value,
    value: &mut Value,
    pointer: &str,
    places: Option<&Places>,
    faults: &mut Vec<Fault>,
) {
    let mut checker = Checker {
        schema,
        places,
        root: pointer.len(),
        faults,
    };
    checker.check(schema, value, pointer, 0);
}

struct Checker<'a> {
    schema: &'a Value,
    places: Option<&'a Places>,
    /// Length of the pointer of the rehearsal itself.
    root: usize,
    faults: &'a mut Vec<Fault>,
}

impl<'a> Checker<'a> {
    fn check(&mut self, schema: &'a Value, value: &mut Value, pointer: &str, depth: usize) {
        if depth > DEEPEST {
            self.fault(pointer, "it is nested too deeply".to_owned());
            return;
        }
        let mut shape = Shape::of(self.schema, schema);
        if value.is_null() && shape.allows_null(self.schema) {
            return;
        }
        if !self.choose_variant(&mut shape, value, pointer) {
            return;
        }
        if !shape.words.is_empty() {
            self.check_word(&shape.words, value, pointer);
            return;
        }
        if !self.check_type(&shape, value, pointer) {
            return;
        }
        match value {
            Value::Object(_) if shape.anything && shape.properties.is_empty() => {}
            Value::Object(members) => {
                for name in &shape.required {
                    if !members.contains_key(*name) {
                        self.fault(pointer, format!("`{name}` is missing"));
                    }
                }
                for (name, value) in members {
                    let inner = joined(pointer, name);
                    if let Some(known) = shape.properties.get(name.as_str()) {
                        self.check(known, value, &inner, depth + 1);
                    } else if let Some(members) = shape.members {
                        self.check(members, value, &inner, depth + 1);
                    } else if !self.is_remark(pointer, name, value) {
                        self.unknown_name(&shape, name, &inner);
                    }
                }
            }
            Value::Array(items) => {
                let Some(schema) = shape.items else { return };
                for (index, item) in items.iter_mut().enumerate() {
                    self.check(schema, item, &format!("{pointer}/{index}"), depth + 1);
                }
            }
            _ => {}
        }
    }

    /// Takes the variant that is meant into the shape; false if none can be told.
    fn choose_variant(&mut self, shape: &mut Shape<'a>, value: &Value, pointer: &str) -> bool {
        let root = self.schema;
        let variants: Vec<(&Value, Shape<'_>)> = std::mem::take(&mut shape.variants)
            .into_iter()
            .map(|variant| (variant, Shape::of(root, variant)))
            .filter(|(_, variant)| variant.types != ["null"])
            .collect();
        if let [(only, _)] = variants[..] {
            shape.merge(root, only);
            let nested = !shape.variants.is_empty();
            return !nested || self.choose_variant(shape, value, pointer);
        }
        if variants.is_empty() {
            return true;
        }
        if variants
            .iter()
            .all(|(_, variant)| !variant.words.is_empty())
        {
            let words = variants
                .iter()
                .flat_map(|(_, variant)| variant.words.iter());
            shape.words.extend(words);
            return true;
        }
        let tags: Option<Vec<(&str, &str)>> = variants
            .iter()
            .map(|(_, variant)| variant.tag(root))
            .collect();
        if let Some(tags) = tags {
            return self.choose_by_tag(shape, &variants, &tags, value, pointer);
        }
        let fitting = variants
            .iter()
            .find(|(_, variant)| variant.types.iter().any(|word| is_of(word, value)));
        if let Some((variant, _)) = fitting {
            shape.types.clear();
            shape.merge(root, variant);
            return true;
        }
        let all: Vec<&str> = variants
            .iter()
            .flat_map(|(_, variant)| variant.types.clone())
            .collect();
        self.fault(pointer, format!("{} expected, got {value}", in_words(&all)));
        false
    }

    fn choose_by_tag(
        &mut self,
        shape: &mut Shape<'a>,
        variants: &[(&'a Value, Shape<'a>)],
        tags: &[(&'a str, &'a str)],
        value: &Value,
        pointer: &str,
    ) -> bool {
        let name = tags[0].0;
        let words: Vec<&str> = tags.iter().map(|(_, word)| *word).collect();
        let Some(given) = value.get(name) else {
            self.fault(
                pointer,
                format!("`{name}` is missing: {}", words.join(", ")),
            );
            return false;
        };
        let chosen = given
            .as_str()
            .and_then(|given| words.iter().position(|word| *word == given));
        if let Some(index) = chosen {
            shape.merge(self.schema, variants[index].0);
            // The tag itself is right, and its schema knows no other word.
            shape.words.clear();
            return true;
        }
        let mut given = given.clone();
        self.check_word(&words, &mut given, &joined(pointer, name));
        false
    }

    fn check_word(&mut self, words: &[&str], value: &mut Value, pointer: &str) {
        if value.as_str().is_some_and(|word| words.contains(&word)) {
            return;
        }
        let nearest = value
            .as_str()
            .and_then(|word| most_similar(word, words.iter().copied()).first().copied());
        self.faults.push(Fault {
            nearest: nearest.map(str::to_owned),
            ..Fault::new(
                pointer,
                format!("{value} is not one of {}", words.join(", ")),
            )
        });
    }

    fn check_type(&mut self, shape: &Shape<'_>, value: &mut Value, pointer: &str) -> bool {
        if shape.types.is_empty() || shape.types.iter().any(|word| is_of(word, value)) {
            return true;
        }
        let scalar = matches!(value, Value::Number(_) | Value::Bool(_) | Value::Null);
        if shape.types.contains(&"string") && scalar && self.places.is_some() {
            // In YAML `0` and `true` are as good as texts, in the form in which they are written.
            let written = self.places.and_then(|places| places.text(pointer));
            let text = written.map_or_else(|| value.to_string(), str::to_owned);
            *value = Value::String(text);
            return true;
        }
        let expected = in_words(&shape.types);
        self.fault(pointer, format!("{expected} expected, got {value}"));
        false
    }

    fn unknown_name(&mut self, shape: &Shape<'_>, name: &str, pointer: &str) {
        let known = shape.properties.keys().copied();
        let nearest = most_similar(name, known.clone()).first().copied();
        let all: Vec<&str> = known.collect();
        self.faults.push(Fault {
            nearest: nearest.map(str::to_owned),
            ..Fault::new(
                pointer,
                format!("`{name}` is unknown here; known are {}", all.join(", ")),
            )
        });
    }

    fn is_remark(&self, pointer: &str, name: &str, value: &Value) -> bool {
        let place: String = pointer[self.root..]
            .split('/')
            .map(|part| {
                if part.parse::<usize>().is_ok() {
                    "*"
                } else {
                    part
                }
            })
            .collect::<Vec<_>>()
            .join("/");
        // Whoever writes a list of acts as `act` means `acts`.
        let meant = name == "act" && (value.is_array() || value.is_object());
        !meant
            && REMARKS
                .iter()
                .any(|(at, names)| *at == place && names.contains(&name))
    }

    fn fault(&mut self, pointer: &str, message: String) {
        self.faults.push(Fault::new(pointer, message));
    }
}

fn is_of(word: &str, value: &Value) -> bool {
    match word {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "null" => value.is_null(),
        _ => true,
    }
}

fn in_words(types: &[&str]) -> String {
    let words: Vec<&str> = types
        .iter()
        .filter(|word| **word != "null")
        .map(|word| match *word {
            "object" => "an object",
            "array" => "a list",
            "string" => "a text",
            "boolean" => "true or false",
            "number" => "a number",
            "integer" => "a whole number",
            other => other,
        })
        .collect();
    words.join(" or ")
}
