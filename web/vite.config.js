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
      input: { player: "player/index.html", workbench: "workbench/index.html" },
      output: {
        entryFileNames: "[name]/[name].js",
        chunkFileNames: "shared/[name].js",
        assetFileNames: "[name]/[name][extname]",
      },
    },
  },
});
