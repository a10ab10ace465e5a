import { z } from 'zod'
import { endpoint, Id, line, Nothing, pageOf, paging, Time, Whole } from '#contract/endpoint.ts'
import { ExternalId } from '#contract/external-id.ts'
import { Language } from '#contract/workspace/languages.ts'
import { localesOfQuery, namedOneWay, Publication, PublishingBody, UnpublishingQuery } from './entry-publication.ts'
import { FileFacts } from './media.ts'
import { contentRead, contentWrite } from './models.ts'

export const entryStatuses = ['draft', 'in_review', 'published', 'changed', 'archived'] as const
export type EntryStatus = (typeof entryStatuses)[number]

export const mostOfFilter = 4000
export const mostColumns = 8

const Person = z.object({ id: Id, name: z.string() })

export const EntryLanguage = z.object({
  language: z.string(),
  status: z.enum(entryStatuses),
  isLive: z.boolean(),
  isOutdated: z.boolean().describe('Whether the first language was published after this language'),
  title: z.string(),
  slug: z.string().nullable(),
  publishAt: Time.nullable(),
  unpublishAt: Time.nullable(),
  publishedAt: Time.nullable(),
  updatedAt: Time,
})

export const EntryRow = z.object({
  id: Id,
  model: z.object({ id: Id, key: z.string(), pluralKey: z.string(), name: z.string(), icon: z.string() }),
  title: z.string().describe('In the requested language, or in the first language that has a title'),
  slug: z.string().nullable(),
  language: z.string(),
  status: z.enum(entryStatuses),
  languages: z.array(EntryLanguage),
  owner: Person.nullable(),
  reviewer: Person.nullable(),
  labels: z.array(z.string()),
  revision: z.int(),
  isTrashed: z.boolean(),
  createdAt: Time,
  updatedAt: Time,
  updatedBy: Person.nullable(),
  picture: z.string().nullable().describe('Thumbnail URL of a picture in the fields of the entry'),
  columns: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe('The requested fields as text. References are shown as titles'),
})
export type EntryRow = z.output<typeof EntryRow>

export const EntryLead = z.object({
  id: Id,
  kind: z.enum(['entry', 'media', 'category']),
  title: z.string(),
  model: z.string().nullable().describe('Key of the model of an entry. Null for files and categories'),
  status: z.enum(entryStatuses).nullable(),
  picture: z.string().nullable(),
  file: FileFacts.nullable().describe('Name, size and texts of a media file'),
})
export type EntryLead = z.output<typeof EntryLead>

export const EditedEntry = EntryRow.extend({
  fields: z.record(z.string(), z.unknown()).describe('Values in `language`, by field key'),
  leads: z.array(EntryLead).describe('The entries, files and categories that the fields reference'),
  problems: z.record(z.string(), z.string()).describe('Errors that prevent publication, by field'),
  canPublish: z.boolean(),
})
export type EditedEntry = z.output<typeof EditedEntry>

export const listEntries = endpoint({
  method: 'GET',
  path: '/api/v1/content-entries',
  ...contentRead,
  counts: 'search',
  summary: 'Entries of all models, with drafts',
  query: z.strictObject({
    ...paging,
    model: z.string().max(80).optional().describe('Id or key of a model'),
    locale: Language.optional().describe('The language of titles and `status`. Default: the first language'),
    q: z.string().max(256).optional().describe('Words to find in titles and searchable fields'),
    status: z.enum([...entryStatuses, 'scheduled', 'trash']).optional(),
    category: Id.optional(),
    owner: Id.optional(),
    reviewer: Id.optional(),
    label: z.string().max(50).optional(),
    uses: Id.optional().describe('Id of an entry, file or category. Returns entries that reference it'),
    order: z.enum(['updated', 'title', 'published', 'created']).default('updated'),
    filter: z
      .string()
      .max(mostOfFilter)
      .optional()
      .describe('A filter of the delivery API, percent-encoded: filter[field][operator]=value&… Requires `model`'),
    sort: z
      .string()
      .max(200)
      .optional()
      .describe('A sort order of the delivery API, instead of `order`. Requires `model`'),
    columns: z
      .string()
      .max(500)
      .optional()
      .describe(`Keys of at most ${mostColumns} fields to include, separated by commas. Requires \`model\``),
  }),
  answer: pageOf(EntryRow),
  refusals: ['model-not-found', 'query-unknown', 'query-too-much'],
})

export const showEntry = endpoint({
  method: 'GET',
  path: '/api/v1/content-entries/:id',
  ...contentRead,
  hasEtag: true,
  summary: 'The draft of one entry with its errors, and an ETag for If-Match',
  params: z.strictObject({ id: Id }),
  query: z.strictObject({ locale: Language.optional() }),
  answer: EditedEntry,
})

const AmountBy = z.record(z.string(), z.int())

export const showContentReport = endpoint({
  method: 'GET',
  path: '/api/v1/content-report',
  ...contentRead,
  summary: 'Counts of entries by status and model, and entries that need work',
  answer: z.object({
    entries: z.int(),
    byStatus: AmountBy.describe('Number of entries by status. Scheduled entries are also counted under `scheduled`'),
    byModel: AmountBy.describe('Number of entries by model key'),
    mine: z.array(EntryRow).describe('Entries with unpublished changes of the caller, newest first, at most 6'),
    inReview: z.array(EntryRow),
    scheduled: z.array(EntryRow),
    published: z.array(EntryRow).describe('Entries that were published last'),
    stale: z.array(EntryRow).describe('Entries that are due for review'),
  }),
})

/** An unpublished entry that a published entry references. */
export const DanglingLead = z.object({
  id: Id,
  model: z.string().describe('Key of the model of the entry'),
  title: z.string(),
  status: z.enum(entryStatuses),
  isTrashed: z.boolean(),
})
export type DanglingLead = z.output<typeof DanglingLead>

/** An entry in the delivery API. Its field values are further properties, by field key. */
export const DeliveredEntry = z.looseObject({
  id: Id,
  type: z.string().describe('Key of the model of the entry'),
  slug: z.string().nullable(),
  _meta: z.looseObject({
    revision: z.int(),
    locale: z.string(),
    publishedAt: Time.nullable(),
    firstPublishedAt: Time.nullable(),
    updatedAt: Time,
    locales: z.array(z.string()),
    formerSlugs: z
      .array(z.string())
      .describe('Former slugs in the delivered language that still find the entry. Use them for redirects'),
    externalId: z.string().nullable().optional().describe('In drafts: the id of the entry in another system'),
    dangling: z
      .array(DanglingLead)
      .optional()
      .describe('After a publication: referenced entries that are not published. Readers do not get them'),
    status: z
      .enum(entryStatuses)
      .optional()
      .describe('In drafts. `changed`: readers have an earlier version of this text'),
    isLive: z.boolean().optional().describe('In drafts: whether a version of this text is published'),
    publishAt: Time.nullable().optional().describe('In drafts: scheduled publication'),
    unpublishAt: Time.nullable().optional().describe('In drafts: scheduled end of publication'),
    publication: Publication.optional().describe(
      'After publishing, scheduling or archiving: what is published and scheduled now',
    ),
  }),
})

/** The plural key of a model in a URL. */
export const Plural = z.string().max(60)
const path = '/api/v1/content/:model'
const ofModel = z.strictObject({ model: Plural })
const ofEntry = z.strictObject({ model: Plural, id: Id })
const InLocale = z.strictObject({ locale: Language.optional().describe('Default: the first language') })

const Fields = z.record(z.string().max(60), z.unknown()).describe('Values by field key. Null clears a field')
const kept = {
  owner: Id.nullable().optional(),
  labels: z.array(line(50).min(1)).max(20).optional(),
}
const mostOfEntry = 2_097_152

export const createEntry = endpoint({
  method: 'POST',
  path,
  ...contentWrite,
  hasEtag: true,
  summary: 'Creates an entry, as a draft',
  status: 201,
  bodyLimit: mostOfEntry,
  params: ofModel,
  body: z.strictObject({ fields: Fields.default({}), locale: Language.optional(), ...kept }),
  answer: DeliveredEntry,
  refusals: ['owner-not-active', 'model-not-found', 'entry-invalid', 'entry-exists', 'value-taken', 'language-unknown'],
})

export const changeEntry = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  ...contentWrite,
  takesIfMatch: true,
  summary: 'Changes the sent fields in one language. With `base`, later changes of others are kept',
  bodyLimit: mostOfEntry,
  params: ofEntry,
  body: z.strictObject({
    fields: Fields.default({}),
    locale: Language.optional(),
    base: Whole.min(1).optional().describe('The revision that this change is based on'),
    externalId: ExternalId.nullable().optional().describe('The id of the entry in another system'),
    ...kept,
  }),
  answer: DeliveredEntry,
  refusals: [
    'owner-not-active',
    ...(['conflict', 'entry-invalid', 'value-taken'] as const),
    ...(['entry-in-trash', 'language-unknown', 'publishing-reserved'] as const),
  ],
})

export const deleteEntry = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  ...contentWrite,
  takesIfMatch: true,
  summary: 'Moves an entry to the trash, which keeps it for 30 days',
  params: ofEntry,
  answer: Nothing,
  refusals: ['publishing-reserved', 'entry-used'],
})

const entryState = <const Noun extends string>(noun: Noun) =>
  ({
    path: `${path}/:id/${noun}`,
    params: ofEntry,
    answer: DeliveredEntry,
    ...contentWrite,
    takesIfMatch: true,
  }) as const

export const untrashEntry = endpoint({
  ...entryState('trash'),
  method: 'DELETE',
  summary: 'Restores an entry from the trash, as a draft. If its slug is taken, a number is added to the slug',
  refusals: ['entry-invalid', 'value-taken', 'entry-exists'],
})
export const publishEntry = endpoint({
  ...entryState('publication'),
  scope: 'content:publish',
  method: 'PUT',
  summary: 'Publishes languages of an entry, now or at a time. Default: all languages with changes',
  body: PublishingBody,
  refusals: [
    ...(['entry-invalid', 'value-taken', 'entry-archived', 'publishing-reserved'] as const),
    ...(['references-dangle', 'time-in-the-past'] as const),
  ],
})
export const unpublishEntry = endpoint({
  ...entryState('publication'),
  scope: 'content:publish',
  method: 'DELETE',
  summary: 'Unpublishes languages of an entry, now or at a time. Default: all. Drafts stay',
  query: UnpublishingQuery,
  refusals: ['entry-used', 'publishing-reserved', 'time-in-the-past'],
})
export const unplanEntry = endpoint({
  ...entryState('plan'),
  scope: 'content:publish',
  method: 'DELETE',
  summary: 'Cancels the schedule of languages of an entry. Default: all languages',
  query: namedOneWay(z.strictObject(localesOfQuery)),
  refusals: ['publishing-reserved'],
})
export const sendEntryForReview = endpoint({
  ...entryState('review'),
  method: 'PUT',
  summary: 'Sends one language of an entry for review',
  body: z.strictObject({
    locale: Language.optional(),
    reviewer: Id.nullable().optional().describe('Id of a member who may publish the entry. This member gets a mail'),
  }),
  refusals: ['owner-not-active', 'reviewer-unfit', 'entry-archived'],
})
export const endEntryReview = endpoint({
  ...entryState('review'),
  method: 'DELETE',
  summary: 'Ends the review of one language without publishing it',
  query: InLocale,
})
export const archiveEntry = endpoint({
  ...entryState('archive'),
  method: 'PUT',
  summary: 'Unpublishes and archives one language of an entry',
  body: InLocale,
  refusals: ['entry-invalid', 'entry-used', 'publishing-reserved'],
})
export const unarchiveEntry = endpoint({
  ...entryState('archive'),
  method: 'DELETE',
  summary: 'Unarchives one language of an entry, as a draft',
  query: InLocale,
  refusals: ['entry-invalid', 'publishing-reserved'],
})
export const copyEntry = endpoint({
  ...entryState('copies'),
  method: 'POST',
  status: 201,
  summary: 'Copies an entry to a new draft, without its slug and the values of unique fields',
  refusals: ['entry-exists', 'entry-invalid', 'value-taken'],
})

export const EntryVersion = z.object({
  number: z.int(),
  kind: z.enum(['edit', 'publication', 'restoration']),
  languages: z.array(z.string()).describe('Languages that were saved or published'),
  title: z.string(),
  note: z.string(),
  author: Person.nullable(),
  live: z.array(z.string()).describe('Languages in which this version is published'),
  createdAt: Time,
})
export type EntryVersion = z.output<typeof EntryVersion>

export const listEntryVersions = endpoint({
  method: 'GET',
  path: `${path}/:id/versions`,
  ...contentRead,
  summary: 'The versions of an entry, newest first',
  params: ofEntry,
  query: z.strictObject({ ...paging, locale: Language.optional() }),
  answer: pageOf(EntryVersion),
})

const VersionNumber = z.coerce.number().int().min(1).max(2_000_000_000)

export const showEntryVersion = endpoint({
  method: 'GET',
  path: `${path}/:id/versions/:number`,
  ...contentRead,
  summary: 'One version with its values, and the fields that differ from the draft or from another version',
  params: ofEntry.extend({ number: VersionNumber }),
  query: InLocale.extend({ with: z.union([z.literal('draft'), VersionNumber]).default('draft') }),
  answer: EntryVersion.extend({
    fields: z.record(z.string(), z.unknown()),
    changes: z
      .array(z.object({ field: z.string(), was: z.unknown(), is: z.unknown() }))
      .describe('Fields that differ. `was`: value in this version. `is`: value in the draft or the other version'),
    leads: z.array(EntryLead),
  }),
})

export const restoreEntryVersion = endpoint({
  ...entryState('restoration'),
  method: 'PUT',
  summary: 'Replaces the draft with a version: all fields, or only the sent `fields`',
  body: z.strictObject({
    number: Whole.min(1),
    fields: z.array(z.string().max(60)).max(200).optional(),
    locale: Language.optional(),
  }),
  refusals: ['entry-invalid', 'entry-version-not-found', 'publishing-reserved', 'value-taken'],
})

export const listEntryUses = endpoint({
  method: 'GET',
  path: `${path}/:id/uses`,
  ...contentRead,
  summary: 'The entries that reference an entry',
  params: ofEntry,
  answer: z.object({ items: z.array(EntryRow), next: z.null() }),
})
