import { z } from 'zod'
import { Batch, mostInBatch } from './batches.ts'
import { endpoint, Id, line } from './endpoint.ts'
import { listEntries } from './entries.ts'

/** What can be done to many entries. */
export const EntryBatchChange = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('publish') }),
  z.strictObject({ act: z.literal('unpublish') }),
  z.strictObject({ act: z.literal('trash') }),
  z.strictObject({ act: z.literal('untrash') }),
  z.strictObject({
    act: z.literal('label'),
    add: z.array(line(50).min(1)).max(20).default([]),
    remove: z.array(line(50).min(1)).max(20).default([]),
  }),
  z.strictObject({
    act: z.literal('category'),
    field: z.string().max(60).describe('The key of a field of categories; entries whose model has none fail'),
    category: Id.nullable(),
  }),
  z.strictObject({
    act: z.literal('categories'),
    field: z.string().max(60).describe('The key of a field that takes many; entries whose model has none fail'),
    add: z.array(Id).max(20).default([]),
    remove: z.array(Id).max(20).default([]),
  }),
])
export type EntryBatchChange = z.output<typeof EntryBatchChange>

/** The list's own query, without what is a matter of its page. */
export const EntryMatch = listEntries.query.omit({ limit: true, cursor: true, columns: true })

const common = { for: ['team'], refusals: ['model-not-found', 'query-unknown', 'query-too-much'] } as const

export const countEntries = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/content-entry-count',
  counts: 'search',
  summary: 'How many entries a query of the list matches',
  query: EntryMatch,
  answer: z.object({ count: z.int(), isMore: z.boolean().describe('There are more than one batch changes') }),
})

export const changeEntries = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/content-entry-changes',
  counts: 'write',
  needs: [],
  status: 202,
  summary: 'Begins a batch that changes the entries named, or all that a query of the list matches at this moment',
  bodyLimit: 1_048_576,
  body: z
    .strictObject({
      change: EntryBatchChange,
      ids: z.array(Id).min(1).max(mostInBatch).optional(),
      query: EntryMatch.optional(),
    })
    .refine(({ ids, query }) => (ids === undefined) !== (query === undefined), 'Name ids or a query, one of them'),
  answer: Batch,
  refusals: [
    ...common.refusals,
    ...(['batch-at-work', 'too-many-batches', 'batch-empty', 'batch-too-large', 'batch-day-spent'] as const),
  ],
})
