//! Values of a page as the text that a developer would see in the console.

use serde_json::Value;

/// The text of `console.log(...args)`, with `%s`-like directives filled in.
pub(super) fn of_arguments(args: &[Value]) -> String {
    let mut rest = args.iter();
    let mut parts = Vec::new();
    if let Some(first) = args.first() {
        rest.next();
        match first["value"].as_str() {
            Some(format) if format.contains('%') => parts.push(filled(format, &mut rest)),
            _ => parts.push(of_remote_object(first)),
        }
    }
    parts.extend(rest.map(of_remote_object));
    parts.join(" ")
}

fn filled<'a>(format: &str, args: &mut impl Iterator<Item = &'a Value>) -> String {
    let mut text = String::new();
    let mut chars = format.chars().peekable();
    while let Some(c) = chars.next() {
        let directive = if c == '%' {
            chars.peek().copied()
        } else {
            None
        };
        match directive {
            Some('%') => {
                chars.next();
                text.push('%');
            }
            Some('c') => {
                // A style: it has no text, but takes its argument.
                chars.next();
                args.next();
            }
            Some('s' | 'd' | 'i' | 'f' | 'o' | 'O') => {
                if let Some(value) = args.next() {
                    chars.next();
                    text += &of_remote_object(value);
                } else {
                    text.push('%');
                }
            }
            _ => text.push(c),
        }
    }
    text
}

/// The text of a CDP `RemoteObject`.
pub(crate) fn of_remote_object(object: &Value) -> String {
    if let Some(text) = object["value"].as_str() {
        return text.into();
    }
    if let Some(preview) = object["preview"]["properties"].as_array() {
        let array = object["subtype"] == "array";
        let error = object["subtype"] == "error";
        if !error {
            let overflow = object["preview"]["overflow"] == true;
            return of_preview(preview, array, overflow);
        }
    }
    if let Some(description) = object["description"].as_str() {
        return description.into();
    }
    if let Some(special) = object["unserializableValue"].as_str() {
        return special.into();
    }
    match &object["value"] {
        Value::Null if object["type"] == "undefined" => "undefined".into(),
        value => value.to_string(),
    }
}

fn of_preview(properties: &[Value], array: bool, overflow: bool) -> String {
    let mut parts: Vec<String> = properties
        .iter()
        .map(|property| {
            let name = property["name"].as_str().unwrap_or_default();
            let value = property["value"].as_str().unwrap_or_default();
            let value = if property["type"] == "string" {
                Value::from(value).to_string()
            } else {
                value.to_owned()
            };
            if array {
                value
            } else {
                format!("{name}: {value}")
            }
        })
        .collect();
    if overflow {
        parts.push("…".into());
    }
    let list = parts.join(", ");
    if array {
        format!("[{list}]")
    } else {
        format!("{{{list}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn arguments_become_one_line() {
        let string = |s: &str| json!({"type": "string", "value": s});
        let number = json!({"type": "number", "value": 3, "description": "3"});
        for (args, want) in [
            (vec![string("a"), number.clone()], "a 3"),
            (
                vec![string("%s is %d%%"), string("x"), number.clone()],
                "x is 3%",
            ),
            (vec![string("%cred"), string("color:red")], "red"),
            (vec![string("100%"), number.clone()], "100% 3"),
            (vec![string("%s")], "%s"),
            (vec![json!({"type": "undefined"})], "undefined"),
            (vec![], ""),
        ] {
            assert_eq!(of_arguments(&args), want);
        }
    }
}
