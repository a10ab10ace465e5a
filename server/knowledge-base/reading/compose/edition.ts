import type { ArticleLine } from '#contract/knowledge-base/reading.ts'
import type { ReadingPaths } from '#server/knowledge-base/reading/asking/paths.ts'
import type { ArticleSummary, Edition } from '#server/knowledge-base/reading/queries/texts.ts'
import { fallsBack, type ReadingCall } from '#server/knowledge-base/reading/space.ts'

export const editionOf = (call: ReadingCall): Edition => ({
  language: call.language,
  fallback: fallsBack(call) ? call.space.first : null,
})

/** A fallback text is linked in the page's language. */
export const lineIn =
  (paths: ReadingPaths) =>
  ({ title, slug, language, excerpt, publishedAt }: ArticleSummary): ArticleLine => ({
    title,
    language,
    path: paths.article(slug),
    excerpt,
    publishedAt,
  })
