import type { KnipConfig } from 'knip'

export default {
  project: ['{bin,contract,database,server,test,web}/**/*.{ts,tsx,mts,mjs}'],
  entry: [
    // Started by name: the scripts of `bin`, the server, and the processes of the benchmark and of the fault runs.
    'bin/*.{ts,mjs}',
    'server/start/main.ts',
    'test/bench/{run,bare*}.ts',
    'test/faults/*.ts',
    // Called by name in processes and threads of their own.
    'server/platform/pictures/apart/*.ts',
    // Built by the other Vite configurations, and by the components' one.
    'web/mail/index.tsx',
    'web/knowledge-base/index.tsx',
    'web/knowledge-base-script/index.ts',
    'web/knowledge-base-embed/index.ts',
    'web/request-form-embed/index.ts',
    'test/components/page.tsx',
  ],
  // Written from the database.
  ignore: ['database/types.ts'],
  exclude: ['dependencies', 'unlisted', 'binaries'],
} satisfies KnipConfig
