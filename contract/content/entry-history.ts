import { z } from 'zod'
import { endpoint, Id, pageOf, paging, Time } from '#contract/endpoint.ts'
import { contentRead } from './models.ts'

export const EntryEvent = z.object({
  id: Id,
  type: z.string().describe('entry.created, entry.status-changed, entry.planned, entry.published ...'),
  actor: z.object({ id: Id.nullable(), name: z.string() }).nullable().describe('Null for automatic events'),
  old: z.unknown(),
  new: z.unknown(),
  createdAt: Time,
})
export type EntryEvent = z.output<typeof EntryEvent>

export const listEntryEvents = endpoint({
  method: 'GET',
  path: '/api/v1/content/:model/:id/events',
  ...contentRead,
  summary: 'The history of an entry without its versions, newest first',
  params: z.strictObject({ model: z.string().max(60), id: Id }),
  query: z.strictObject(paging),
  answer: pageOf(EntryEvent),
})
