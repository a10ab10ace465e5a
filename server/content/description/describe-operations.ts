import type { z } from 'zod'
import { listContent, showContent } from '#contract/content/delivery.ts'
import * as entries from '#contract/content/entries.ts'
import { putEntryByExternalId, putEntryBySlug } from '#contract/content/put-entry.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Field } from '#contract/fields/fields.ts'
import { operatorsOfField } from '#server/content/filters/find-column.ts'
import { comparisons } from '#server/content/filters/read-filter.ts'
import type { Model } from '#server/content/models/find-models.ts'
import { isThere } from '#server/fields/values/components.ts'
import { type createCompletion, type Operation, statusesOf } from '#server/platform/description/operations.ts'
import { orNull, type Schema } from '#server/writing/documents/describe/document-schemas.ts'
import { jsonOf, named, objectOf } from './schemas.ts'

type DescribedOperation = { path: string; method: string; operation: Operation }
type CompleteOperation = ReturnType<typeof createCompletion>['complete']
export type DescriptionOptions = { languages: string[]; isHtml: boolean; readsDrafts: boolean; writes: boolean }

export function describeOperations(
  model: Model,
  asking: DescriptionOptions,
  complete: CompleteOperation,
): DescribedOperation[] {
  const entry = named(model.key)
  return [
    { endpoint: listContent, name: 'list', parameters: ofList(model, asking), answer: listOf(entry) },
    { endpoint: showContent, name: 'get', parameters: ofOne(asking), answer: entry },
    ...(asking.writes ? describeWrites(model, entry) : []),
  ].map((parts) => describeOperation(model, parts, complete))
}

const told = (endpoint: Endpoint) => (endpoint.query!.meta() as { properties: Record<string, Schema> }).properties
const undocumented = ['shape', 'filter', 'explain', 'entry', 'as', 'domain', 'richText', 'locale', 'perspective']

function parametersOf(endpoint: Endpoint, { languages, isHtml, readsDrafts }: DescriptionOptions, others: string[]) {
  const all = told(endpoint)
  const plain = Object.entries(all).filter(([name]) => !undocumented.includes(name))
  return [
    ...plain.map(([name, schema]) => parameter(name, schema)),
    parameter('locale', { ...all.locale, enum: [...languages, ...others] }),
    ...(readsDrafts ? [parameter('perspective', all.perspective!)] : []),
    isHtml
      ? { ...parameter('richText', { ...all.richText, enum: ['html'] }), required: true }
      : parameter('richText', { ...all.richText, enum: ['document'] }),
  ]
}

const ofOne = (asking: DescriptionOptions) => parametersOf(showContent, asking, [])
const ofList = (model: Model, asking: DescriptionOptions) => [
  ...parametersOf(listContent, asking, ['*']),
  ...filtersOf(model),
]

const parameter = (name: string, { description, ...schema }: Schema): Schema => ({
  name,
  in: 'query',
  ...(description !== undefined && { description }),
  schema,
})

/** Returns a query parameter for each filterable field, such as `filter[title][contains]=x`. */
const filtersOf = ({ fields }: Model): Schema[] => [
  ...['publishedAt', 'firstPublishedAt', 'updatedAt'].map((name) => filter(name, comparisons)),
  ...fields.filter(isThere).flatMap(filtersOn),
]

function filtersOn(field: Field): Schema[] {
  const own = filter(field.key, operatorsOfField(field))
  if (field.kind !== 'category' && field.kind !== 'reference') return [own]
  return [own, filter(`${field.key}.slug`, ['eq', 'ne', 'in', 'nin'])]
}

const filter = (name: string, operators: readonly string[]): Schema => ({
  name: `filter[${name}]`,
  in: 'query',
  style: 'deepObject',
  explode: true,
  schema: objectOf(Object.fromEntries(operators.map((one) => [one, { type: 'string' }])), []),
})

const listOf = (entry: Schema): Schema =>
  objectOf(
    {
      items: { type: 'array', items: entry },
      next: orNull({ type: 'string' }),
      previous: orNull({ type: 'string' }),
      total: { type: 'integer', description: 'With `count=exact`' },
    },
    ['items', 'next', 'previous'],
  )

const writes: [string, Endpoint][] = [
  ['create', entries.createEntry],
  ['change', entries.changeEntry],
  ['putBySlug', putEntryBySlug],
  ['putByExternalId', putEntryByExternalId],
  ['publish', entries.publishEntry],
  ['unpublish', entries.unpublishEntry],
  ['delete', entries.deleteEntry],
]

const describeWrites = (model: Model, entry: Schema): OperationParts[] =>
  writes.map(([name, endpoint]) => {
    const answer = endpoint === entries.deleteEntry ? { type: 'object' } : entry
    const body = endpoint.body && bodyOf(endpoint.body, named(`${model.key}.written`))
    const query = endpoint.query ? Object.entries(inputOf(endpoint.query).properties ?? {}) : []
    const parameters = query.map(([one, schema]) => parameter(one, schema))
    return { endpoint, name, parameters, ...(body && { body }), answer }
  })

type ObjectSchema = Schema & { properties?: Record<string, Schema> }
const inputOf = (schema: z.ZodType): ObjectSchema => jsonOf(schema, 'input')

function bodyOf(body: z.ZodType, written: Schema): ObjectSchema {
  const json = inputOf(body)
  return json.properties?.fields ? { ...json, properties: { ...json.properties, fields: written } } : json
}

type OperationParts = { endpoint: Endpoint; name: string; parameters: Schema[]; body?: Schema; answer: Schema }

function describeOperation(
  { name: tag, pluralKey }: Model,
  { endpoint, name, parameters, body, answer }: OperationParts,
  complete: CompleteOperation,
): DescribedOperation {
  const { method, summary } = endpoint
  const path = endpoint.path.replace(':model', pluralKey).replace(/:(\w+)/g, '{$1}')
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => ({
    name: one,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const success = { description: summary, content: { 'application/json': { schema: answer } } }
  const operation: Operation = {
    operationId: `${pluralKey}.${name}`,
    tags: [tag],
    summary,
    parameters: [...inPath, ...parameters],
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: Object.fromEntries(statusesOf(endpoint).map((status) => [status, success])),
  }
  return { path, method: method.toLowerCase(), operation: complete(operation, endpoint) }
}
