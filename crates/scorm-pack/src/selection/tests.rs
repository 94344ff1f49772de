//! What comes in, and what stays out.

use std::collections::BTreeMap;
use std::io::{self, Read};

use scorm_package::files::{Collector, EntryKind, FileEntry, Limits};
use scorm_package::{MANIFEST, read_manifest, xml::XmlLimits};

use super::{Contents, Reason, Selection, select};

pub(crate) struct Memory(pub(crate) BTreeMap<String, Vec<u8>>);

impl Contents for Memory {
    fn open<'a>(&'a self, entry: &FileEntry) -> io::Result<Box<dyn Read + 'a>> {
        match self.0.get(&entry.path) {
            Some(bytes) => Ok(Box::new(bytes.as_slice())),
            None => Err(io::Error::other("gone")),
        }
    }
}

const LAUNCH: &str = r#"<manifest><organizations/><resources>
<resource identifier="r" href="index.html"><file href="index.html"/><file href="listed%20here.txt"/></resource>
</resources></manifest>"#;

fn selected(files: &[(&str, &[u8])], all: bool) -> Selection {
    let mut contents: BTreeMap<String, Vec<u8>> = files
        .iter()
        .map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec()))
        .collect();
    contents
        .entry(MANIFEST.to_owned())
        .or_insert_with(|| LAUNCH.into());
    let mut collector = Collector::new(Limits::default());
    for (path, bytes) in &contents {
        collector.add(path, bytes.len() as u64, EntryKind::File);
    }
    let (table, _) = collector.finish();
    let (manifest, _) = read_manifest(&contents[MANIFEST], &XmlLimits::default());
    let contents = Memory(contents);
    select(
        &table,
        manifest.manifest.as_ref(),
        manifest.document.as_ref(),
        &contents,
        all,
    )
}

fn paths(selection: &Selection) -> Vec<&str> {
    let files = selection.files.iter();
    files.map(|file| file.path.as_str()).collect()
}

#[test]
fn what_the_manifest_lists_and_content_reaches_comes_in_the_manifest_first() {
    let selection = selected(
        &[
            (
                "index.html",
                b"<link href=css/a.css><script src='js/app.js'></script>",
            ),
            ("css/a.css", b"b { background: url(../img/B%20g.png) }"),
            ("old/a.css", b""),
            ("img/b g.png", b""),
            ("img/unused.png", b""),
            ("js/app.js", b"fetch('data.json')"),
            ("js/data.json", br#"{"video": "media\/film.mp4"}"#),
            ("media/film.mp4", b""),
            ("AAA.txt", b"index.html"),
            ("listed here.txt", b""),
            ("schema/x.xsd", b""),
        ],
        false,
    );
    let want = [
        "imsmanifest.xml",
        "css/a.css",
        "img/b g.png",
        "index.html",
        "js/app.js",
        "js/data.json",
        "listed here.txt",
        "media/film.mp4",
        "schema/x.xsd",
    ];
    assert_eq!(paths(&selection), want);
    let out: Vec<&str> = selection
        .left_out
        .iter()
        .map(|file| file.path.as_str())
        .collect();
    assert_eq!(out, ["AAA.txt", "img/unused.png", "old/a.css"]);
    assert!(selection.uses["css/a.css"].contains("img/b g.png"));
}

#[test]
fn names_that_scripts_put_together_come_in() {
    let selection = selected(
        &[
            (
                "index.html",
                b"<script>f('pages/p' + n + '.html'); g(`snd/${k}.mp3`); h('pics/' + x)</script>",
            ),
            ("pages/p1.html", b""),
            ("pages/q1.html", b""),
            ("snd/12.mp3", b""),
            ("pics/deep/any.jpg", b""),
            ("other/any.gif", b""),
        ],
        false,
    );
    let came = paths(&selection);
    for path in ["pages/p1.html", "snd/12.mp3", "pics/deep/any.jpg"] {
        assert!(came.contains(&path), "{path}: {came:?}");
    }
    assert!(
        !came.contains(&"other/any.gif") && !came.contains(&"pages/q1.html"),
        "{came:?}"
    );
}

#[test]
fn leftovers_stay_out_unless_content_names_their_whole_path() {
    let files: &[(&str, &[u8])] = &[
        (
            "index.html",
            b"<script src=node_modules/a/index.js></script><script src=index.js></script>",
        ),
        ("node_modules/a/index.js", b"import './part.js'"),
        ("node_modules/a/part.js", b""),
        ("node_modules/b/index.js", b""),
        (".git/index.html", b""),
        (".DS_Store", b""),
        ("notes.txt", b""),
    ];
    let used = ["node_modules/a/index.js", "node_modules/a/part.js"];
    let selection = selected(files, false);
    assert_eq!(
        paths(&selection),
        [&["imsmanifest.xml", "index.html"], &used[..]].concat()
    );
    let all = selected(files, true);
    let want = [
        &["imsmanifest.xml", "index.html"],
        &used[..],
        &["notes.txt"],
    ]
    .concat();
    assert_eq!(paths(&all), want);
}

#[test]
fn a_program_that_cannot_be_looked_into_keeps_everything() {
    let selection = selected(
        &[
            ("index.html", b"<embed src=player.swf>"),
            ("player.swf", b"\0"),
            ("anything.flv", b""),
            ("Thumbs.db", b""),
        ],
        false,
    );
    let reason = |path: &str| {
        let found = selection.files.iter().find(|file| file.path == path);
        found.map(|file| file.reason.clone())
    };
    assert_eq!(
        reason("anything.flv"),
        Some(Reason::PerhapsUsedBy("player.swf".to_owned()))
    );
    assert_eq!(reason("Thumbs.db"), None);
}

#[test]
fn other_encodings_escapes_and_long_texts_are_read() {
    let mut long = vec![b' '; 9 << 20];
    long.extend(b"'late.png'");
    // A name that lies across two stretches.
    let across = (4 << 20) - 3;
    long[across..across + 12].copy_from_slice(b"'across.png'");
    let selection = selected(
        &[
            ("index.html", b"<meta charset=iso-8859-1><img src='caf\xe9.png'><script src=long.js></script>'\\u00fcber.png' 'a%26b.png' 'c&amp;d.png'"),
            ("caf\u{e9}.png", b""),
            ("\u{fc}ber.png", b""),
            ("a&b.png", b""),
            ("c&d.png", b""),
            ("long.js", &long),
            ("late.png", b""),
            ("across.png", b""),
        ],
        false,
    );
    assert!(selection.left_out.is_empty(), "{:?}", selection.left_out);
}
