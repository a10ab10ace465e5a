import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'web',
  buildDirectory: 'build',
  ssr: true,
  // The table of routes comes with the page: asking for it later would be a request that the guard redirects.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
