import { z } from 'zod'
import { endpoint, Id, idParams, pageOf, paging, Time } from '#contract/endpoint.ts'

/** So many begin in a day, one after the other; what is written can be had for so long. */
export const mostExportsInDay = 20
export const exportHours = 24

export const exportRefusals = {
  'export-not-found': { status: 404, text: 'There is no such export' },
  'export-kind-unknown': { status: 400, text: 'Nothing of this kind is exported here' },
  'export-at-work': { status: 409, text: 'Another export is at work. Wait for its end, or cancel it.' },
  'export-day-spent': {
    status: 429,
    text: 'So many exports began today that no further one does. Try again tomorrow.',
  },
} as const

export const exportStates = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const

export const Export = z.object({
  id: Id,
  kind: z.string(),
  options: z.record(z.string(), z.unknown()),
  askedBy: z.object({ id: Id, name: z.string() }),
  state: z.enum(exportStates),
  total: z.int(),
  done: z.int(),
  reason: z.string().nullable().describe('Why it ended before its time'),
  bytes: z.int().nullable(),
  createdAt: Time,
  endedAt: Time.nullable(),
  expiresAt: Time.nullable().describe('When its file goes; null where there is none any more'),
})

const path = '/api/v1/exports'

export const listExports = endpoint({
  method: 'GET',
  path,
  for: ['admin'],
  summary: 'What was exported, newest first',
  query: z.strictObject({ ...paging, kind: z.string().max(60).optional() }),
  answer: pageOf(Export),
})

export const beginExport = endpoint({
  method: 'POST',
  path,
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Writes things of a kind into a zip',
  status: 202,
  body: z.strictObject({
    kind: z.string().max(60),
    options: z.record(z.string().max(60), z.unknown()).default({}).describe('As its kind has it'),
  }),
  answer: Export,
  refusals: ['export-kind-unknown', 'export-at-work', 'export-day-spent', 'category-not-found'],
})

export const showExport = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  for: ['admin'],
  summary: 'One export: how far it is, and where its file is had',
  params: idParams,
  answer: Export.extend({ url: z.string().nullable().describe('Signed, on the files host, for some minutes') }),
  refusals: ['export-not-found'],
})

export const cancelExport = endpoint({
  method: 'PUT',
  path: `${path}/:id/cancellation`,
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Ends an export, or takes its file away',
  params: idParams,
  answer: Export,
  refusals: ['export-not-found'],
})
