import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { ExternalId } from '#contract/external-id.ts'
import { Slug } from '#contract/writing/slugs.ts'
import { createEntry, DeliveredEntry, Plural } from './entries.ts'
import { contentWrite } from './models.ts'

const writing = {
  method: 'PUT',
  ...contentWrite,
  takesIfMatch: true,
  mayCreate: true,
  bodyLimit: createEntry.bodyLimit,
  body: createEntry.body,
  answer: DeliveredEntry,
} as const
const refusals = [
  ...createEntry.refusals,
  ...(['entry-in-trash', 'changed-meanwhile', 'publishing-reserved'] as const),
] as const

export const putEntryBySlug = endpoint({
  ...writing,
  path: '/api/v1/content/:model/by-slug/:slug',
  summary: 'Changes the sent fields of the entry with this slug in `locale` (200), or creates the entry (201)',
  params: z.strictObject({ model: Plural, slug: Slug }),
  refusals: [...refusals, 'model-without-slug'],
})

export const putEntryByExternalId = endpoint({
  ...writing,
  path: '/api/v1/content/:model/by-external-id/:externalId',
  summary: 'Changes the sent fields of the entry with this external id (200), or creates the entry (201)',
  params: z.strictObject({ model: Plural, externalId: ExternalId }),
  refusals,
})
