//! SCORM 2004, 3rd and 4th Edition.

use std::fmt::Write as _;

use super::{Naming, resources, sequencing};
use crate::escape::markup;
use crate::part::Part;

pub(super) fn write(edition: &str, naming: &Naming<'_>, parts: &[Part]) -> String {
    let identifier = markup(naming.identifier);
    let mut items = String::new();
    for part in parts {
        let (id, title) = (markup(&part.identifier), markup(&part.title));
        let sequencing = sequencing::of_part(part, &identifier);
        let _to_a_text = writeln!(
            items,
            "      <item identifier=\"{id}\" identifierref=\"{id}-page\">\n        <title>{title}</title>\n{sequencing}      </item>"
        );
    }
    let title = markup(naming.title);
    let description = markup(naming.description);
    let language = markup(&naming.language.tag);
    let resources = resources("scormType", parts);
    let course = sequencing::OF_COURSE;
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="{identifier}" version="1.0"
    xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
    xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"
    xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3"
    xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
    xmlns:lom="http://ltsc.ieee.org/xsd/LOM"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="http://www.imsglobal.org/xsd/imscp_v1p1 http://www.imsglobal.org/xsd/imscp_v1p1.xsd
      http://www.adlnet.org/xsd/adlcp_v1p3 http://www.adlnet.org/xsd/adlcp_v1p3.xsd
      http://www.adlnet.org/xsd/adlseq_v1p3 http://www.adlnet.org/xsd/adlseq_v1p3.xsd
      http://www.imsglobal.org/xsd/imsss http://www.imsglobal.org/xsd/imsss_v1p0.xsd
      http://ltsc.ieee.org/xsd/LOM http://ltsc.ieee.org/xsd/lomv1.0/lom.xsd">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>{edition}</schemaversion>
    <lom:lom>
      <lom:general>
        <lom:title><lom:string language="{language}">{title}</lom:string></lom:title>
        <lom:language>{language}</lom:language>
        <lom:description><lom:string language="{language}">{description}</lom:string></lom:description>
      </lom:general>
    </lom:lom>
  </metadata>
  <organizations default="organization">
    <organization identifier="organization" adlseq:objectivesGlobalToSystem="false">
      <title>{title}</title>
{items}{course}    </organization>
  </organizations>
  <resources>
{resources}  </resources>
</manifest>
"#
    )
}
