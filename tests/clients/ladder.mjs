// Asks the human with the official TypeScript client and its default timeout, and follows the ladder.
//
// Usage: ladder.mjs PLAN SERVER [ARG...]
// PLAN is JSON {"name", "arguments", "answer"}: the question, and the answer that must arrive.
// Ends with code 0 when it arrived after at least one pending result.

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [, , plan, command, ...args] = process.argv;
const { name, arguments: given, answer } = JSON.parse(plan);

const client = new Client({ name: "greenroom-test", version: "1" });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: "ignore" }));

let call = { tool: name, arguments: given };
let data;
let pending = 0;
for (;;) {
  const result = await client.callTool({ name: call.tool, arguments: call.arguments });
  data = result.structuredContent.data;
  if (data.status !== "pending") break;
  assert.equal(data.answered, false);
  call = data.next;
  pending += 1;
}
assert.ok(pending > 0, "the question was answered within one call");
assert.deepEqual(data.answer, answer);
await client.close();
console.log(`answered after ${pending} pending results and ${data.waited_ms} ms`);
