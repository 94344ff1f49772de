//! The XML tree: places of elements and attributes, and what is refused.

use scorm_package::ProblemKind;
use scorm_package::xml::{Attribute, Document, Node, Vocabulary, XmlLimits, read};

fn document(text: &str) -> Document {
    let (document, problems) = read(text.to_owned(), &XmlLimits::default());
    assert_eq!(problems, []);
    document.expect("well-formed")
}

fn fault(text: &str, limits: &XmlLimits) -> (ProblemKind, u32, u32) {
    let (document, problems) = read(text.to_owned(), limits);
    assert!(document.is_none(), "{text}");
    let place = problems[0].place.expect("a place");
    (problems[0].kind, place.line, place.column)
}

#[test]
fn every_part_knows_its_bytes() {
    let text =
        "<a xmlns:p='u>rn'\n  p:x = \"1 &amp; 2\" y='é'><!-- c --><p:b/>t&lt;<![CDATA[<x>]]></a>";
    let document = document(text);
    let root = document.root();
    assert_eq!(root.span().of(text), text);
    assert_eq!(
        root.start_tag().of(text),
        &text[..text.find("<!--").expect("comment")]
    );
    let x = root.attribute_of(Vocabulary::Other, "x").expect("x");
    assert_eq!(x.span().of(text), "p:x = \"1 &amp; 2\"");
    assert_eq!(x.name_span().of(text), "p:x");
    assert_eq!(x.value_span().of(text), "1 &amp; 2");
    assert_eq!(x.value(), "1 & 2");
    assert_eq!(x.namespace(), "u>rn");
    let place = document.place(x.span());
    assert_eq!((place.line, place.column), (2, 3));
    assert_eq!(root.attribute("y").map(Attribute::value), Some("é"));

    let b = root.children().next().expect("b");
    assert_eq!(
        (b.name(), b.qualified_name(), b.span().of(text)),
        ("b", "p:b", "<p:b/>")
    );
    assert_eq!(b.parent().map(Node::id), Some(root.id()));
    assert_eq!(root.text(), "t<<x>");
    assert_eq!(
        document
            .comments()
            .iter()
            .map(|c| c.of(text))
            .collect::<Vec<_>>(),
        ["<!-- c -->"]
    );
}

#[test]
fn text_belongs_to_its_own_element() {
    let document = document("<a>1<b>2<c>3</c>4</b>5</a>");
    let texts: Vec<(&str, String)> = document
        .elements()
        .map(|n| (n.name(), n.text().into_owned()))
        .collect();
    assert_eq!(
        texts,
        [("a", "15".into()), ("b", "24".into()), ("c", "3".into())]
    );
}

#[test]
fn white_space_between_elements_is_no_text() {
    for (xml, want) in [
        ("<a> </a>", " "),
        ("<a>\r\n\t<b/>\r\n</a>", ""),
        ("<a> <!-- c --> <b> x </b> <b/> </a>", ""),
        ("<a> 1 <b/> <b/> 2 </a>", " 1  2 "),
        ("<a><b/>&#32;<b/><![CDATA[\n]]></a>", " \n"),
    ] {
        assert_eq!(document(xml).root().text(), want, "{xml}");
    }
}

#[test]
fn faults_have_a_place() {
    let limits = XmlLimits::default();
    for (text, line, column) in [
        ("<a>\n  <b></c>\n</a>", 2, 6),
        ("<a>\n <b x=1/></a>", 2, 7),
        ("<a>\n  é & </a>", 2, 5),
        ("<a><b>", 1, 7),
        ("", 1, 1),
        ("<a/><b/>", 1, 5),
    ] {
        assert_eq!(
            fault(text, &limits),
            (ProblemKind::XmlNotWellFormed, line, column),
            "{text}"
        );
    }
}

#[test]
fn entities_are_never_expanded() {
    let bomb = "<!DOCTYPE a [<!ENTITY x 'ha'><!ENTITY y '&x;&x;&x;'>]>\n<a>&y;</a>";
    assert_eq!(
        fault(bomb, &XmlLimits::default()),
        (ProblemKind::XmlDoctype, 1, 1)
    );
    let external = "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>";
    assert_eq!(
        fault(external, &XmlLimits::default()).0,
        ProblemKind::XmlDoctype
    );
}

#[test]
fn a_doctype_without_entities_is_told_and_passed_over() {
    let text = "<?xml version='1.0'?>\n<!DOCTYPE manifest SYSTEM \"ims>.dtd\" [ <!-- ] --> ]>\n<a><b/></a>";
    let (document, problems) = read(text.to_owned(), &XmlLimits::default());
    let kinds: Vec<ProblemKind> = problems.iter().map(|problem| problem.kind).collect();
    assert_eq!(kinds, [ProblemKind::XmlDoctype]);
    let document = document.expect("a tree");
    let b = document.root().children().next().expect("b");
    assert_eq!(b.span().of(text), "<b/>");
    let two = "<!DOCTYPE a><!DOCTYPE b><a/>";
    assert!(read(two.to_owned(), &XmlLimits::default()).0.is_none());
}

#[test]
fn undeclared_prefixes_are_told_and_understood() {
    let text = "<!-- <x> -->\n<manifest id='1'>\n  <adlcp:location other:y='2'>a</adlcp:location>\n</manifest>";
    let (document, problems) = read(text.to_owned(), &XmlLimits::default());
    let found: Vec<_> = problems
        .iter()
        .map(|problem| {
            (
                problem.kind.as_str(),
                problem.place.map(|place| (place.line, place.column)),
            )
        })
        .collect();
    let kind = "xml-prefix-undeclared";
    assert_eq!(found, [(kind, Some((3, 19))), (kind, Some((3, 4)))]);
    let document = document.expect("a tree");
    let location = document
        .root()
        .child(Vocabulary::Adlcp, "location")
        .expect("location");
    assert_eq!(
        location.span().of(text),
        "<adlcp:location other:y='2'>a</adlcp:location>"
    );
    assert_eq!(document.root().start_tag().of(text), "<manifest id='1'>");
    assert_eq!(
        location.attributes().next().map(|y| y.span().of(text)),
        Some("other:y='2'")
    );
}

#[test]
fn depth_and_size_have_limits() {
    let deep = format!("{}{}", "<a>".repeat(100_000), "</a>".repeat(100_000));
    assert_eq!(
        fault(&deep, &XmlLimits::default()),
        (ProblemKind::XmlTooDeep, 1, 601)
    );
    let wide = " x=''".repeat(100_000);
    let wide = format!("<a><b{wide}/></a>");
    assert_eq!(
        fault(&wide, &XmlLimits::default()),
        (ProblemKind::XmlTooLarge, 1, 4)
    );
    let small = XmlLimits {
        bytes: 10,
        nodes: 3,
        ..XmlLimits::default()
    };
    let (_, problems) = read("<a><b/></a>".to_owned(), &small);
    assert_eq!(problems[0].kind, ProblemKind::XmlTooLarge);
    let few = XmlLimits {
        nodes: 3,
        ..XmlLimits::default()
    };
    assert_eq!(
        fault("<a><b/><b/><b/><b/></a>", &few).0,
        ProblemKind::XmlTooLarge
    );
}
