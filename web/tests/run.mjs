// Bundles the unit tests of the pages for node and runs them: `node tests/run.mjs`.
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));
const outDir = mkdtempSync(join(tmpdir(), "greenroom-pages-"));
try {
  const input = readdirSync(here)
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join(here, name));
  await build({
    root: join(here, ".."),
    configFile: false,
    logLevel: "warn",
    ssr: { noExternal: true },
    build: { ssr: true, outDir, emptyOutDir: true, rollupOptions: { input, output: { entryFileNames: "[name].mjs" } } },
  });
  const tests = readdirSync(outDir)
    .filter((name) => name.endsWith(".test.mjs"))
    .map((name) => join(outDir, name));
  process.exitCode = spawnSync(process.execPath, ["--test", ...tests], { stdio: "inherit" }).status ?? 1;
} finally {
  rmSync(outDir, { recursive: true, force: true });
}
