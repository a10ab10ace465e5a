import type { EmbeddedSearch } from '#contract/knowledge-base/reading.ts'

/** Written before this script by the server that sends it, in the language of its address. */
declare const __given: EmbeddedSearch

export const given = __given
