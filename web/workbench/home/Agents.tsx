// How each client is told of Greenroom, to be copied.

import { useState } from "preact/hooks";
import { status } from "../state";
import { t } from "../strings";
import { Copy } from "./Copy";

const SERVER = { command: "greenroom", args: ["mcp"] };
const JSON_OF_MOST = JSON.stringify({ mcpServers: { greenroom: SERVER } }, null, 2);

/** What is to be done with the text: run in a shell, or put into a file. */
type Client = [name: string, text: string, file: string | null];

export const CLIENTS: Client[] = [
  ["Claude Code", "claude mcp add greenroom -- greenroom mcp", null],
  ["Claude Desktop", JSON_OF_MOST, "claude_desktop_config.json"],
  ["Cursor", JSON_OF_MOST, "~/.cursor/mcp.json"],
  ["VS Code", JSON.stringify({ servers: { greenroom: { type: "stdio", ...SERVER } } }, null, 2), ".vscode/mcp.json"],
  ["Codex", "codex mcp add greenroom -- greenroom mcp", null],
  ["Gemini CLI", "gemini mcp add greenroom greenroom mcp", null],
  ["JSON", JSON_OF_MOST, ""],
];

export function Agents() {
  const [chosen, setChosen] = useState(0);
  const [name, text, file] = CLIENTS[chosen] ?? ["", "", null];
  const isConnected = status.value?.connected ?? false;
  const how =
    file === null
      ? t("agents.run")
      : file === ""
        ? t("agents.other", { command: "greenroom mcp" })
        : t("agents.file", { file });
  return (
    <div class="agents">
      <div class="clients" role="group" aria-label={t("agents.clients")}>
        {CLIENTS.map(([one], index) => (
          <button key={one} type="button" class="chip" aria-pressed={index === chosen} onClick={() => setChosen(index)}>
            {one === "JSON" ? t("agents.otherName") : one}
          </button>
        ))}
      </div>
      <div class="snippet">
        <pre tabIndex={0} aria-label={name}>
          {text}
        </pre>
        <Copy key={name} text={text} />
      </div>
      <p>{how}</p>
      <p class={`agents-state ${isConnected ? "is-there" : ""}`} role="status">
        <span class="dot" aria-hidden="true" /> {t(isConnected ? "agents.there" : "agents.waiting")}
      </p>
    </div>
  );
}
