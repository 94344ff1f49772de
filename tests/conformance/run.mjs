// Runs the conformance suite of MCP against `greenroom serve --http`.
//
// Usage: run.mjs GREENROOM [REVISION...]
// The suite knows no tokens, so a proxy in this process adds one. Ends with code 0 when exactly
// those checks fail that expected-failures.yml names.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const [, , program, ...given] = process.argv;
const revisions = given.length > 0 ? given : ["2025-11-25", "2026-07-28"];

const home = mkdtempSync(join(tmpdir(), "greenroom-conformance-"));
const server = spawn(program, ["serve", "--http", "127.0.0.1:0", "--hold", "0.2"], {
  env: { ...process.env, GREENROOM_HOME: join(home, "data") },
  stdio: ["ignore", "ignore", "pipe"],
});
let failed = false;
try {
  const address = await addressOf(server);
  const token = readFileSync(join(home, "data/http/token"), "utf8").trim();
  const proxy = createServer((incoming, answer) => pass(incoming, answer, address, token));
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  for (const revision of revisions) {
    console.log(`== MCP ${revision}`);
    const code = await suite(`http://localhost:${proxy.address().port}/mcp`, revision);
    failed ||= code !== 0;
  }
  proxy.closeAllConnections();
  proxy.close();
} finally {
  server.kill("SIGTERM");
  await once(server, "exit");
  rmSync(home, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

async function addressOf(server) {
  const lines = createInterface({ input: server.stderr });
  for await (const line of lines) {
    const found = line.match(/serves MCP on http:\/\/([^/]+)\/mcp/);
    if (found) {
      lines.on("line", () => {});
      server.stderr.resume();
      return found[1];
    }
  }
  throw new Error("the server did not say where it listens");
}

// Host and Origin go through as they came, unless they name the proxy.
function pass(incoming, answer, address, token) {
  const own = incoming.socket.localPort;
  const named = (value) => value?.replace(new RegExp(`^(http://)?(localhost|127\\.0\\.0\\.1):${own}$`), `$1${address}`);
  const headers = { ...incoming.headers, host: named(incoming.headers.host), authorization: `Bearer ${token}` };
  if (headers.origin) headers.origin = named(headers.origin);
  const [host, port] = address.split(":");
  const onward = request({ host, port, method: incoming.method, path: incoming.url, headers }, (response) => {
    answer.writeHead(response.statusCode, response.headers);
    answer.flushHeaders();
    response.pipe(answer);
  });
  onward.on("error", () => answer.destroy());
  answer.on("close", () => onward.destroy());
  incoming.pipe(onward);
}

async function suite(url, revision) {
  const arch = process.arch === "arm64" ? "arm64" : "x64";
  const brought = join(here, `node_modules/node-linux-${arch}/bin/node`);
  const node = existsSync(brought) ? brought : process.execPath;
  const run = spawn(
    node,
    [
      join(here, "node_modules/@modelcontextprotocol/conformance/dist/index.js"),
      "server",
      ...["--url", url, "--requirements", revision],
      ...["--expected-failures", join(here, `expected-failures-${revision}.yml`)],
    ],
    { cwd: home, stdio: "inherit" },
  );
  const [code] = await once(run, "exit");
  return code ?? 1;
}
