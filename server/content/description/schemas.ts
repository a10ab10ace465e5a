import { z } from 'zod'
import { DeliveredEntry } from '#contract/content/entries.ts'
import type { namesOfAsset } from '#server/content/media/assets/deliver-assets.ts'
import type { DeliveredCategory } from '#server/content/projection/fill-references.ts'
import { problem } from '#server/platform/description/operations.ts'
import { documentSchemas, type Schema } from '#server/writing/documents/describe/document-schemas.ts'

/** Model keys have no dot, so these names cannot collide with schemas of the workspace's models. */
export const nameOf = (name: string) => `Content.${name}`
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
export const ours = (name: string): Schema => named(nameOf(name))

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const share = { type: 'number', minimum: 0, maximum: 1 }
const whole = { type: 'integer' }
const wholeOrNull = { type: ['integer', 'null'] }

const file: Record<(typeof namesOfAsset)[number], Schema> = {
  id: uuid,
  url: {
    ...text,
    description: 'Serves what the file is now. Of a picture, `w`, `h`, `fit`, `format` and so on choose a size',
  },
  lastingUrl: { ...text, description: 'Serves this content for good' },
  name: text,
  kind: text,
  mime: text,
  bytes: whole,
  width: wholeOrNull,
  height: wholeOrNull,
  title: text,
  alt: { ...text, description: 'In the language of the answer' },
  caption: text,
  credit: text,
  focus: { type: 'object', properties: { x: share, y: share }, required: ['x', 'y'] },
  thumbhash: { type: ['string', 'null'] },
  palette: { type: 'array', items: text },
}
const category: Record<keyof DeliveredCategory, Schema> = { id: uuid, slug: text, name: text }

const ofDrafts = ['status', 'isLive', 'publishAt', 'unpublishAt', 'externalId']
const ofWriters = ['dangling', 'publication']

type SchemaOptions = { readsDrafts: boolean; writes: boolean; isHtml: boolean }

/** Returns the schemas that all workspaces have. `entry` is the schema of any entry that the caller can read. */
export function fixedSchemas(reading: SchemaOptions, entry: Schema): Record<string, Schema> {
  const { isHtml } = reading
  const schemas: Record<string, Schema> = {
    Meta: metaSchema(reading),
    File: objectOf(file, Object.keys(file)),
    SomeOfFile: objectOf(file, ['id']),
    Category: objectOf(category, Object.keys(category)),
    SomeOfCategory: objectOf(category, ['id', 'slug']),
    Entry: entry,
    Problem: problem,
    ...(isHtml ? {} : textSchemas()),
  }
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [nameOf(name), schema]))
}

function textSchemas(): Record<string, Schema> {
  const inDocument = (name: string) => (name ? `Document.${name}` : 'Document')
  const schemas = documentSchemas({
    file: ours('File'),
    entry: ours('Entry'),
    named: (name) => ours(inDocument(name)),
  })
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [inDocument(name), schema]))
}

function metaSchema({ readsDrafts, writes }: SchemaOptions): Schema {
  const schema = jsonOf(DeliveredEntry.shape._meta, 'output') as Schema & { properties: Record<string, Schema> }
  const isTold = (name: string) => (readsDrafts || !ofDrafts.includes(name)) && (writes || !ofWriters.includes(name))
  const properties = Object.entries(schema.properties).filter(([name]) => isTold(name))
  return { ...schema, properties: Object.fromEntries(properties) }
}

// Removes the schema ids, because they refer to another document: the description of the whole API.
const unnamed = {
  get(schema: z.ZodType) {
    const { id: _, ...told } = z.globalRegistry.get(schema) ?? {}
    return told
  },
} as typeof z.globalRegistry

export function jsonOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', metadata: unnamed })
  return json
}

export const objectOf = (properties: Record<string, Schema>, required: string[]): Schema => ({
  type: 'object',
  properties,
  required,
})
