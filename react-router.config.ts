import { join } from 'node:path'
import type { Config } from '@react-router/dev/config'
import { writeAreaManifests } from './bin/lib/area-manifests.ts'

export default {
  appDirectory: 'web',
  // A folder of its own for each build; the development server, which builds nothing, has none.
  buildDirectory: process.env.BUILD_TO ?? 'build/none',
  ssr: true,
  // The table of routes comes with the page: asking for it later would be a request that the guard redirects.
  routeDiscovery: { mode: 'initial' },
  buildEnd: ({ reactRouterConfig }) => writeAreaManifests(join(reactRouterConfig.buildDirectory, 'client')),
} satisfies Config
