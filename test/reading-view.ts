import type { ReadingView } from '#server/platform/http/platform.ts'
import { findServedWords } from '#web/lib/reading-words/served-words.ts'

/** Renders pages from the source code. Loads the renderer when a test needs a page. */
export const reading: ReadingView = {
  assets: { style: 'body{margin:0}', script: '/script.js', font: '/font.woff2' },
  embeddedSearch: 'export {}',
  requestForm: 'export {}',
  words: findServedWords,
  async draw(name, content) {
    const { drawReadingPage } = await import('#web/knowledge-base/index.tsx')
    return drawReadingPage(name, content)
  },
}
