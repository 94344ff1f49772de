// Colors for code: comments, strings, numbers and keywords, by families of languages. Enough to read by, small enough to embed.

export interface CodePart {
  /** Empty for plain text. */
  kind: "" | "comment" | "string" | "number" | "keyword" | "added" | "removed";
  text: string;
}

interface Family {
  names: string;
  comment: RegExp;
  string: RegExp;
  keywords: string;
}

const DOUBLE_AND_SINGLE = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/;
const WITH_TEMPLATES = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/;

const FAMILIES: Family[] = [
  {
    names: "js javascript jsx ts typescript tsx mjs json json5",
    comment: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/,
    string: WITH_TEMPLATES,
    keywords:
      "abstract as async await break case catch class const continue default delete do else enum export extends false finally for from function get if implements import in instanceof interface let new null of private protected public readonly return set static super switch this throw true try type typeof undefined var void while yield",
  },
  {
    names: "rust rs c h cpp c++ java kotlin go swift csharp cs scala dart php",
    comment: /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/,
    // A single quote may begin a lifetime: it is a string only when it closes after one character.
    string: /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\\n])'|`[^`]*`/,
    keywords:
      "abstract as async await bool break case catch char class const continue crate default defer do double dyn else enum extends extern false final float fn for func go if impl import in int interface let long loop match mod move mut namespace new nil null package private protected pub public ref return self Self static string struct super switch template this throw trait true try type typedef union unsafe use using val var virtual void where while",
  },
  {
    names: "python py ruby rb elixir yaml yml toml ini bash sh shell zsh make makefile dockerfile perl r",
    comment: /#[^\n]*/,
    string: /"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/,
    keywords:
      "and as assert async await begin break case class continue def del do done echo elif else end ensure esac except exit export false False fi finally for from function global if import in is lambda local module nil None nonlocal not or pass raise require rescue return self then true True try unless until when while with yield",
  },
  {
    names: "sql lua haskell hs",
    comment: /--[^\n]*/,
    string: DOUBLE_AND_SINGLE,
    keywords:
      "add all alter and as by case create delete desc distinct do drop else elseif end exists false for from function group having if in index inner insert into is join key left like limit local nil not null on or order outer primary repeat return right select set table then true union unique until update values view where while with",
  },
  {
    names: "html xml svg xhtml vue",
    comment: /<!--[\s\S]*?(?:-->|$)/,
    string: /"[^"<]*"|'[^'<]*'/,
    keywords: "",
  },
  { names: "css scss less", comment: /\/\*[\s\S]*?(?:\*\/|$)/, string: DOUBLE_AND_SINGLE, keywords: "important" },
];

const NUMBER = /\b(?:0x[0-9a-f_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)\b/;
const TAG = /<\/?[a-z][\w:-]*|\/?>/;

export function highlight(code: string, language: string): CodePart[] {
  const name = language.toLowerCase();
  if (name === "diff" || name === "patch") return code.split(/(?<=\n)/).map(diffLine);
  const family = FAMILIES.find((one) => one.names.split(" ").includes(name));
  if (!family) return [{ kind: "", text: code }];
  const word = family.keywords ? new RegExp(`\\b(?:${family.keywords.split(" ").join("|")})\\b`) : TAG;
  const flags = name === "sql" || !family.keywords ? "gi" : "g";
  const pattern = new RegExp(
    `(${family.comment.source})|(${family.string.source})|(${NUMBER.source})|(${word.source})`,
    flags,
  );
  const parts: CodePart[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) parts.push({ kind: "", text: code.slice(end, match.index) });
    const kind =
      match[1] !== undefined
        ? "comment"
        : match[2] !== undefined
          ? "string"
          : match[3] !== undefined
            ? "number"
            : "keyword";
    parts.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) parts.push({ kind: "", text: code.slice(end) });
  return parts;
}

function diffLine(text: string): CodePart {
  return {
    kind: text.startsWith("+") ? "added" : text.startsWith("-") ? "removed" : text.startsWith("@") ? "keyword" : "",
    text,
  };
}
