import { z } from 'zod'
import { Batch, batchBody, MatchCount, startRefusals } from '#contract/bulk/batches.ts'
import { endpoint, Id, line } from '#contract/endpoint.ts'
import { ExternalId } from '#contract/external-id.ts'
import { Slug } from '#contract/writing/slugs.ts'
import { changeEntry, createEntry, DanglingLead, listEntries, Plural, publishEntry } from './entries.ts'
import { namedOneWay, Publication } from './entry-publication.ts'
import { contentWrite } from './models.ts'

export const entryChangeRefusals = {
  'changes-refused': { status: 409, text: 'No change was made. Correct the refused changes and send all again.' },
} as const

const mostTogether = 100

export const EntryBatchChange = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('publish') }),
  z.strictObject({ act: z.literal('unpublish') }),
  z.strictObject({ act: z.literal('trash') }),
  z.strictObject({ act: z.literal('untrash') }),
  z.strictObject({
    act: z.literal('unarchive'),
    locale: publishEntry.body.shape.locale.describe('Default: every language'),
  }),
  z.strictObject({ act: z.literal('duplicate') }),
  z.strictObject({
    act: z.literal('label'),
    add: z.array(line(50).min(1)).max(20).default([]),
    remove: z.array(line(50).min(1)).max(20).default([]),
  }),
  z.strictObject({
    act: z.literal('category'),
    field: z.string().max(60).describe('Key of a category field. Entries of models without this field fail'),
    category: Id.nullable(),
  }),
  z.strictObject({
    act: z.literal('categories'),
    field: z
      .string()
      .max(60)
      .describe('Key of a category field with several values. Entries of models without this field fail'),
    add: z.array(Id).max(20).default([]),
    remove: z.array(Id).max(20).default([]),
  }),
])
export type EntryBatchChange = z.output<typeof EntryBatchChange>

export const EntryMatch = listEntries.query.omit({ limit: true, cursor: true, columns: true })

const common = { for: ['team'], refusals: ['model-not-found', 'query-unknown', 'query-too-much'] } as const

export const countEntries = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/content-entry-count',
  counts: 'search',
  summary: 'Counts the entries that a list query matches',
  query: EntryMatch,
  answer: MatchCount,
})

export const findEntryUses = endpoint({
  ...common,
  method: 'GET',
  path: '/api/v1/content-entry-uses',
  counts: 'search',
  summary:
    'Counts how many of the given entries (or of all entries that a list query matches) are published and how many are referenced, and lists the entries that reference them',
  query: EntryMatch.extend({
    ids: z
      .string()
      .max(4000)
      .transform((ids) => ids.split(','))
      .pipe(z.array(Id).min(1).max(mostTogether))
      .optional()
      .describe('Ids separated by commas, instead of a query'),
  }),
  answer: z.object({
    live: z.int().describe('Number of these entries that are published in at least one language'),
    used: z.int().describe('Number of these entries that other entries reference'),
    count: z.int().describe('Number of other entries that reference them, including drafts'),
    users: z.array(z.object({ id: Id, title: z.string() })).describe('At most five of those other entries'),
  }),
})

const { with: _, dangling: __, ...publication } = publishEntry.body.shape

/** One change of an entry. Each `act` has the fields of the endpoint for the same change. */
export const EntryChange = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.literal('create'),
    ...createEntry.body.shape,
    publish: z.boolean().default(false).describe('Also publishes the new entry'),
  }),
  z
    .strictObject({
      act: z.literal('put'),
      externalId: ExternalId.optional(),
      slug: Slug.optional(),
      ...createEntry.body.shape,
      publish: z.boolean().default(false).describe('Also publishes the written language'),
    })
    .refine(
      ({ externalId, slug }) => (externalId === undefined) !== (slug === undefined),
      'Send either externalId or slug',
    ),
  z.strictObject({ act: z.literal('change'), id: Id, ...changeEntry.body.shape }),
  namedOneWay(z.strictObject({ act: z.literal('publish'), id: Id, ...publication })),
  namedOneWay(
    z.strictObject({
      ...{ act: z.literal('unpublish'), id: Id },
      locale: publication.locale,
      locales: publication.locales,
      at: publication.at.describe('When the languages are unpublished. Default: now'),
      force: z.boolean().optional().describe('Unpublishes the entry even if other entries require it'),
    }),
  ),
  z.strictObject({ act: z.literal('trash'), id: Id }),
])
export type EntryChange = z.output<typeof EntryChange>

export const changeEntriesTogether = endpoint({
  method: 'POST',
  path: '/api/v1/content/:model/changes',
  ...contentWrite,
  summary: `Makes up to ${mostTogether} changes to entries of a model in the given order, all or none. A refusal lists each failing change`,
  bodyLimit: 8_388_608,
  params: z.strictObject({ model: Plural }),
  body: z.strictObject({ changes: z.array(EntryChange).min(1, 'Send at least one change').max(mostTogether) }),
  answer: z.object({
    results: z
      .array(
        z.object({
          id: Id,
          revision: z.int(),
          isNew: z.boolean().describe('Whether this call created the entry'),
          dangling: z.array(DanglingLead).optional().describe('Referenced entries that are not published'),
          publication: Publication.describe('What is published and scheduled after all changes'),
        }),
      )
      .describe('One result for each change, in the same order'),
  }),
  refusals: ['model-not-found', 'changes-refused'],
})

export const changeEntries = endpoint({
  ...common,
  method: 'POST',
  path: '/api/v1/content-entry-changes',
  counts: 'write',
  needs: [],
  status: 202,
  summary: 'Starts a batch that changes the given entries, or all that a list query matches now',
  bodyLimit: 1_048_576,
  body: batchBody(EntryBatchChange, EntryMatch),
  answer: Batch,
  refusals: [...common.refusals, ...startRefusals],
})
