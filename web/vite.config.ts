import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

// Python writes the script inside <script> … </script>, where these would end it.
function inlinable(): Plugin {
  return {
    name: "inlinable",
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        const text = file.type === "chunk" ? file.code : String(file.source);
        for (const bad of ["</script", "</style", "<!--"]) {
          if (text.toLowerCase().includes(bad)) this.error(`${file.fileName} contains ${bad} and cannot stand inside a page`);
        }
      }
    },
  };
}

// The bundle holds three.js, whose licence asks for this notice.
function notice(): Plugin {
  return {
    name: "notice",
    generateBundle(_options, bundle) {
      const licence = readFileSync("node_modules/three/LICENSE", "utf8").trim();
      for (const file of Object.values(bundle)) if (file.type === "chunk") file.code = `/*! Contains three.js.\n\n${licence}\n*/\n${file.code}`;
    },
  };
}

// Two pages, each one script: the viewer, which replays and reports carry, and with `--mode design` the design page.
export default defineConfig(({ mode }) => {
  const design = mode === "design";
  const entry = design ? "src/design/main.ts" : "src/main.ts", name = design ? "design" : "viewer";
  return {
    plugins: [notice(), inlinable()],
    build: {
      outDir: "../src/jounce/output/replay/static",
      emptyOutDir: false,
      target: "es2021",
      lib: { entry, formats: ["iife"], name: design ? "jounceDesignPage" : "jounceViewer", fileName: () => `${name}.js`, cssFileName: name },
    },
  };
});
