import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const place = 'console.error(`Error loading route module'
const noteLeaving = fileURLToPath(new URL('../../web/lib/network/note-leaving.ts', import.meta.url))

/**
 * Keeps React Router from reloading a page that the user is leaving. Leaving aborts the load of route code, and React
 * Router would answer this error with a reload.
 */
export function leaveAtOnce(): Plugin {
  return {
    name: 'leave-at-once',
    apply: 'build',
    transform: {
      filter: { id: /react-router\/dist\/.*\/routeModules\.js$/ },
      handler(code, id) {
        if (!code.includes(place))
          this.error(`React Router reloads pages elsewhere than in ${id}: look at bin/lib/leave-at-once.ts`)
        const guarded = code.replace(place, `if (isLeaving()) return new Promise(() => {});\n${place}`)
        return { code: `import { isLeaving } from ${JSON.stringify(noteLeaving)};\n${guarded}`, map: null }
      },
    },
  }
}
