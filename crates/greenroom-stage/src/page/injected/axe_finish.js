// Joins the parts of all frames; the selectors lead through frames and shadow roots.
async (parts, options) => {
  const { violations, incomplete } = await axe.finishRun(parts.map((part) => JSON.parse(part)), options);
  const short = (text, limit) => {
    const flat = (text ?? "").replace(/\s+/g, " ").trim();
    return flat.length > limit ? `${flat.slice(0, limit)}…` : flat;
  };
  const node = ({ target, html, failureSummary }) => ({
    selector: target.flat().join(" >>> "),
    html: short(html, 120),
    problem: short((failureSummary ?? "").replace(/^Fix (any|all) of the following:/, ""), 200),
  });
  return {
    findings: violations.map(({ id, impact, tags, help, helpUrl, nodes }) => ({
      rule: id, impact: impact ?? "minor", wcag: tags, help, help_url: helpUrl, count: nodes.length, nodes: nodes.map(node),
    })),
    undecided: incomplete.map(({ id, nodes }) => ({ rule: id, count: nodes.length })),
  };
}
