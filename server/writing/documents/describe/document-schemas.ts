import { keysOf } from '#contract/keys-of.ts'
import { type MarkName, markOrder, type NodeName } from '#contract/writing/document.ts'
import { type Attribute, linkSchemas } from '#server/writing/documents/check/attributes.ts'
import { type NodeRule, schema } from '#server/writing/documents/check/schema.ts'
import { markWords, nodeWords } from './words.ts'

export type Schema = Record<string, unknown>
type SchemaContext = { file: Schema; entry: Schema; named: (name: string) => Schema }

/** Nodes that the texts of content entries cannot contain. Their schemas are left out. */
const foreign: ReadonlySet<NodeName> = new Set(['include', 'categoryList'])

export function documentSchemas(around: SchemaContext): Record<string, Schema> {
  const names = keysOf(schema).filter((name) => !foreign.has(name))
  return {
    ...Object.fromEntries(names.map((name) => [name === 'doc' ? '' : name, nodeSchema(name, schema[name], around)])),
    mark: markSchema(around),
    linkTarget: linkSchema(around),
  }
}

function nodeSchema(name: NodeName, { content, attributes }: NodeRule, around: SchemaContext): Schema {
  const attrs = attributesSchema(attributes, around)
  const inner = [...new Set(content?.flatMap(({ of }) => [...of]) ?? [])].filter((one) => !foreign.has(one))
  const needsContent = content?.some(({ least }) => least > 0) ?? false
  return {
    type: 'object',
    description: nodeWords[name],
    properties: {
      type: { type: 'string', const: name },
      ...(attrs && { attrs }),
      ...(name === 'text' && { text: { type: 'string' }, marks: { type: 'array', items: around.named('mark') } }),
      ...(content && { content: { type: 'array', items: oneOf(inner.map(around.named)) } }),
    },
    required: [
      'type',
      ...(name === 'text' ? ['text'] : []),
      ...(attrs?.required.length ? ['attrs'] : []),
      ...(needsContent ? ['content'] : []),
    ],
  }
}

function attributesSchema(attributes: Record<string, Attribute>, around: SchemaContext) {
  const all = Object.entries(attributes)
  if (all.length === 0) return null
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, { doc }]) => [name, attributeSchema(name, doc, around)])),
    required: all.filter(([, { isRequired }]) => isRequired).map(([name]) => name),
  }
}

function attributeSchema(
  name: string,
  { says, schema: own, reference }: Attribute['doc'],
  around: SchemaContext,
): Schema {
  if (name === 'link') return around.named('linkTarget')
  if (reference) return orNull(reference === 'media' ? around.file : around.entry)
  return { ...own, description: says }
}

const plainMarks = markOrder.filter((name): name is Exclude<MarkName, 'link'> => name !== 'link')

const markSchema = ({ named }: SchemaContext): Schema =>
  oneOf([
    { type: 'object', properties: { type: { type: 'string', enum: plainMarks } }, required: ['type'] },
    {
      type: 'object',
      properties: { type: { type: 'string', const: 'link' }, attrs: named('linkTarget') },
      required: ['type', 'attrs'],
    },
  ])

const linkSchema = ({ entry }: SchemaContext): Schema => {
  const way = (name: string, one: Schema) => ({ type: 'object', properties: { [name]: one }, required: [name] })
  return {
    description: markWords.link,
    oneOf: [way('href', linkSchemas.href), way('entry', orNull(entry)), way('reference', { ...linkSchemas.reference })],
  }
}

export const oneOf = (schemas: Schema[]): Schema => (schemas.length === 1 ? schemas[0]! : { oneOf: schemas })

export const orNull = (one: Schema): Schema => ({ anyOf: [one, { type: 'null' }] })
