// One build for all pages that the binary embeds. Names carry no hash: the binary serves them itself.
import { defineConfig } from "vite";

/** The player's script stands in its page: the engine is asked for one request sooner. */
const playerInItsPage = {
  name: "player-in-its-page",
  transformIndexHtml: {
    order: "post",
    handler(page, { path, bundle }) {
      if (path !== "/player/index.html") return page;
      const { code } = bundle["player/player.js"];
      if (/<\/script|^import\b/m.test(code)) throw new Error("the player's script cannot stand in its page");
      delete bundle["player/player.js"];
      return page
        .replace(/\s*<script type="module"[^>]*player\.js"><\/script>/, "")
        .replace("</body>", () => `  <script type="module">${code}</script>\n  </body>`);
    },
  },
};

export default defineConfig({
  base: "./",
  plugins: [playerInItsPage],
  build: {
    outDir: process.env.GREENROOM_WEB_OUT ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    rollupOptions: {
      input: {
        player: "player/index.html",
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
