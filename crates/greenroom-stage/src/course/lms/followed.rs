//! The manifest as an LMS follows it: rules that it does not know are taken out of the text before
//! the engine reads it, so that the engine stays by the book.

use scorm_lms::Profile;
use scorm_lms::profile::{Sequencing, SequencingExtent};
use scorm_package::xml::{Document, Node, Span, Vocabulary, XmlLimits, read};

/// What no LMS follows that follows sequencing in part.
const RULES: [&str; 5] = [
    "sequencingRules",
    "rollupRules",
    "randomizationControls",
    "deliveryControls",
    "mapInfo",
];
/// The same of ADL's own vocabulary.
const ADL_RULES: [&str; 3] = [
    "constrainedChoiceConsiderations",
    "rollupConsiderations",
    "objectives",
];
/// Where nothing is said of sequencing the learner goes where he likes.
const FREE: &str =
    r#"<controlMode xmlns="http://www.imsglobal.org/xsd/imsss" choice="true" flow="true"/>"#;

/// The text without what the LMS passes over; none if it reads all of it.
pub(in crate::course) fn followed(profile: &Profile, text: &str) -> Option<String> {
    let sequencing = &profile.sequencing.as_ref()?.value;
    if sequencing.extent == SequencingExtent::Full && sequencing.prerequisites {
        return None;
    }
    let (document, _) = read(text.to_owned(), &XmlLimits::default());
    let document = document?;
    let mut edits = Edits::default();
    for node in document.elements() {
        if node.is(Vocabulary::Adlcp, "prerequisites") && !sequencing.prerequisites {
            edits.remove(node);
        }
        if node.is(Vocabulary::Imsss, "limitConditions")
            && sequencing.extent != SequencingExtent::Full
        {
            // The time allowed is for the course, which reads it.
            edits.keep_attributes(node, &["attemptAbsoluteDurationLimit"]);
        }
        match sequencing.extent {
            SequencingExtent::Full => {}
            SequencingExtent::Flow => in_part(node, &mut edits),
            SequencingExtent::None => not_at_all(node, sequencing, &mut edits),
        }
    }
    edits.made_in(&document)
}

/// Next and previous, the menu, and the buttons that an activity hides.
fn in_part(node: Node<'_>, edits: &mut Edits) {
    if is_rule(node) {
        edits.remove(node);
    } else if node.is(Vocabulary::Imsss, "controlMode") {
        edits.keep_attributes(node, &["choice", "flow"]);
    } else if node.is(Vocabulary::Adlnav, "hideLMSUI")
        && !matches!(node.text().trim(), "continue" | "previous")
    {
        edits.remove(node);
    }
}

/// A menu, where there is one, and nothing that restrains the learner.
fn not_at_all(node: Node<'_>, sequencing: &Sequencing, edits: &mut Edits) {
    let hides = node.is(Vocabulary::Adlnav, "presentation") && !sequencing.hides_ui;
    if is_rule(node) || node.is(Vocabulary::Imsss, "controlMode") || hides {
        edits.remove(node);
    }
    let is_item = node.is(Vocabulary::Imscp, "item");
    let has_items = || node.child(Vocabulary::Imscp, "item").is_some();
    if !(is_item || node.is(Vocabulary::Imscp, "organization")) || !has_items() {
        return;
    }
    match node.child(Vocabulary::Imsss, "sequencing") {
        Some(own) if own.span() == own.start_tag() => {
            let tag = own.span().of(node.document().text());
            let open = tag.trim_end_matches('>').trim_end_matches('/');
            let name = own.qualified_name();
            edits.replace(own.span(), format!("{open}>{FREE}</{name}>"));
        }
        Some(own) => edits.insert(own.start_tag().end, FREE.to_owned()),
        None => {
            let free = format!(
                r#"<sequencing xmlns="http://www.imsglobal.org/xsd/imsss">{FREE}</sequencing>"#
            );
            // Before the end tag, which no element that holds items can be without.
            let text = node.span().of(node.document().text());
            let end = text.rfind('<').unwrap_or_default() as u32;
            edits.insert(node.span().start + end, free);
        }
    }
}

fn is_rule(node: Node<'_>) -> bool {
    match node.vocabulary() {
        Vocabulary::Imsss => RULES.contains(&node.name()),
        Vocabulary::Adlseq => ADL_RULES.contains(&node.name()),
        _ => false,
    }
}

/// Changes of a text, by place.
#[derive(Default)]
struct Edits(Vec<(u32, u32, String)>);

impl Edits {
    fn remove(&mut self, node: Node<'_>) {
        self.replace(node.span(), String::new());
    }

    fn replace(&mut self, Span { start, end }: Span, with: String) {
        self.0.push((start, end, with));
    }

    /// An empty element with these of its attributes.
    fn keep_attributes(&mut self, node: Node<'_>, names: &[&str]) {
        let text = node.document().text();
        let known = node.attributes().filter(|it| names.contains(&it.name()));
        let known: Vec<&str> = known.map(|it| it.span().of(text)).collect();
        let kept = format!("<{} {}/>", node.qualified_name(), known.join(" "));
        self.replace(node.span(), kept);
    }

    fn insert(&mut self, at: u32, text: String) {
        self.0.push((at, at, text));
    }

    fn made_in(mut self, document: &Document) -> Option<String> {
        if self.0.is_empty() {
            return None;
        }
        self.0.sort_by_key(|(start, end, _)| (*start, *end));
        let text = document.text();
        let (mut made, mut at) = (String::with_capacity(text.len()), 0);
        for (start, end, with) in self.0 {
            // What lies in something that is taken out goes with it.
            if start < at {
                continue;
            }
            made.push_str(
                Span {
                    start: at,
                    end: start,
                }
                .of(text),
            );
            made.push_str(&with);
            at = end;
        }
        made.push_str(text.get(at as usize..).unwrap_or_default());
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use super::followed;
    use scorm_session::Course;

    const MANIFEST: &str = r#"<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"
 xmlns:adlnav="http://www.adlnet.org/xsd/adlnav_v1p3">
<metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>t</title>
 <item identifier="c"><title>c</title>
  <item identifier="a" identifierref="r"><title>a</title>
   <imsss:sequencing><imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions>
    <imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="disabled"/>
   </imsss:preConditionRule></imsss:sequencingRules>
   <imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true" objectiveID="p">
    <imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>
   </imsss:sequencing>
   <adlnav:presentation><adlnav:navigationInterface><adlnav:hideLMSUI>continue</adlnav:hideLMSUI>
    <adlnav:hideLMSUI>exitAll</adlnav:hideLMSUI></adlnav:navigationInterface></adlnav:presentation></item>
  <imsss:sequencing IDRef="none"/></item>
 <imsss:sequencing><imsss:controlMode choice="false" flow="true" forwardOnly="true"/></imsss:sequencing>
</organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="a.html"/></resources></manifest>"#;

    fn course(text: &str) -> Course {
        let (manifest, problems) = scorm_package::parse(text);
        let manifest = manifest.unwrap_or_else(|| panic!("{problems:?}"));
        Course::from_manifest_as(&manifest, None, None).unwrap()
    }

    fn of(lms: &str) -> Option<String> {
        followed(scorm_lms::find(lms).unwrap(), MANIFEST)
    }

    #[test]
    fn an_lms_that_follows_sequencing_in_part_keeps_flow_and_choice() {
        let text = of("moodle").unwrap();
        assert!(
            text.contains(r#"<imsss:controlMode choice="false" flow="true"/>"#),
            "{text}"
        );
        assert!(!text.contains("preConditionRule"), "{text}");
        assert!(
            text.contains("continue") && !text.contains("exitAll"),
            "{text}"
        );
        let course = course(&text);
        let a = course.tree.find("a").unwrap();
        assert_eq!(course.scaled_passing_score(a), Some(0.8));
    }

    #[test]
    fn an_lms_without_sequencing_lets_the_learner_go_everywhere() {
        let text = of("learnhouse").unwrap();
        assert!(
            !text.contains("forwardOnly") && !text.contains("hideLMSUI"),
            "{text}"
        );
        // Both clusters; choice is allowed unless a manifest says otherwise.
        assert_eq!(text.matches(r#"flow="true""#).count(), 2, "{text}");
        assert!(!text.contains(r#"choice="false""#), "{text}");
    }

    #[test]
    fn an_lms_that_follows_all_of_it_gets_the_manifest_as_it_is() {
        assert_eq!(of("ilias"), None);
        assert_eq!(of("standard"), None);
    }

    #[test]
    fn prerequisites_are_followed_where_the_lms_follows_them() {
        let manifest = r#"<manifest identifier="m" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2"
 xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"><organizations default="o"><organization identifier="o">
 <item identifier="a" identifierref="r"/><item identifier="b" identifierref="r">
 <adlcp:prerequisites type="aicc_script">a</adlcp:prerequisites></item></organization></organizations>
<resources><resource identifier="r" type="webcontent" adlcp:scormtype="sco" href="a.html"/></resources></manifest>"#;
        for (lms, follows) in [
            ("moodle", true),
            ("chamilo", true),
            ("ilias", false),
            ("openolat", false),
            ("standard", true),
        ] {
            let made = followed(scorm_lms::find(lms).unwrap(), manifest);
            let text = made.as_deref().unwrap_or(manifest);
            assert_eq!(text.contains("aicc_script"), follows, "{lms}");
        }
    }
}
