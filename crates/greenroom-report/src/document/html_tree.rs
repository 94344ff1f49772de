//! The activity tree in the page.

use std::fmt::Write as _;

use super::Extent;
use super::xml_text::escape;
use crate::ActivityNode;

/// Items below this depth are not drawn; a rule tells of such nesting.
const DEEPEST: usize = 40;
/// Activities drawn in the short copy of a report.
const SHORT: usize = 30;

/// Draws the organizations with their items.
pub(crate) fn tree(page: &mut String, organizations: &[ActivityNode], extent: &Extent<'_>) {
    if organizations.is_empty() {
        return;
    }
    let count: usize = organizations.iter().map(ActivityNode::count).sum();
    let mut left = if extent.complete.is_some() {
        SHORT
    } else {
        count
    };
    page.push_str("<h2>Activities</h2>\n");
    list(page, organizations, "<ul class=\"tree\">", 0, &mut left);
    let drawn = count.min(SHORT);
    if extent.complete.is_some() && drawn < count {
        let _ = writeln!(page, "<p class=\"soft\">and {} more</p>", count - drawn);
    }
    legend(page);
}

fn list(page: &mut String, nodes: &[ActivityNode], open: &str, depth: usize, left: &mut usize) {
    page.push_str(open);
    for node in nodes {
        if *left == 0 {
            break;
        }
        *left -= 1;
        let kind = node.kind;
        let _ = write!(
            page,
            "<li><span class=\"dot {kind}\" title=\"{kind}\"></span>{} <code class=\"soft\">{}</code>",
            escape(&node.title),
            escape(&node.identifier)
        );
        if let Some(href) = &node.href {
            let _ = write!(
                page,
                " <span class=\"soft small\">→ {}</span>",
                escape(href)
            );
        }
        if !node.children.is_empty() && depth < DEEPEST {
            list(page, &node.children, "<ul>", depth + 1, left);
        }
        page.push_str("</li>");
    }
    page.push_str("</ul>\n");
}

fn legend(page: &mut String) {
    page.push_str("<p class=\"soft small\">");
    for (kind, word) in [
        ("organization", "organization"),
        ("cluster", "cluster"),
        ("sco", "SCO"),
        ("asset", "asset"),
        ("nothing", "launches nothing"),
    ] {
        let _ = write!(page, "<span class=\"dot {kind}\"></span>{word}&ensp; ");
    }
    page.push_str("</p>\n");
}
