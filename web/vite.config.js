// One build for all pages that the binary embeds. Names carry no hash: the binary serves them itself.
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

export default defineConfig({
  base: "./",
  plugins: [scriptInItsPage, playerStandsAlone, traceStandsAlone],
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
