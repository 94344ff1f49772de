//! The start tag of the manifest: its namespaces, and the schemas that it names.

use scorm_package::xml::Vocabulary;

use super::{Target, Work};
use crate::edits::Edit;

const IMSCP_12: &str = "http://www.imsproject.org/xsd/imscp_rootv1p1p2";
const ADLCP_12: &str = "http://www.adlnet.org/xsd/adlcp_rootv1p2";
const IMSCP_2004: &str = "http://www.imsglobal.org/xsd/imscp_v1p1";
const ADLCP_2004: &str = "http://www.adlnet.org/xsd/adlcp_v1p3";
const IMSSS: &str = "http://www.imsglobal.org/xsd/imsss";
const XSI: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// Where each schema lies, by the names that packages use.
const LOCATIONS_12: &[(&str, &str)] = &[
    (IMSCP_12, "imscp_rootv1p1p2.xsd"),
    (ADLCP_12, "adlcp_rootv1p2.xsd"),
];
const LOCATIONS_2004: &[(&str, &str)] = &[
    (IMSCP_2004, "imscp_v1p1.xsd"),
    (ADLCP_2004, "adlcp_v1p3.xsd"),
    (IMSSS, "imsss_v1p0.xsd"),
];

/// Writes the start tag of the manifest anew, and finds the prefixes.
pub(super) fn convert(work: &mut Work<'_>, target: Target) -> Result<(), String> {
    let root = work.document.root();
    let span = root.start_tag();
    let tag = span.of(work.text());
    let (imscp, adlcp, locations) = match target {
        Target::Scorm12 => (IMSCP_12, ADLCP_12, LOCATIONS_12),
        Target::Scorm2004 => (IMSCP_2004, ADLCP_2004, LOCATIONS_2004),
    };
    work.prefix = root
        .qualified_name()
        .strip_suffix(root.name())
        .unwrap_or_default()
        .to_owned();
    let declared = declarations(tag);
    let is = |wanted: Vocabulary| {
        let names = work.document.namespaces();
        let names = names.filter(move |(_, meaning)| *meaning == wanted);
        names.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
    };
    let (old_imscp, old_adlcp) = (is(Vocabulary::Imscp), is(Vocabulary::Adlcp));
    let of = |names: &[String]| {
        let mut declared = declared.iter();
        declared
            .find(|(_, value)| names.contains(value))
            .map(|(name, _)| name.clone())
    };
    for node in work.document.elements().skip(1) {
        let tag = node.start_tag().of(work.text());
        let moved = declarations(tag);
        let mut moved = moved.iter();
        if moved.any(|(_, value)| old_imscp.contains(value) || old_adlcp.contains(value)) {
            return Err(format!(
                "`{}` declares a namespace that must change, inside the manifest",
                node.qualified_name()
            ));
        }
    }
    let adlcp_prefix =
        of(&old_adlcp).and_then(|name| name.strip_prefix("xmlns:").map(str::to_owned));
    let adlcp_prefix = adlcp_prefix.unwrap_or_else(|| "adlcp".to_owned());
    work.adlcp = format!("{adlcp_prefix}:");
    let mut new = format!("<{}", root.qualified_name());
    let mut add = |name: &str, value: &str| {
        for part in [" ", name, "=\"", &crate::edits::escaped(value), "\""] {
            new.push_str(part);
        }
    };
    for attribute in root.attributes() {
        let is_location = attribute.namespace() == XSI;
        if !is_location {
            add(attribute.qualified_name(), attribute.value());
        }
    }
    let own = match work.prefix.strip_suffix(':') {
        Some(prefix) => format!("xmlns:{prefix}"),
        None => "xmlns".to_owned(),
    };
    add(&own, imscp);
    add(&format!("xmlns:{adlcp_prefix}"), adlcp);
    if target == Target::Scorm2004 {
        add("xmlns:imsss", IMSSS);
    }
    add("xmlns:xsi", XSI);
    let ours = [own.as_str(), "xmlns:imsss", "xmlns:xsi"];
    for (name, value) in &declared {
        let is_known = value.contains("imsss")
            || value.contains("adlseq")
            || value.contains("adlnav")
            || old_imscp.contains(value)
            || old_adlcp.contains(value);
        if !is_known && !ours.contains(&name.as_str()) && *name != format!("xmlns:{adlcp_prefix}") {
            add(name, value);
        }
    }
    let locations: Vec<String> = locations
        .iter()
        .map(|(namespace, file)| format!("{namespace} {file}"))
        .collect();
    add("xsi:schemaLocation", &locations.join(" "));
    new.push_str(if tag.ends_with("/>") { "/>" } else { ">" });
    work.edits.push(Edit::replace(span, new));
    Ok(())
}

/// The namespace declarations of a start tag: name as written, and value.
fn declarations(tag: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = tag;
    while let Some(equals) = rest.find('=') {
        let name = rest[..equals].trim_end();
        let name = name
            .rsplit(|c: char| c.is_whitespace())
            .next()
            .unwrap_or_default();
        let behind = rest[equals + 1..].trim_start();
        let Some(quote) = behind.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
            break;
        };
        let Some(length) = behind[1..].find(quote) else {
            break;
        };
        if name == "xmlns" || name.starts_with("xmlns:") {
            found.push((name.to_owned(), behind[1..=length].to_owned()));
        }
        rest = &behind[length + 2..];
    }
    found
}
