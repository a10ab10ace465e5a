import type { EmbeddedSearch } from '#contract/knowledge-base/reading.ts'

/** The server writes this before the script, in the language of its URL. */
declare const __given: EmbeddedSearch

export const given = __given
