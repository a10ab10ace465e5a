import { readFileSync } from 'node:fs'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { chunkGroups } from './bin/lib/chunks.ts'
import { leaveAtOnce } from './bin/lib/leave-at-once.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string }

export default defineConfig({
  define: { 'import.meta.env.PRODUCT_VERSION': JSON.stringify(version) },
  publicDir: 'web/public',
  plugins: [tailwindcss(), reactRouter(), leaveAtOnce()],
  // The content security policy allows fonts and pictures from this host only, so nothing is inlined as data.
  build: { assetsInlineLimit: 0 },
  worker: { format: 'es' },
  // Of a package with every icon the server would keep all in memory, twice.
  ssr: { noExternal: ['lucide-react'] },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunkGroups } } } } },
  },
})
