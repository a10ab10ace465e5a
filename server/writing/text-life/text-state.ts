/** When a text is published and unpublished by itself. */
export type Schedule = { publishAt: string | null; unpublishAt: string | null }

export type TextStatus = 'draft' | 'in_review' | 'published' | 'archived'

/** One language of an article or an entry. The text has one draft, and readers have one of its versions or none. */
export type TextState = Schedule & {
  language: string
  status: TextStatus
  liveVersion: number | null
  publishedAt: string | null
}

/** A translation is outdated if the text it translates was published after it. */
export const isOutdated = <Text extends Pick<TextState, 'language' | 'publishedAt'>>(
  text: Text,
  source: Text | undefined,
) =>
  source !== undefined &&
  source.language !== text.language &&
  source.publishedAt !== null &&
  (text.publishedAt === null || text.publishedAt < source.publishedAt)
