import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

const folder = `${process.env.BUILD_TO}/knowledge-base`

/** Scripts for other sites. Each is one file, so it is built alone and shares no chunk. */
const alone: Record<string, string[]> = {
  embed: ['web/knowledge-base-embed/index.ts'],
  'request-form': ['web/request-form-embed/index.ts'],
}

/** The public pages of the knowledge base: their drawing for the server, and with it what they load in the browser. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  publicDir: false,
  // Of a package with every icon the server would keep all in memory, twice.
  ssr: { noExternal: ['lucide-react'] },
  plugins: isSsrBuild ? [] : [tailwindcss()],
  build: isSsrBuild
    ? {
        outDir: `${folder}/pages`,
        emptyOutDir: true,
        rollupOptions: {
          output: { entryFileNames: 'index.js' },
          // What is said of the browser in the icons means nothing here.
          onLog: (level, log, tell) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && tell(level, log),
        },
      }
    : {
        outDir: `${folder}/${mode in alone ? mode : 'client'}`,
        assetsDir: 'assets/knowledge-base',
        emptyOutDir: true,
        assetsInlineLimit: 0,
        manifest: true,
        modulePreload: { polyfill: false },
        rollupOptions: {
          input: alone[mode] ?? ['web/knowledge-base-script/index.ts', 'web/knowledge-base/reading.css'],
        },
      },
}))
