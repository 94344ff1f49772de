//! Which of equal files can go, and what is written in their place.

use std::collections::BTreeMap;

use scorm_package::files::{Collector, EntryKind, Limits};
use scorm_package::{MANIFEST, read_manifest, xml::XmlLimits};

use super::{Merging, merging, relative};
use crate::edits::apply;
use crate::select;
use crate::selection::tests::Memory;

/// Merges all files that hold the same; the texts that change, as they are then.
fn merged(files: &[(&str, &str)]) -> (Vec<(String, String)>, BTreeMap<String, String>) {
    let listed = files
        .iter()
        .map(|(path, _)| format!("<file href=\"{path}\"/>"));
    let listed: String = listed.collect();
    let manifest = format!(
        "<manifest><organizations/><resources><resource identifier=\"r\" href=\"index.html\">{listed}</resource></resources></manifest>"
    );
    let mut contents: BTreeMap<String, Vec<u8>> = files
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect();
    contents.insert(MANIFEST.to_owned(), manifest.into_bytes());
    let mut collector = Collector::new(Limits::default());
    for (path, bytes) in &contents {
        collector.add(path, bytes.len() as u64, EntryKind::File);
    }
    let (table, _) = collector.finish();
    let (read, _) = read_manifest(&contents[MANIFEST], &XmlLimits::default());
    let (manifest, document) = (read.manifest.unwrap(), read.document.unwrap());
    let mut by_bytes: BTreeMap<Vec<u8>, Vec<String>> = BTreeMap::new();
    for (path, bytes) in &contents {
        by_bytes
            .entry(bytes.clone())
            .or_default()
            .push(path.clone());
    }
    let same: Vec<Vec<String>> = by_bytes.into_values().filter(|all| all.len() > 1).collect();
    let memory = Memory(contents.clone());
    let selection = select(&table, Some(&manifest), Some(&document), &memory, false);
    let Merging { merges, edits } =
        merging(&manifest, &document, &table, &selection, &same, &memory);
    let merges = merges.into_iter().map(|one| (one.gone, one.kept));
    let texts = edits.iter().map(|(path, edits)| {
        let text = std::str::from_utf8(&contents[path]).unwrap();
        (path.clone(), apply(text, edits))
    });
    (merges.collect(), texts.collect())
}

const PICTURE: &str = "the bytes of a picture";

#[test]
fn pages_and_style_sheets_use_the_one_that_is_kept() {
    let (merges, texts) = merged(&[
        (
            "index.html",
            "<link rel=stylesheet href=css/a.css><img src=\"one/logo.png\"><p style=\"background: url('two/logo.png')\">",
        ),
        (
            "sub/page.html",
            "<video poster = '../two/logo.png'></video><img alt=x src='../one/logo.png'>",
        ),
        (
            "css/a.css",
            "b { background: URL( \"../two/logo.png\" ) } i { background: url(../two/logo.png) }",
        ),
        ("one/logo.png", PICTURE),
        ("two/logo.png", PICTURE),
    ]);
    let went = ("two/logo.png".to_owned(), "one/logo.png".to_owned());
    assert_eq!(merges, [went]);
    assert_eq!(
        texts["css/a.css"],
        "b { background: URL( \"../one/logo.png\" ) } i { background: url(../one/logo.png) }"
    );
    assert!(
        texts["index.html"]
            .contains("src=\"one/logo.png\"><p style=\"background: url('one/logo.png')\"")
    );
    assert!(texts["sub/page.html"].contains("poster = '../one/logo.png'"));
    assert_eq!(texts[MANIFEST].matches("one/logo.png").count(), 1);
    assert!(!texts[MANIFEST].contains("two/logo.png"));
}

#[test]
fn what_something_else_may_lead_to_stays_and_the_others_go() {
    let uses = "<img src=a.png><img src='b.png'><img src=\"c.png\">";
    for (other, why) in [
        ("<script>show('b.png')</script>", "a script names it"),
        ("<script src='go.js'></script>", "a script puts it together"),
        ("<p>See b.png.</p>", "a text names it"),
        ("<img srcset='b.png 2x'>", "a list of addresses names it"),
        ("<img src='b.png?x=1'>", "an address with a query"),
        ("<style>p { --it: url(b.png) }</style>", "a custom property"),
        (
            "<script>x = \"<img src='b.png'>\"</script>",
            "markup in a script",
        ),
    ] {
        let page = format!("{uses}{other}");
        let (merges, texts) = merged(&[
            ("index.html", &page),
            ("go.js", "load('b' + '.png'); load('b' + n + '.png')"),
            ("a.png", PICTURE),
            ("b.png", PICTURE),
            ("c.png", PICTURE),
        ]);
        // `a.png` stands without quotes: its address is not written anew either.
        let went = ("c.png".to_owned(), "a.png".to_owned());
        assert_eq!(merges, [went], "{why}");
        assert!(texts["index.html"].contains("<img src=\"a.png\">"), "{why}");
    }
}

#[test]
fn nothing_is_merged_where_the_way_to_a_file_is_not_certain() {
    let page = "<img src='a.png'><img src='b.png'>";
    for (path, text) in [
        ("index.html", format!("<base href='x/'>{page}")),
        (
            "index.html",
            format!("{page}<script>p = 'pictures/'; </script><object data='film.swf'>"),
        ),
        ("page.txt", page.to_owned()),
    ] {
        let (merges, texts) = merged(
            &[
                ("index.html", "<a href='page.txt'>more</a>"),
                (path, &text),
                ("film.swf", "x"),
                ("a.png", PICTURE),
                ("b.png", PICTURE),
            ][usize::from(path == "index.html")..],
        );
        assert_eq!((merges, texts), (Vec::new(), BTreeMap::new()), "{text}");
    }
    // Pages are what lies beside them; other types are sent otherwise.
    let (merges, _) = merged(&[
        (
            "index.html",
            "<a href='a/x.html'></a><a href='b/x.html'></a><img src='p.png'><img src='p.gif'>",
        ),
        ("a/x.html", "same"),
        ("b/x.html", "same"),
        ("p.png", PICTURE),
        ("p.gif", PICTURE),
    ]);
    assert_eq!(merges, []);
}

#[test]
fn addresses_lead_from_the_text_to_the_file() {
    for (text, file, want) in [
        ("index.html", "a.png", "a.png"),
        ("a/b/c.html", "a/b/d.png", "d.png"),
        ("a/b/c.html", "a/x/d e.png", "../x/d%20e.png"),
        ("a/b/c.html", "d'&(.png", "../../d%27%26%28.png"),
        ("c.css", "a:b/ä.png", "a%3Ab/%C3%A4.png"),
    ] {
        assert_eq!(relative(text, file), want);
    }
}
