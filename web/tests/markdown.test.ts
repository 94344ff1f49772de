import { deepEqual, equal, ok } from "node:assert/strict";
import { test } from "node:test";
import { highlight } from "../workbench/markdown/highlight";
import { oneLine, parseMarkdown, safeAddress, type MarkdownNode } from "../workbench/markdown/nodes";

function all(nodes: MarkdownNode[]): MarkdownNode[] {
  return nodes.flatMap((node) => {
    const inner =
      "children" in node ? node.children : node.kind === "table" ? [...node.header, ...node.rows.flat()].flat() : [];
    return [node, ...all(inner)];
  });
}

const text = (source: string): string =>
  all(parseMarkdown(source))
    .map((node) => ("text" in node ? node.text : ""))
    .join("");

test("raw HTML stays text", () => {
  for (const html of [
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "a <b onclick=x>b</b> c",
    "<!-- x --><svg/onload=alert(1)>",
  ]) {
    const nodes = all(parseMarkdown(html));
    ok(
      nodes.every((node) => ["text", "paragraph"].includes(node.kind)),
      html,
    );
    equal(text(html).trim(), html);
  }
});

test("only http, https and mailto can be opened", () => {
  for (const [href, safe] of [
    ["https://example.org/a?b#c", true],
    ["http://127.0.0.1:3000/", true],
    ["mailto:someone@example.org", true],
    ["javascript:alert(1)", false],
    ["JaVaScRiPt:alert(1)", false],
    [" javascript:alert(1)", false],
    ["java\nscript:alert(1)", false],
    ["data:text/html,<script>", false],
    ["vbscript:x", false],
    ["file:///etc/passwd", false],
    ["//example.org", false],
    ["/human/pair", false],
    ["#x", false],
  ] as const) {
    equal(safeAddress(href) !== null, safe, href);
  }
  const kinds = all(parseMarkdown("[a](javascript:alert(1)) [b](https://example.org) [c](/x)")).map(
    (node) => node.kind,
  );
  deepEqual(
    kinds.filter((kind) => kind === "link"),
    ["link"],
  );
});

test("images are named, never loaded", () => {
  equal(text("![a map](https://example.org/map.png)"), "[a map: https://example.org/map.png]");
});

test("tables, tasks, code and entities are understood", () => {
  const nodes = all(
    parseMarkdown(
      "| a | b |\n|:--|--:|\n| 1 | 2 |\n\n- [x] done\n- [ ] open\n\n```rs\nfn x() {}\n```\n\nA &amp; B &#65; &nope;",
    ),
  );
  const table = nodes.find((node) => node.kind === "table");
  deepEqual(table?.kind === "table" && table.align, ["left", "right"]);
  deepEqual(
    nodes.filter((node) => node.kind === "checkbox").map((node) => node.kind === "checkbox" && node.checked),
    [true, false],
  );
  ok(nodes.some((node) => node.kind === "code" && node.language === "rs" && node.text === "fn x() {}"));
  ok(nodes.some((node) => node.kind === "text" && node.text.includes("A & B A &nope;")));
});

test("highlighting colors the text and changes none of it", () => {
  const samples: [string, string][] = [
    ["rust", '// hi\nfn main<\'a>() { let x = "s"; 0x1f }'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: code in a string
    ["ts", "const a = `x${1}`; /* open"],
    ["python", "def f(): # c\n  return '''"],
    ["html", '<a href="x">y</a>'],
    ["diff", "+a\n-b\n c"],
    ["unknown", '<b> & "quotes'],
    ["sql", "SELECT 1 -- x"],
  ];
  for (const [language, code] of samples)
    equal(
      highlight(code, language)
        .map((part) => part.text)
        .join(""),
      code,
    );
  deepEqual(
    highlight("// c\nlet x = 1", "js")
      .filter((part) => part.kind)
      .map((part) => [part.kind, part.text]),
    [
      ["comment", "// c"],
      ["keyword", "let"],
      ["number", "1"],
    ],
  );
  equal(highlight("SELECT", "sql")[0]?.kind, "keyword");
});

test("a list shows the words of a question without its marks", () => {
  equal(
    oneLine("## Ship **it** [now](https://example.org)?\n\n- `a`\n- b\n\n| x | y |\n|---|---|\n| 1 | 2 |"),
    "Ship it now? a b x y 1 2",
  );
  equal(oneLine("1 < 2 and snake_case_names <b>"), "1 < 2 and snake_case_names <b>");
});
