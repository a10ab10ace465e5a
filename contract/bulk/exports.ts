import { z } from 'zod'
import { endpoint, Id, idParams, pageOf, paging, Time } from '#contract/endpoint.ts'

export const mostExportsInDay = 20
export const exportHours = 24

export const exportRefusals = {
  'export-not-found': { status: 404, text: 'There is no such export' },
  'export-kind-unknown': { status: 400, text: 'This kind of export does not exist' },
  'export-at-work': { status: 409, text: 'Another export is running. Wait until it ends, or cancel it.' },
  'export-day-spent': {
    status: 429,
    text: 'The daily limit for exports is reached. Try again tomorrow.',
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
  reason: z.string().nullable().describe('Why the export ended early'),
  bytes: z.int().nullable(),
  createdAt: Time,
  endedAt: Time.nullable(),
  expiresAt: Time.nullable().describe('When the file is deleted; null if there is no file'),
})

const path = '/api/v1/exports'

const ofExport = { for: ['admin'], params: idParams, refusals: ['export-not-found'] } as const

export const listExports = endpoint({
  method: 'GET',
  path,
  for: ['admin'],
  summary: 'The exports, newest first',
  query: z.strictObject({ ...paging, kind: z.string().max(60).optional() }),
  answer: pageOf(Export),
})

export const beginExport = endpoint({
  method: 'POST',
  path,
  for: ['admin'],
  counts: 'write',
  needs: [],
  summary: 'Starts an export to a zip file',
  status: 202,
  body: z.strictObject({
    kind: z.string().max(60),
    options: z.record(z.string().max(60), z.unknown()).default({}).describe('Options; their names depend on `kind`'),
  }),
  answer: Export,
  refusals: [
    ...(['export-kind-unknown', 'export-at-work', 'export-day-spent', 'category-not-found'] as const),
    ...(['customer-not-in-workspace', 'customer-merged'] as const),
  ],
})

export const showExport = endpoint({
  ...ofExport,
  method: 'GET',
  path: `${path}/:id`,
  summary: 'One export with its progress and the URL of its file',
  answer: Export.extend({
    url: z.string().nullable().describe('Signed URL on the files host. It expires after a few minutes'),
  }),
})

export const cancelExport = endpoint({
  ...ofExport,
  method: 'PUT',
  path: `${path}/:id/cancellation`,
  counts: 'write',
  needs: [],
  summary: 'Cancels an export, or deletes its file',
  answer: Export,
})
