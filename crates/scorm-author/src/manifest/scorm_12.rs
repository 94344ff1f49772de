//! SCORM 1.2.

use std::fmt::Write as _;

use super::{Naming, resources};
use crate::escape::markup;
use crate::part::Part;

pub(super) fn write(naming: &Naming<'_>, parts: &[Part]) -> String {
    let mut items = String::new();
    for part in parts {
        let (id, title) = (markup(&part.identifier), markup(&part.title));
        let _to_a_text = writeln!(
            items,
            "      <item identifier=\"{id}\" identifierref=\"{id}-page\">\n        <title>{title}</title>\n      </item>"
        );
    }
    let identifier = markup(naming.identifier);
    let title = markup(naming.title);
    let description = markup(naming.description);
    let language = markup(&naming.language.tag);
    let resources = resources("scormtype", parts);
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{identifier}" version="1.0"
    xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"
    xmlns:imsmd="http://www.imsglobal.org/xsd/imsmd_rootv1p2p1"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://www.imsproject.org/xsd/imscp_rootv1p1p2 http://www.imsproject.org/xsd/imscp_rootv1p1p2.xsd
      http://www.imsglobal.org/xsd/imsmd_rootv1p2p1 http://www.imsglobal.org/xsd/imsmd_rootv1p2p1.xsd
      http://www.adlnet.org/xsd/adlcp_rootv1p2 http://www.adlnet.org/xsd/adlcp_rootv1p2.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
    <imsmd:lom>
      <imsmd:general>
        <imsmd:title><imsmd:langstring xml:lang="{language}">{title}</imsmd:langstring></imsmd:title>
        <imsmd:language>{language}</imsmd:language>
        <imsmd:description><imsmd:langstring xml:lang="{language}">{description}</imsmd:langstring></imsmd:description>
      </imsmd:general>
    </imsmd:lom>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization">
      <title>{title}</title>
{items}    </organization>
  </organizations>
  <resources>
{resources}  </resources>
</manifest>
"#
    )
}
