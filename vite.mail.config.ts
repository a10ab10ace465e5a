import { defineConfig } from 'vite'

/** The mail templates, built for the server: Node runs no .tsx by itself. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: 'web/mail/index.tsx',
    outDir: `${process.env.BUILD_TO}/mail`,
    emptyOutDir: true,
    rollupOptions: { output: { entryFileNames: 'index.js' } },
  },
})
