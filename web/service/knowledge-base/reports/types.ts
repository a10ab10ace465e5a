import type { z } from 'zod'
import type { showReadings, showSearches, showVotes } from '#contract/knowledge-base/reports.ts'

export type Readings = z.output<typeof showReadings.answer>
export type Votes = z.output<typeof showVotes.answer>
export type Searches = z.output<typeof showSearches.answer>
