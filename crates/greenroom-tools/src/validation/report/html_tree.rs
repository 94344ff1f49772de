//! The activity tree in the page.

use std::fmt::Write as _;

use super::xml_text::escape;
use crate::validation::ActivityNode;

/// Items below this depth are not drawn; a rule tells of such nesting.
const DEEPEST: usize = 40;

/// Draws the organizations as nested lists.
pub(super) fn tree(page: &mut String, organizations: &[ActivityNode]) {
    if organizations.is_empty() {
        return;
    }
    page.push_str("<h2>Activities</h2>\n");
    list(page, organizations, "<ul class=\"tree\">", 0);
}

fn list(page: &mut String, nodes: &[ActivityNode], open: &str, depth: usize) {
    page.push_str(open);
    for node in nodes {
        let _ = write!(
            page,
            "<li><span class=\"kind\">{}</span> {} <code class=\"soft\">{}</code>",
            node.kind,
            escape(&node.title),
            escape(&node.identifier)
        );
        if let Some(href) = &node.href {
            let _ = write!(page, " <span class=\"soft\">→ {}</span>", escape(href));
        }
        if !node.children.is_empty() && depth < DEEPEST {
            list(page, &node.children, "<ul>", depth + 1);
        }
        page.push_str("</li>");
    }
    page.push_str("</ul>\n");
}
