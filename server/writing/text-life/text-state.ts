export type Schedule = { publishAt: string | null; unpublishAt: string | null }

export type TextStatus = 'draft' | 'in_review' | 'published' | 'archived'

/** Text of an article or entry in one language. It has one draft and at most one published version. */
export type TextState = Schedule & {
  language: string
  status: TextStatus
  liveVersion: number | null
  publishedAt: string | null
}

/**
 * Returns whether a translation is outdated: its source text was published later, or only the source text is published.
 */
export const isOutdated = <Text extends Pick<TextState, 'language' | 'publishedAt'>>(
  text: Text,
  source: Text | undefined,
) =>
  source !== undefined &&
  source.language !== text.language &&
  source.publishedAt !== null &&
  (text.publishedAt === null || text.publishedAt < source.publishedAt)
