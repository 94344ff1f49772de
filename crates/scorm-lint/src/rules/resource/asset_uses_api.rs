//! RES031: A resource that is launched as an asset calls the SCORM API.

use std::collections::BTreeSet;

use scorm_package::xml::{ElementId, Node};
use scorm_runtime::ApiFunction;

use crate::href::{HrefKind, Target};
use crate::rule::declare_rule;
use crate::script::page::Page;
use crate::script::{Scripts, launch};
use crate::{Edit, Findings, LintCx};

declare_rule! {
    /// A resource that is launched as an asset calls the SCORM API.
    ///
    /// ## Why
    /// An LMS offers the API to SCOs only. The page of an asset looks for it in vain, and nothing of what it reports is kept.
    ///
    /// ## Example
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="asset" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    ///
    /// ## Use instead
    /// ```xml
    /// <resource identifier="r1" type="webcontent" adlcp:scormType="sco" href="index.html">
    ///   <file href="index.html"/>
    /// </resource>
    /// ```
    pub static RULE = {
        code: "RES031",
        name: "asset-uses-api",
        category: Files,
        severity: Error,
        level: Standard,
        spec: "CAM 2, Content Model",
        fix: Unsafe,
        mend: "Declare the resource as a SCO.",
        since: "0.1.0",
    }
}

fn check(cx: &LintCx<'_>, out: &mut Findings<'_>) {
    let scripts = cx.scripts();
    let launched: BTreeSet<ElementId> = cx
        .items()
        .filter_map(|item| cx.resource_of(item))
        .map(Node::id)
        .collect();
    let hrefs = cx.hrefs().iter();
    for href in hrefs.filter(|href| href.kind == HrefKind::Resource) {
        let Some(kind) = cx.scorm_type(href.node) else {
            continue;
        };
        let is_asset = kind.value().trim().eq_ignore_ascii_case("asset");
        let page = href.file().and_then(|file| scripts.page(file));
        let Some(page) = page.filter(|_| is_asset && launched.contains(&href.node.id())) else {
            continue;
        };
        if !opens_session(scripts, page) {
            continue;
        }
        let launch = launch::of_page(cx, scripts, page);
        let mut calls = launch.api_calls(scripts);
        if calls.any(|(call, _)| call.function == ApiFunction::Initialize) {
            let name = kind.qualified_name();
            out.at(
                kind,
                format!("`{}` calls the API, and is an asset", page.file),
            )
            .fix(
                format!("Write `{name}=\"sco\"`"),
                vec![Edit::set_value(kind, "sco")],
            );
        }
    }
}

/// Does the page or a script that it loads call Initialize at all? What runs is looked at only
/// then, since that costs far more.
fn opens_session(scripts: &Scripts, page: &Page) -> bool {
    let loads = |file: &str| {
        let fetched = page.references.iter();
        fetched
            .filter(|reference| reference.kind.is_fetched())
            .any(|reference| matches!(&reference.target, Target::Local(name) if name == file))
    };
    let mut calls = scripts.api_calls.iter();
    calls.any(|call| {
        let file = &scripts.facts.unit(scripts.facts.call(call.call).unit).file;
        call.function == ApiFunction::Initialize && (*file == page.file || loads(file))
    })
}
