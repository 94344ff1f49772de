// One build for all pages that the binary embeds. Names carry no hash: the binary serves them itself.
import { defineConfig } from "vite";

export default defineConfig({
  base: "./",
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
