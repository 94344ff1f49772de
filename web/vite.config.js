// One build for all pages that the binary embeds. Names carry no hash: the binary serves them itself.
import { readFileSync } from "node:fs";
import { build, defineConfig } from "vite";

const TARGET = "es2022";

/** The page's script stands in the page: the content comes one request sooner. */
const scriptInItsPage = {
  name: "script-in-its-page",
  transformIndexHtml: {
    order: "post",
    handler(page, { path, bundle }) {
      if (path !== "/player/index.html") return page;
      const { code } = bundle["player-page/player-page.js"];
      if (/<\/script|^import\b/m.test(code)) throw new Error("the page's script cannot stand in it");
      delete bundle["player-page/player-page.js"];
      return page
        .replace(/\s*<script type="module"[^>]*player-page\.js"><\/script>/, "")
        .replace("</body>", () => `  <script type="module">${code}</script>\n  </body>`);
    },
  },
};

/** The server runs the player as the body of a function, so it cannot ask for other files. */
const playerStandsAlone = {
  name: "player-stands-alone",
  generateBundle(_, bundle) {
    const { code } = bundle["player/player.js"];
    if (/\b(import|export)\b\s*[{*"']/.test(code)) throw new Error("the player must be one file");
  },
};

/**
 * A trace holds its script and its style itself. So each must be one text that ends no element, and
 * is built apart: in one build with the other pages it would share files with them.
 */
const traceStandsAlone = {
  name: "trace-stands-alone",
  async generateBundle() {
    const built = await build({
      configFile: false,
      logLevel: "warn",
      build: { write: false, target: TARGET, modulePreload: false, rollupOptions: { input: "trace/index.html" } },
    });
    const find = (end) => built.output.find(({ fileName }) => fileName.endsWith(end));
    const { code } = find(".js");
    const { source } = find(".css");
    if (/<\/script|<!--/i.test(code) || /\b(import|export)\b\s*[{*"']/.test(code)) {
      throw new Error("the script of a trace must be one text");
    }
    if (/<\/style|@import|url\(/i.test(source)) throw new Error("the style of a trace must be one text");
    this.emitFile({ type: "asset", fileName: "trace/trace.js", source: code });
    this.emitFile({ type: "asset", fileName: "trace/trace.css", source });
  },
};

/** The workbench has a copy of the way to the engine: what it shared with the player would be a file of its own. */
const ownWayToTheEngine = {
  name: "own-way-to-the-engine",
  enforce: "pre",
  async resolveId(source, importer) {
    if (!source.endsWith("/scorm-wasm/js/engine.js") || !importer?.includes("/web/workbench/")) return null;
    const found = await this.resolve(source, importer, { skipSelf: true });
    return found && `${found.id}?workbench`;
  },
};

/** The inspector's styles, for its views in the workbench alone: both have their own words for things. */
const inspectorInTheWorkbench = {
  name: "inspector-in-the-workbench",
  enforce: "pre",
  transform(code, id) {
    if (!id.split("?")[0].endsWith("/workbench/styles/inspecting.css")) return null;
    const read = (name) => {
      const file = new URL(`inspector/styles/${name}.css`, import.meta.url);
      this.addWatchFile(file.pathname);
      return readFileSync(file, "utf8");
    };
    // The theme is the page's; sizes and colours are those of the views.
    const tokens = read("tokens")
      .replace(/:root\[[^}]*\}|:root \{ font-size[^}]*\}|body \{[^}]*\}|color-scheme:[^;]*;/g, "")
      .replaceAll(":root", "&");
    return `.inspecting {\n${tokens}\n${["controls", "bench", "views", "source", "tree"].map(read).join("\n")}\n}\n${code}`;
  },
};

export default defineConfig({
  base: "./",
  plugins: [ownWayToTheEngine, inspectorInTheWorkbench, scriptInItsPage, playerStandsAlone, traceStandsAlone],
  build: {
    outDir: process.env.GREENROOM_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: TARGET,
    modulePreload: false,
    rollupOptions: {
      input: {
        // The player itself runs in a world of its own; its page holds what content may see.
        player: "player/player.ts",
        "player-page": "player/index.html",
        // Lets the player begin in the browser of a person, where no tool starts it.
        person: "player/person.ts",
        workbench: "workbench/index.html",
        // The page of the UI platform is made by the server; its shared worker must stand alone.
        ui: "ui/main.ts",
        "ui-worker": "ui/worker.ts",
      },
      output: {
        entryFileNames: "[name]/[name].js",
        chunkFileNames: "shared/[name].js",
        assetFileNames: "[name]/[name][extname]",
      },
    },
  },
});
