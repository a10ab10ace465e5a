import { z } from 'zod'
import { endpoint, Id, idParams, pageOf, paging, Time } from '#contract/endpoint.ts'

/** So many things one batch changes at most, so many are at work in a workspace, and so many things are changed in a day. */
export const mostInBatch = 10_000
export const mostBatches = 3
export const mostInDay = 200_000
/** So many of what failed are named. */
export const mostFailures = 100

export const batchRefusals = {
  'batch-not-found': { status: 404, text: 'There is no such batch' },
  'batch-at-work': { status: 409, text: 'Another batch of yours is at work. Wait for its end, or cancel it.' },
  'too-many-batches': { status: 409, text: 'The team has as many batches at work as there may be. Try again soon.' },
  'batch-empty': { status: 409, text: 'There is nothing to change' },
  'batch-too-large': {
    status: 409,
    text: `A batch changes at most ${mostInBatch.toLocaleString('en')} things. Narrow the selection.`,
  },
  'batch-day-spent': {
    status: 429,
    text: 'So much was changed today that no further batch begins. Try again tomorrow.',
  },
  'batch-not-undoable': { status: 409, text: 'This batch cannot be undone' },
} as const

export const batchStates = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const

export const Batch = z.object({
  id: Id,
  kind: z.string(),
  input: z.record(z.string(), z.unknown()).describe('What is done to each, as its kind has it'),
  askedBy: z.object({ id: Id, name: z.string() }),
  state: z.enum(batchStates),
  total: z.int(),
  done: z.int(),
  failed: z.int(),
  reason: z.string().nullable().describe('Why it ended before its time'),
  canUndo: z.boolean(),
  undoes: Id.nullable().describe('The batch that it takes back'),
  createdAt: Time,
  begunAt: Time.nullable(),
  endedAt: Time.nullable(),
  failures: z
    .array(z.object({ subject: Id, label: z.string(), detail: z.string() }))
    .describe(`The first ${mostFailures} that did not change, and why`),
})
export type Batch = z.output<typeof Batch>

const path = '/api/v1/batches'
const batchWrite = { counts: 'write', needs: [] } as const

export const listBatches = endpoint({
  method: 'GET',
  path,
  for: ['team'],
  summary: 'What the asker had changed in batches within 30 days, newest first',
  query: z.strictObject({ ...paging, kind: z.string().max(60).optional() }),
  answer: pageOf(Batch.omit({ failures: true })),
})

export const showBatch = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  for: ['team'],
  summary: 'One batch with what failed; those of others are shown to admins alone',
  params: idParams,
  answer: Batch,
  refusals: ['batch-not-found'],
})

export const cancelBatch = endpoint({
  method: 'PUT',
  path: `${path}/:id/cancellation`,
  for: ['team'],
  ...batchWrite,
  summary: 'Ends a batch between two of its changes; what is changed stays so',
  params: idParams,
  answer: Batch,
  refusals: ['batch-not-found'],
})

export const undoBatch = endpoint({
  method: 'PUT',
  path: `${path}/:id/reversal`,
  for: ['team'],
  ...batchWrite,
  summary: 'Begins a batch that takes back what this one changed',
  status: 202,
  params: idParams,
  answer: Batch,
  refusals: ['batch-not-found', 'batch-not-undoable', 'batch-at-work', 'too-many-batches', 'batch-day-spent'],
})
