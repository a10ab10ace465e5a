import type { ReadingView } from '#server/platform/http/platform.ts'

/** Drawn as they stand in the source, once a test asks for one. */
export const reading: ReadingView = {
  assets: { style: '/style.css', script: '/script.js', font: '/font.woff2' },
  async draw(name, content) {
    const { drawReadingPage } = await import('#web/knowledge-base/index.tsx')
    return drawReadingPage(name, content)
  },
}
