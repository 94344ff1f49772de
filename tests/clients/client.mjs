// Drives a Greenroom server with the official TypeScript client.
//
// Usage: client.mjs PLAN SERVER [ARG...], or client.mjs PLAN http://ADDRESS TOKEN
// PLAN is JSON with two calls {"name", "arguments"}: `open` opens a session, and `slow` takes long on it.
// Ends with code 0 when everything held.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [, , plan, command, ...args] = process.argv;
const { open, slow } = JSON.parse(plan);

const client = new Client({ name: "greenroom-test", version: "1" });
await client.connect(
  command.startsWith("http://")
    ? new StreamableHTTPClientTransport(new URL(command), {
        requestInit: { headers: { Authorization: `Bearer ${args[0]}` } },
      })
    : new StdioClientTransport({ command, args, env: process.env, stderr: "ignore" }),
);
assert.equal(client.getServerVersion().name, "greenroom");
assert.ok(client.getInstructions().includes("scorm_session_open"));

const listed = (await client.listTools()).tools.map((tool) => tool.name);
assert.ok(listed.includes("scorm_echo"));
assert.deepEqual(listed, [...listed].sort());

const result = await client.callTool({ name: "scorm_echo", arguments: { text: "é漢🎭" } });
assert.deepEqual(result.structuredContent.data.echoed, { text: "é漢🎭" });
assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);

await assert.rejects(
  client.callTool({ name: "scorm_compare_data_model_snapshots", arguments: { befor: {} } }),
  (error) => {
    assert.equal(error.code, -32602);
    assert.match(error.message, /MCP_INVALID_PARAMS: /);
    assert.equal(error.data.error_code, "MCP_INVALID_PARAMS");
    assert.deepEqual(error.data.details.faults.map((fault) => fault.path).sort(), ["after", "befor", "before"]);
    return true;
  },
);

const opened = await client.callTool(open);
slow.arguments.session_id = opened.structuredContent.data.session_id;
const abort = new AbortController();
const cancelled = assert.rejects(client.callTool(slow, undefined, { signal: abort.signal }));
await logged(slow.name, "MCP_TOOLS_CALL");
abort.abort("enough");
await cancelled;
await logged(slow.name, "MCP_TOOLS_ERROR", "cancelled by the caller");

await client.close();
console.log("initialize: ok");

// Asks for the log until the entry is there.
async function logged(tool, message, text = "") {
  const deadline = Date.now() + 20_000;
  while (Date.now() < deadline) {
    const log = await client.callTool({ name: "system_get_logs", arguments: { component: "mcp", tail: 1000 } });
    const fits = (entry) => entry.tool === tool && entry.msg === message && JSON.stringify(entry).includes(text);
    if (log.structuredContent.data.logs.some(fits)) return;
  }
  assert.fail(`the log has no ${message} of ${tool}`);
}
