// Shows Markdown by building elements, one per node.

import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { t } from "../strings";
import { highlight } from "./highlight";
import { parseMarkdown, type MarkdownNode } from "./nodes";

/** `id` lets a dialog be described by the text. */
export function Markdown({ text, id, class: name }: { text: string; id?: string; class?: string }) {
  const nodes = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class={`markdown ${name ?? ""}`} id={id}>
      {nodes.map(show)}
    </div>
  );
}

function show(node: MarkdownNode, key: number): ComponentChildren {
  switch (node.kind) {
    case "text":
      return node.text;
    case "break":
      return <br key={key} />;
    case "rule":
      return <hr key={key} />;
    case "code":
      return <CodeBlock key={key} text={node.text} language={node.language} />;
    case "codespan":
      return <code key={key}>{node.text}</code>;
    case "heading": {
      // The card's own title is a second-level heading.
      const Heading = `h${Math.min(node.depth + 2, 6)}` as "h3";
      return (
        <Heading key={key} class={`level-${node.depth}`}>
          {node.children.map(show)}
        </Heading>
      );
    }
    case "paragraph":
      return <p key={key}>{node.children.map(show)}</p>;
    case "strong":
      return <strong key={key}>{node.children.map(show)}</strong>;
    case "emphasis":
      return <em key={key}>{node.children.map(show)}</em>;
    case "deleted":
      return <del key={key}>{node.children.map(show)}</del>;
    case "quote":
      return <blockquote key={key}>{node.children.map(show)}</blockquote>;
    case "item":
      return (
        <li key={key} class={node.children[0]?.kind === "checkbox" ? "task" : undefined}>
          {node.children.map(show)}
        </li>
      );
    case "list":
      return node.ordered ? (
        <ol key={key} start={node.start}>
          {node.children.map(show)}
        </ol>
      ) : (
        <ul key={key}>{node.children.map(show)}</ul>
      );
    case "checkbox":
      return (
        <span key={key} class="task-box" role="img" aria-label={t(node.checked ? "markdown.done" : "markdown.open")}>
          {node.checked ? "☑" : "☐"}
        </span>
      );
    case "link":
      return <Link key={key} href={node.href} children={node.children} />;
    case "table":
      return <Table key={key} node={node} />;
  }
}

/** The full address is always visible: what a link says and where it leads may differ. */
function Link({ href, children }: { href: string; children: MarkdownNode[] }) {
  const words = plainText(children);
  const told = words === href || `${words}/` === href || `mailto:${words}` === href;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children.map(show)}
      {!told && <span class="address"> ({href})</span>}
    </a>
  );
}

function plainText(nodes: MarkdownNode[]): string {
  return nodes
    .map((node) => ("text" in node ? node.text : "children" in node ? plainText(node.children) : ""))
    .join("");
}

function Table({ node }: { node: Extract<MarkdownNode, { kind: "table" }> }): JSX.Element {
  const at = (column: number) => (node.align[column] ? `align-${node.align[column]}` : undefined);
  return (
    <div class="table-scroll" tabIndex={0} role="region" aria-label={t("markdown.table")}>
      <table>
        <thead>
          <tr>
            {node.header.map((cell, column) => (
              <th key={column} scope="col" class={at(column)}>
                {cell.map(show)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {node.rows.map((row, line) => (
            <tr key={line}>
              {row.map((cell, column) => (
                <td key={column} class={at(column)}>
                  {cell.map(show)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CodeBlock({ text, language }: { text: string; language: string }) {
  const [copied, setCopied] = useState(false);
  const parts = useMemo(() => highlight(text, language), [text, language]);
  const copy = () => void navigator.clipboard?.writeText(text).then(() => setCopied(true));
  return (
    <div class="code-block">
      <div class="code-head">
        <span>{language}</span>
        <button type="button" class="quiet small" onClick={copy} onBlur={() => setCopied(false)}>
          {t(copied ? "markdown.copied" : "markdown.copy")}
        </button>
      </div>
      <pre tabIndex={0}>
        <code>
          {parts.map((part, key) =>
            part.kind ? (
              <span key={key} class={`code-${part.kind}`}>
                {part.text}
              </span>
            ) : (
              part.text
            ),
          )}
        </code>
      </pre>
    </div>
  );
}
