// A real identity provider for tests: npm `oidc-provider`, with one client that logs in as itself.
//
// Usage: identity_provider.mjs RESOURCE
// Prints its address, which is its issuer too, on one line. Ends with its input.

import { createServer } from "node:http";
import { Provider } from "oidc-provider";

const [, , resource] = process.argv;

const server = createServer();
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const issuer = `http://127.0.0.1:${server.address().port}`;

const provider = new Provider(issuer, {
  clients: [
    {
      client_id: "robot",
      client_secret: "robot-secret",
      grant_types: ["client_credentials"],
      redirect_uris: [],
      response_types: [],
    },
  ],
  scopes: ["greenroom"],
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      getResourceServerInfo: (_context, indicator) => ({
        scope: "greenroom",
        audience: indicator,
        accessTokenFormat: "jwt",
        accessTokenTTL: 300,
      }),
    },
  },
});
server.on("request", provider.callback());
console.log(issuer);
process.stdin.on("end", () => process.exit(0)).resume();
