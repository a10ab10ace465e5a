import { z } from 'zod'
import { endpoint, Id, line, Nothing, pageOf, paging, settingsBody, Time } from '#contract/endpoint.ts'
import { FieldChange, FieldKey, NewField, ShownField } from '#contract/fields/fields.ts'

export const contentModelRefusals = {
  'model-not-found': { status: 404, text: 'There is no such model' },
  'model-key-taken': { status: 409, text: 'Another model has this key' },
  'model-in-use': { status: 409, text: 'Other models use this component. Change their fields first.' },
  'too-many-models': { status: 409, text: 'A workspace has at most 200 models' },
  'field-not-found': { status: 404, text: 'There is no such field' },
  'field-key-taken': { status: 409, text: 'Another field of this model has this key' },
  'too-many-fields': { status: 409, text: 'A model has at most 200 fields' },
  'component-circle': { status: 409, text: 'A component cannot contain itself, not even inside another component' },
  'component-too-deep': { status: 409, text: 'Components can be nested at most four levels deep' },
  'former-key-in-use': { status: 409, text: 'This old API name still works. End it first, or use another key.' },
  'former-key-not-found': { status: 404, text: 'This old API name does not exist' },
  'values-not-unique': { status: 409, text: 'Entries have the same value in a unique field. Change these entries.' },
  'kind-unfit': { status: 409, text: 'Values of this field cannot be converted to this kind. Create a new field.' },
  'model-kind-unfit': { status: 409, text: 'A model cannot become a component. A component cannot become a model.' },
  'model-would-lose': { status: 409, text: 'This change would remove texts or entries. Archive or delete them first.' },
  'publisher-not-active': { status: 400, text: 'Choose publishers who are active members of the team' },
} as const

export const modelKinds = ['collection', 'single', 'component'] as const
export const mostModels = 200
export const mostFields = 200
export const mostComponentDepth = 4
export const undoDays = 30

export const contentRead = { for: ['team', 'key'], scope: 'content:read' } as const
export const contentWrite = { for: ['team', 'key'], scope: 'content:write', counts: 'write', needs: [] } as const
const modelWrite = { ...contentWrite, for: ['admin', 'key'], scope: 'content-models:write' } as const

const modelFields = z.strictObject({
  key: FieldKey,
  pluralKey: FieldKey.describe('Key of the list of entries in URLs. Default: the plural of `key`'),
  name: line(80).min(1, 'Enter a name'),
  description: line(300),
  kind: z.enum(modelKinds),
  icon: line(40),
  localized: z.boolean().describe('Whether entries can have several languages. False: only the first language'),
  titleField: FieldKey.nullable().describe('The field with the title of an entry. Default: the first text field'),
  slugField: FieldKey.nullable().describe('The field with the slug of an entry. Default: the first slug field'),
  previewUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
    .describe('URL of the preview of a draft. `{slug}`, `{id}` and `{locale}` are replaced by those of the entry'),
  reviewDays: z.int().min(1).max(1000).nullable().describe('Days from publication to review. Null: no reviews'),
  defaultSort: z.string().max(80).describe('Default of `sort` in lists'),
  isPublic: z.boolean().describe('Published entries can be read without a key'),
  publishers: z
    .enum(['members', 'admins', 'named'])
    .describe('Who may publish entries. `named`: `publisherIds` and admins'),
  publisherIds: z.array(Id).max(100).describe('Members who may publish if `publishers` is `named`'),
  keepVersions: z
    .int()
    .min(10)
    .max(10_000)
    .describe('Number of saved versions to keep. Published versions are always kept'),
})

export const ContentModel = modelFields.extend({
  id: Id,
  formerKeys: z
    .array(
      z.object({
        name: z.enum(['key', 'pluralKey']).describe('Which key of the model was renamed'),
        key: z.string(),
        since: Time.describe('When it became a former key'),
        until: Time.describe('When it stops working'),
        isType: z.boolean().describe('Whether delivered entries and blocks still have the old key as `type`'),
      }),
    )
    .describe('Former keys that still work'),
  previewUrl: z.string(),
  titleField: z.string().nullable(),
  slugField: z.string().nullable(),
  fields: z.array(ShownField).describe('In order. Admins also see fields deleted in the last 30 days'),
  step: z.int().describe('Number of the last change of the model'),
  entryCount: z.int().describe('Number of entries, without those in the trash'),
  deletedAt: Time.nullable(),
  createdAt: Time,
  updatedAt: Time,
})
export type ContentModel = z.output<typeof ContentModel>

const path = '/api/v1/content-models'
const params = z.strictObject({ id: z.string().max(80).describe('Id or key') })
const fieldParams = z.strictObject({ id: z.string().max(80), field: Id })

export const listContentModels = endpoint({
  method: 'GET',
  path,
  ...contentRead,
  summary: 'The models and components, by name',
  query: z.strictObject({
    deleted: z.stringbool().optional().describe('`true`: only models deleted in the last 30 days. For admins'),
  }),
  answer: z.object({ items: z.array(ContentModel), next: z.null() }),
})

export const showContentModel = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  ...contentRead,
  hasEtag: true,
  summary: 'One model with its fields, with an ETag for If-Match',
  params,
  answer: ContentModel,
})

const FormerKey = z.object({
  of: z
    .enum(['key', 'pluralKey', 'field'])
    .describe('What was renamed: the `key` or `pluralKey` of the model, or the key of a `field`'),
  field: z.object({ id: Id, key: z.string() }).nullable().describe('The field that was renamed. Null: the model'),
  key: z.string().describe('The current key'),
  formerKey: z.string(),
  isType: z.boolean().describe('Whether delivered entries and blocks still have the old key as `type`'),
  until: Time,
  askedBy: z
    .array(
      z.object({
        id: Id.nullable().describe('The API key. Null: visitors, who read public models without a key'),
        name: z.string().nullable(),
        lastAt: Time,
      }),
    )
    .describe('Callers that used the old key or got it as `type`, latest first'),
})
export type FormerKey = z.output<typeof FormerKey>

export const listFormerKeys = endpoint({
  method: 'GET',
  path: `${path}/:id/former-keys`,
  for: ['admin', 'key'],
  scope: 'content:read',
  summary: 'Old API names of the model and its fields that still work, and who uses them',
  params,
  answer: z.object({ items: z.array(FormerKey), next: z.null() }),
})

export const endFormerKey = endpoint({
  method: 'DELETE',
  path: `${path}/:id/former-keys/:key`,
  ...modelWrite,
  takesIfMatch: true,
  summary:
    'Ends an old API name of the model or its fields at once. It stops working, and `type` becomes the current key',
  params: z.strictObject({ ...params.shape, key: z.string().max(80) }),
  answer: Nothing,
  refusals: ['former-key-not-found', 'key-limited'],
})

const { key, name, ...others } = modelFields.shape

export const createContentModel = endpoint({
  method: 'POST',
  path,
  ...modelWrite,
  hasEtag: true,
  summary: 'Creates a model. It is not localized by default',
  status: 201,
  body: z.strictObject({
    key,
    name,
    ...z.strictObject(others).partial().shape,
    fields: z.array(NewField).max(mostFields).optional(),
  }),
  answer: ContentModel,
  refusals: [
    'model-not-found',
    'field-not-found',
    'too-many-fields',
    ...(['model-key-taken', 'too-many-models', 'field-key-taken', 'component-circle', 'component-too-deep'] as const),
    ...(['former-key-in-use', 'publisher-not-active', 'key-limited'] as const),
  ],
})

export const ChangeReport = z.object({
  entries: z.int().describe('Number of texts (entries in one language) with a value in a changed field'),
  model: z
    .array(
      z.object({
        change: z.enum(['localized', 'kind']),
        entries: z
          .int()
          .describe('`localized`: entries with other languages. `kind`: entries of a model that may have only one'),
        examples: z.array(z.object({ entry: Id, language: z.string(), title: z.string() })).describe('At most 10'),
      }),
    )
    .describe('Changes of the model that are refused because entries would lose data'),
  renames: z
    .array(
      z.object({
        of: z.enum(['key', 'pluralKey', 'field']),
        from: z.string(),
        to: z.string(),
        until: Time.nullable().describe('When the old key stops working. Null: at once'),
      }),
    )
    .describe('Renamed keys'),
  fields: z.array(
    z.object({
      id: Id,
      key: z.string(),
      change: z.enum(['kind', 'localized', 'required', 'unique', 'checks', 'deleted']),
      converted: z.int().describe('Number of values that stay unchanged or can be converted'),
      lossy: z.int().describe('Number of values that lose data'),
      failed: z.int().describe('Number of values that cannot be converted. They are stored but not shown'),
      refused: z.boolean().describe('Whether the change is refused: entries have the same value in a unique field'),
      examples: z
        .array(z.object({ entry: Id, language: z.string(), title: z.string(), value: z.string(), reason: z.string() }))
        .describe('At most 10 values that fail or lose data'),
    }),
  ),
})
export type ChangeReport = z.output<typeof ChangeReport>

export const changeContentModel = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  ...modelWrite,
  takesIfMatch: true,
  summary:
    'Changes a model. Fields are matched by id, and a field without an id is new. Other fields stay. `dry` reports the effects without changing anything',
  params,
  query: z.strictObject({
    dry: z.stringbool().optional().describe('Changes nothing. `report` shows the effects on existing values'),
  }),
  body: settingsBody(modelFields.shape).extend({
    fields: z.array(FieldChange).max(mostFields).optional(),
    order: z.array(Id).max(mostFields).optional().describe('Ids of the fields in their new order'),
    sunsetDays: z
      .int()
      .min(0)
      .max(365)
      .default(30)
      .describe('Number of days for which renamed keys of the model and its fields still work'),
  }),
  answer: ContentModel.extend({ report: ChangeReport.optional() }),
  refusals: [
    ...(['changed-meanwhile', 'model-key-taken', 'field-not-found', 'field-key-taken', 'too-many-fields'] as const),
    ...([
      'former-key-in-use',
      'component-circle',
      'component-too-deep',
      'kind-unfit',
      'values-not-unique',
      'model-kind-unfit',
    ] as const),
    ...(['model-would-lose', 'publisher-not-active', 'key-limited', 'conflict'] as const),
  ],
})

const ofModel = { ...modelWrite, params, answer: ContentModel } as const

export const deleteContentModel = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  ...modelWrite,
  params,
  takesIfMatch: true,
  summary: 'Deletes a model with its entries. It can be restored for 30 days',
  answer: Nothing,
  refusals: ['model-in-use', 'key-limited'],
})
export const undeleteContentModel = endpoint({
  ...ofModel,
  method: 'DELETE',
  path: `${path}/:id/trash`,
  takesIfMatch: true,
  summary: 'Restores a deleted model',
  refusals: ['model-key-taken', 'former-key-in-use'],
})
export const deleteContentField = endpoint({
  ...ofModel,
  method: 'DELETE',
  path: `${path}/:id/fields/:field`,
  params: fieldParams,
  query: z.strictObject({
    dry: z.stringbool().optional().describe('Deletes nothing. `report` shows the values that would be hidden'),
  }),
  takesIfMatch: true,
  summary: 'Deletes a field with its values. It can be restored for 30 days',
  answer: ContentModel.extend({ report: ChangeReport.optional() }),
  refusals: ['field-not-found', 'model-would-lose', 'key-limited'],
})
export const undeleteContentField = endpoint({
  ...ofModel,
  method: 'DELETE',
  path: `${path}/:id/fields/:field/trash`,
  params: fieldParams,
  takesIfMatch: true,
  summary: 'Restores a deleted field with its values',
  refusals: [
    'field-not-found',
    'too-many-fields',
    'field-key-taken',
    'former-key-in-use',
    'values-not-unique',
    'key-limited',
  ],
})

export const listModelSteps = endpoint({
  method: 'GET',
  path: `${path}/:id/steps`,
  for: ['admin', 'key'],
  scope: 'content:read',
  summary: 'The changes of a model, newest first',
  params,
  query: z.strictObject(paging),
  answer: pageOf(
    z.object({
      number: z.int(),
      change: z.unknown().describe('Body of the request that made the change'),
      by: z.object({ id: Id, name: z.string() }).nullable(),
      at: Time,
    }),
  ),
})
