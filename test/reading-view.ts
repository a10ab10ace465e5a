import type { ReadingView } from '#server/platform/http/platform.ts'
import { findServedWords } from '#web/lib/reading-words/served-words.ts'

/** Drawn as they stand in the source, once a test asks for one. */
export const reading: ReadingView = {
  assets: { style: 'body{margin:0}', script: '/script.js', font: '/font.woff2' },
  embeddedSearch: 'export {}',
  words: findServedWords,
  async draw(name, content) {
    const { drawReadingPage } = await import('#web/knowledge-base/index.tsx')
    return drawReadingPage(name, content)
  },
}
