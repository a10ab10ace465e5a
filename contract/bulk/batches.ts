import { z } from 'zod'
import { endpoint, Id, idParams, pageOf, paging, Time } from '#contract/endpoint.ts'
import type { EventDeclaration } from '#contract/events.ts'

export const mostInBatch = 50_000
/** Maximum number of ids in a request. Larger batches name a query. */
const mostIds = 10_000
/** Maximum number of batches that run in a workspace at the same time. Short batches are not counted. */
export const mostBatches = 3
export const mostInShortBatch = 25
export const mostInDay = 200_000
export const mostFailures = 100

export const batchRefusals = {
  'batch-not-found': { status: 404, text: 'There is no such batch' },
  'batch-at-work': { status: 409, text: 'Another batch of yours is still running. Wait until it ends, or cancel it.' },
  'too-many-batches': { status: 409, text: 'Too many batches of this workspace are running. Try again soon.' },
  'batch-empty': { status: 409, text: 'There is nothing to change' },
  'batch-too-large': {
    status: 409,
    text: `A batch changes at most ${mostInBatch.toLocaleString('en')} things. Narrow the selection.`,
  },
  'batch-day-spent': {
    status: 429,
    text: 'The daily limit for batches is reached. Try again tomorrow.',
  },
  'batch-not-undoable': { status: 409, text: 'This batch cannot be undone' },
} as const

export const batchStates = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const

export const Batch = z.object({
  id: Id,
  kind: z.string(),
  input: z.record(z.string(), z.unknown()).describe('The change; its fields depend on `kind`'),
  askedBy: z.object({ id: Id, name: z.string() }),
  state: z.enum(batchStates),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  reason: z.string().nullable().describe('Why the batch ended early'),
  canUndo: z.boolean(),
  undoes: Id.nullable().describe('The batch that this one undoes'),
  createdAt: Time,
  begunAt: Time.nullable(),
  endedAt: Time.nullable(),
  failures: z
    .array(z.object({ subject: Id, label: z.string(), detail: z.string() }))
    .describe(`The first ${mostFailures} failures`),
})
export type Batch = z.output<typeof Batch>

export const startRefusals = [
  'batch-at-work',
  'too-many-batches',
  'batch-empty',
  'batch-too-large',
  'batch-day-spent',
] as const

export const batchBody = <C extends z.ZodType, Q extends z.ZodType>(change: C, query: Q) =>
  z
    .strictObject({ change, ids: z.array(Id).min(1).max(mostIds).optional(), query: query.optional() })
    .refine(({ ids, query }) => (ids === undefined) !== (query === undefined), 'Send either ids or query')

export const MatchCount = z.object({ count: z.int(), isMore: z.boolean().describe('More match than fit in a batch') })
export type MatchCount = z.output<typeof MatchCount>

const path = '/api/v1/batches'
const ofBatch = { for: ['team'], params: idParams, refusals: ['batch-not-found'] } as const
const batchWrite = { counts: 'write', needs: [] } as const

export const listBatches = endpoint({
  method: 'GET',
  path,
  for: ['team'],
  summary: 'The batches that the caller started in the last 30 days, newest first',
  query: z.strictObject({ ...paging, kind: z.string().max(60).optional() }),
  answer: pageOf(Batch.omit({ failures: true })),
})

export const showBatch = endpoint({
  ...ofBatch,
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One batch with its failures; admins also see batches of other members',
  answer: Batch,
})

export const cancelBatch = endpoint({
  ...ofBatch,
  method: 'PUT',
  path: `${path}/:id/cancellation`,
  ...batchWrite,
  summary: 'Cancels a batch; what it changed so far stays changed',
  answer: Batch,
})

export const undoBatch = endpoint({
  ...ofBatch,
  method: 'PUT',
  path: `${path}/:id/reversal`,
  ...batchWrite,
  summary: 'Starts a batch that undoes another batch',
  status: 202,
  answer: Batch,
  refusals: ['batch-not-found', 'batch-not-undoable', 'trial-not-started', 'trial-ended', ...startRefusals],
})

export const batchEvents = {
  'batch.changed': { isHistory: false },
} as const satisfies Record<string, EventDeclaration>
