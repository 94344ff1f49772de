//! What may stand in a view definition.

/// Binding attributes with a fixed name whose value is a path.
pub(super) const PATHS: &[&str] = &[
    "ui-action",
    "ui-code",
    "ui-hide",
    "ui-html",
    "ui-show",
    "ui-value",
    "ui-view",
    "ui-viewlist",
];

/// Binding attributes whose name goes on, and whose value is a path.
pub(super) const PATH_PREFIXES: &[&str] = &["ui-attr-", "ui-class-", "ui-event-", "ui-style-"];

/// Attributes that are not bindings: set by authors, or by the page.
pub(super) const OTHERS: &[&str] = &[
    "ui-error",
    "ui-error-code",
    "ui-error-description",
    "ui-namespace",
    "ui-viewdef",
];

/// Elements that never have an end tag.
pub(super) const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track",
    "wbr",
];

/// Elements whose end tag may be left out.
pub(super) const OPTIONAL_END: &[&str] = &[
    "body", "caption", "colgroup", "dd", "dt", "head", "html", "li", "optgroup", "option", "p",
    "rp", "rt", "tbody", "td", "tfoot", "th", "thead", "tr",
];

/// Elements that take the focus by themselves.
pub(super) const FOCUSABLE: &[&str] = &[
    "a", "area", "button", "details", "input", "label", "select", "summary", "textarea",
];

/// Whether the page binds an attribute of this name.
pub(super) fn is_path(attribute: &str) -> bool {
    PATHS.contains(&attribute)
        || PATH_PREFIXES
            .iter()
            .any(|prefix| attribute.len() > prefix.len() && attribute.starts_with(prefix))
}

/// The known attribute that an unknown one was probably meant to be.
pub(super) fn nearest(attribute: &str) -> Option<String> {
    const FURTHEST: usize = 3;
    // `ui-clas-done`: the part after the second dash is the author's.
    let with_rest = PATH_PREFIXES.iter().filter_map(|prefix| {
        let cut = attribute
            .match_indices('-')
            .nth(1)
            .map(|(place, _)| place + 1)?;
        let (head, rest) = attribute.split_at(cut);
        (!rest.is_empty()).then(|| (strsim::levenshtein(head, prefix), format!("{prefix}{rest}")))
    });
    PATHS
        .iter()
        .chain(OTHERS)
        .map(|known| (strsim::levenshtein(attribute, known), (*known).to_owned()))
        .chain(with_rest)
        .filter(|(distance, _)| *distance <= FURTHEST)
        .min()
        .map(|(_, known)| known)
}
