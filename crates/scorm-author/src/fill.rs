//! Templates with `{{name}}` or `{name}` in them.

/// Puts values in place of names, in one pass: what a value contains is never a name.
pub(crate) fn fill(template: &str, (open, close): (&str, &str), values: &[(&str, &str)]) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, behind)) = rest.split_once(open) {
        filled.push_str(before);
        let known = behind.split_once(close).and_then(|(name, behind)| {
            let value = values.iter().find(|(known, _)| *known == name)?;
            Some((value.1, behind))
        });
        if let Some((value, behind)) = known {
            filled.push_str(value);
            rest = behind;
        } else {
            filled.push_str(open);
            rest = behind;
        }
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn values_are_put_in_once_and_unknown_names_stay() {
        let values = [("a", "{{b}}"), ("b", "no")];
        let filled = fill("<{{a}}|{{c}}|{{", ("{{", "}}"), &values);
        assert_eq!(filled, "<{{b}}|{{c}}|{{");
    }
}
