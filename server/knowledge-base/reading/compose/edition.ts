import type { ArticleLine } from '#contract/knowledge-base/reading.ts'
import type { Paths } from '#server/knowledge-base/reading/asking/paths.ts'
import type { Edition, Line } from '#server/knowledge-base/reading/queries/texts.ts'
import { fallsBack, type ReadingCall } from '#server/knowledge-base/reading/space.ts'

export const editionOf = (call: ReadingCall): Edition => ({
  language: call.language,
  fallback: fallsBack(call) ? call.space.first : null,
})

/** Of an article that stands in a list; a text of the first language is read on the pages of this one. */
export const lineIn =
  (paths: Paths) =>
  ({ title, slug, language, excerpt, publishedAt }: Line): ArticleLine => ({
    title,
    language,
    path: paths.article(slug),
    excerpt,
    publishedAt,
  })
