// Markdown to a tree of plain nodes. Nothing here makes HTML: raw HTML stays text, and what is not known stays text.

import { Lexer, type Token, type Tokens } from "marked";

export type MarkdownNode =
  | { kind: "text"; text: string }
  | { kind: "break" }
  | { kind: "rule" }
  | { kind: "code"; text: string; language: string }
  | { kind: "codespan"; text: string }
  | { kind: "heading"; depth: number; children: MarkdownNode[] }
  | { kind: "paragraph" | "strong" | "emphasis" | "deleted" | "quote" | "item"; children: MarkdownNode[] }
  | { kind: "list"; ordered: boolean; start: number; children: MarkdownNode[] }
  | { kind: "checkbox"; checked: boolean }
  | { kind: "link"; href: string; children: MarkdownNode[] }
  | { kind: "table"; align: Align[]; header: MarkdownNode[][]; rows: MarkdownNode[][][] };

export type Align = "left" | "right" | "center" | null;

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

export function parseMarkdown(source: string): MarkdownNode[] {
  return Lexer.lex(source, { gfm: true, breaks: false }).flatMap(fromToken);
}

/** The words of a text without its marks, in one line: for lists, announcements and notifications. */
export function oneLine(source: string): string {
  return words(parseMarkdown(source)).replace(/\s+/g, " ").trim();
}

function words(nodes: MarkdownNode[]): string {
  return nodes
    .map((node) => {
      if ("text" in node) return node.text;
      if (node.kind === "table") return [node.header, ...node.rows].map((row) => row.map(words).join(" ")).join(" ");
      // What stands in lines of its own must not grow together.
      return "children" in node
        ? words(node.children) + (["strong", "emphasis", "deleted", "link"].includes(node.kind) ? "" : " ")
        : " ";
    })
    .join("");
}

/** An address that may be opened, or null. Relative addresses mean nothing on this page. */
export function safeAddress(href: string): string | null {
  try {
    const url = new URL(href);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

function fromToken(token: Token): MarkdownNode[] {
  switch (token.type) {
    case "space":
    case "def":
      return [];
    case "hr":
      return [{ kind: "rule" }];
    case "br":
      return [{ kind: "break" }];
    case "code":
      return [
        {
          kind: "code",
          text: token["text"] as string,
          language: ((token["lang"] as string | undefined) ?? "").split(/\s/)[0] ?? "",
        },
      ];
    case "codespan":
      return [{ kind: "codespan", text: token["text"] as string }];
    case "heading":
      return [{ kind: "heading", depth: (token as Tokens.Heading).depth, children: inside(token) }];
    case "paragraph":
      return [{ kind: "paragraph", children: inside(token) }];
    case "strong":
      return [{ kind: "strong", children: inside(token) }];
    case "em":
      return [{ kind: "emphasis", children: inside(token) }];
    case "del":
      return [{ kind: "deleted", children: inside(token) }];
    case "blockquote":
      return [{ kind: "quote", children: inside(token) }];
    case "list": {
      const list = token as Tokens.List;
      const children = list.items.map((item): MarkdownNode => ({ kind: "item", children: inside(item) }));
      return [{ kind: "list", ordered: list.ordered, start: Number(list.start) || 1, children }];
    }
    case "checkbox":
      return [{ kind: "checkbox", checked: (token as Tokens.Checkbox).checked }];
    case "link":
      return [fromLink(token as Tokens.Link)];
    case "image": {
      // Loading it would tell a stranger that the question is being read.
      const { href, text } = token as Tokens.Image;
      return [{ kind: "text", text: `[${text || "image"}: ${href}]` }];
    }
    case "table": {
      const table = token as Tokens.Table;
      const cell = (one: Tokens.TableCell) => one.tokens.flatMap(fromToken);
      return [
        {
          kind: "table",
          align: table.align,
          header: table.header.map(cell),
          rows: table.rows.map((row) => row.map(cell)),
        },
      ];
    }
    case "text":
      return token["tokens"] ? inside(token) : [{ kind: "text", text: decodeEntities(token.raw) }];
    case "escape":
      return [{ kind: "text", text: token["text"] as string }];
    default:
      return [{ kind: "text", text: token.raw }];
  }
}

function inside(token: Token): MarkdownNode[] {
  return ((token as { tokens?: Token[] }).tokens ?? []).flatMap(fromToken);
}

function fromLink(token: Tokens.Link): MarkdownNode {
  const href = safeAddress(token.href);
  return href === null ? { kind: "text", text: token.raw } : { kind: "link", href, children: inside(token) };
}

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const point = decimal === undefined ? parseInt(hex ?? "", 16) : Number(decimal);
      return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole;
    },
  );
}
