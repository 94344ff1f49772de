//! SEC012: A script is written so that nobody can read it.

use crate::Place;
use crate::rule::declare_rule;
use crate::{Findings, LintCx};

declare_rule! {
    /// A script is written so that nobody can read it.
    ///
    /// ## Why
    /// What it does can only be found out by running it. Honest minified code keeps its words;
    /// packed and scrambled code has something to hide.
    ///
    /// ## Example
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><script src="a.js"></script></body></html>
    /// //- a.js
    /// eval(function(p,a,c,k,e,d){return p}("0 1",2,2,"a|b".split("|"),0,{}))
    /// ```
    ///
    /// ## Use instead
    /// ```package
    /// //- index.html
    /// <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Lesson</title></head>
    /// <body><script src="a.js"></script></body></html>
    /// //- a.js
    /// var pages=3;function next(){pages++}
    /// ```
    pub static RULE = {
        code: "SEC012",
        name: "obfuscated-code",
        category: Security,
        severity: Warning,
        level: Standard,
        mend: "Put the readable source of the script into the package.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    for file in scripts
        .files
        .keys()
        .filter(|file| !scripts.vendors.contains_key(*file))
    {
        let Some(text) = cx.text(file) else {
            continue;
        };
        let packed = text.contains("eval(function(p,a,c,k,e,");
        let scrambled = text.matches("_0x").take(100).count() == 100;
        if packed || scrambled {
            out.at(
                Place::file(file.as_ref()),
                "the script is packed or scrambled",
            );
        }
    }
}
