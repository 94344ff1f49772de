// The official TypeScript client finds out where to log in, logs in, and calls.
//
// Usage: login.mjs PLAN http://ADDRESS/mcp
// It is given no token: the server's refusal leads it to the identity provider.

import assert from "node:assert/strict";
import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [, , plan, address] = process.argv;
const { clientId, clientSecret, issuer } = JSON.parse(plan);

// For a client that logs in as itself, the SDK asks for the scopes that it was given, not for those that
// the refusal names.
const authProvider = new ClientCredentialsProvider({
  clientId,
  clientSecret,
  expectedIssuer: issuer,
  scope: "greenroom",
});
const client = new Client({ name: "greenroom-test", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(address), { authProvider }));
const result = await client.callTool({ name: "scorm_echo", arguments: { text: "é漢🎭" } });
assert.deepEqual(result.structuredContent.data.echoed, { text: "é漢🎭" });
const token = authProvider.tokens().access_token;
assert.equal(token.split(".").length, 3, "a JWT");
await client.close();
console.log("login: ok");
