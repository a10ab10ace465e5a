import type { Publication } from '#contract/entries.ts'
import type { TextState } from '#server/entries/queries/entries.ts'

/** What readers have of an entry, and what is planned, as it is told to programs. */
export const publicationOf = (texts: TextState[]): Publication => ({
  live: texts.flatMap(({ language, liveVersion, publishedAt }) =>
    liveVersion === null || publishedAt === null ? [] : [{ locale: language, publishedAt }],
  ),
  planned: texts.flatMap(({ language, publishAt, unpublishAt }) =>
    publishAt === null && unpublishAt === null ? [] : [{ locale: language, publishAt, unpublishAt }],
  ),
})
