import { isUuid } from '#contract/uuid.ts'
import {
  calloutKinds,
  cellAlignments,
  type DocumentFault,
  documentLimits,
  headingLevels,
  type LinkTarget,
  type Reference,
  type ReferenceKind,
  referenceKinds,
  videoHosts,
} from '#contract/writing/document.ts'
import { readHref, readVideoUrl } from './address.ts'
import { cleanWords } from './clean-text.ts'

/** Documentation of an attribute. `reference` is set if the attribute is the id of a file or an entry. */
export type AttributeDoc = { says: string; schema: object; reference?: 'media' | 'entry' }

/**
 * Attribute of a node. `read` checks a value and returns the value, or undefined if the value is the default. It throws
 * a `Fault` for an invalid value.
 */
export type Attribute = { isRequired: boolean; doc: AttributeDoc; read(value: unknown, path: string): unknown }

const required = (doc: AttributeDoc, read: Attribute['read']): Attribute => ({ isRequired: true, doc, read })
const optional = (doc: AttributeDoc, read: Attribute['read']): Attribute => ({ isRequired: false, doc, read })

function readId(value: unknown, path: string): string {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value
  if (typeof id === 'string' && isUuid(id.toLowerCase())) return id.toLowerCase()
  throw new Fault(path, 'This has to be an id')
}

const id = { type: 'string', format: 'uuid' }
export const fileId = required({ says: 'the id of a file', schema: id, reference: 'media' }, readId)
export const entryId = required({ says: 'the id of an entry', schema: id, reference: 'entry' }, readId)

export function integer(least: number, most: number, { meant }: { meant?: number } = {}): Attribute {
  const says = `a whole number from ${least} to ${most}${meant === undefined ? '' : `. Default ${meant}`}`
  return optional({ says, schema: { type: 'integer', minimum: least, maximum: most } }, (value, path) => {
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)
      return value === meant ? undefined : value
    throw new Fault(path, `This has to be a whole number from ${least} to ${most}`)
  })
}

const oneOf = (allowed: readonly unknown[]) => (value: unknown, path: string) => {
  if (allowed.includes(value)) return value
  throw new Fault(path, `This has to be one of ${allowed.join(', ')}`)
}

const choiceOf = (allowed: readonly unknown[]): AttributeDoc => ({
  says: `one of ${allowed.join(', ')}`,
  schema: { enum: allowed },
})
export const headingLevel = required(choiceOf(headingLevels), oneOf(headingLevels))
export const calloutKind = required(choiceOf(calloutKinds), oneOf(calloutKinds))
export const alignment = optional(choiceOf(cellAlignments), oneOf(cellAlignments))

export const trueOnly = optional({ says: 'true, or absent', schema: { const: true } }, (value, path) => {
  if (typeof value === 'boolean') return value || undefined
  throw new Fault(path, 'This has to be true or false')
})

function readWords(value: unknown, path: string, most: number): string | undefined {
  if (typeof value !== 'string') throw new Fault(path, 'This has to be a text')
  if (value.length > most) throw new Fault(path, `Use at most ${most} characters`)
  return cleanWords(value) || undefined
}

const wordsOf = (most: number): AttributeDoc => ({
  says: `a text of at most ${most} characters`,
  schema: { type: 'string', maxLength: most },
})

export const wordsUpTo = (most: number) => optional(wordsOf(most), (value, path) => readWords(value, path, most))

export const text = (most: number) =>
  required(wordsOf(most), (value, path) => {
    const words = readWords(value, path, most)
    if (words === undefined) throw new Fault(path, 'This must not be empty')
    return words
  })

const languageDoc = {
  says: 'the name of a language, such as `ts` or `python`',
  schema: { type: 'string', maxLength: 30 },
}
export const codeLanguage = optional(languageDoc, (value, path) => {
  if (value === '') return undefined
  if (typeof value === 'string' && /^[\w+#.-]{1,30}$/.test(value)) return value.toLowerCase()
  throw new Fault(path, 'A language is a word of at most 30 letters')
})

const widthsDoc = {
  says: 'a list with the width in pixels of each column that the cell spans. 0 is automatic',
  schema: { type: 'array', items: { type: 'integer', minimum: 0, maximum: documentLimits.columnWidth } },
}
export const columnWidths = optional(widthsDoc, (value, path) => {
  if (!Array.isArray(value) || value.length > documentLimits.columnsOfTable)
    throw new Fault(path, 'This has to be a list of widths')
  const widths = value.map((width, index) => {
    if (width === null) return 0
    if (Number.isInteger(width) && width >= 0 && width <= documentLimits.columnWidth) return Number(width)
    throw new Fault(`${path}[${index}]`, `A width is a whole number up to ${documentLimits.columnWidth}`)
  })
  return widths.some((width) => width > 0) ? widths : undefined
})

const videoDoc = {
  says: `the address of a video on ${videoHosts.join(', ')}`,
  schema: { type: 'string', format: 'uri' },
}
export const videoUrl = required(videoDoc, (value, path) => {
  const url = typeof value === 'string' ? readVideoUrl(value) : null
  if (url === null) throw new Fault(path, 'This is not the address of a video on a host that is known for them')
  return url
})

export const referenceTo = (...kinds: ReferenceKind[]) =>
  required(referenceDoc(kinds), (value, path) => {
    const found = readReference(value, path)
    if (!kinds.includes(found.kind)) throw new Fault(`${path}.kind`, `This has to be one of ${kinds.join(', ')}`)
    return found
  })

const referenceDoc = (kinds: readonly ReferenceKind[]): AttributeDoc => ({
  says: `\`{kind, id, anchor}\` of ${kinds.join(' or ')}; \`anchor\` is a heading in it, and optional`,
  schema: {
    type: 'object',
    properties: { kind: { enum: kinds }, id, anchor: { type: 'string' } },
    required: ['kind', 'id'],
    additionalProperties: false,
  },
})

export const linkSchemas = { href: { type: 'string' }, reference: referenceDoc(referenceKinds).schema }
const linkDoc = { says: 'a link, with the attributes of the mark `link`', schema: {} }
export const linkTarget = optional(linkDoc, (value, path) => readLinkTarget(value, path))

export function readLinkTarget(value: unknown, path: string): LinkTarget {
  const { href, reference, entry } = fieldsOf(value, path, ['href', 'reference', 'entry'])
  if ([href, reference, entry].filter((one) => one !== undefined).length > 1)
    throw new Fault(path, 'A link leads to one place')
  if (entry !== undefined) return { entry: readId(entry, `${path}.entry`) }
  if (reference !== undefined) return { reference: readReference(reference, `${path}.reference`) }
  const address = typeof href === 'string' ? readHref(href) : null
  if (address === null)
    throw new Fault(`${path}.href`, 'A link leads to a web page, a mail address, a telephone or a place on this site')
  return { href: address }
}

function readReference(value: unknown, path: string): Reference {
  const { kind, id, anchor } = fieldsOf(value, path, ['kind', 'id', 'anchor'])
  const known = referenceKinds.find((one) => one === kind)
  if (!known) throw new Fault(`${path}.kind`, `This has to be one of ${referenceKinds.join(', ')}`)
  const reference = { kind: known, id: readId(id, `${path}.id`) }
  if (anchor === undefined || anchor === '') return reference
  if (!isAnchor(anchor)) throw new Fault(`${path}.anchor`, 'This is not the anchor of a heading')
  return { ...reference, anchor }
}

export const isAnchor = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= documentLimits.anchor && /^[^\s\p{Cc}\p{Cs}<>"'`\\%#]+$/u.test(value)

/** Returns an object's fields without null or undefined. Throws a `Fault` for a field that is not in `names`. */
export function fieldsOf<Name extends string>(
  value: unknown,
  path: string,
  names: readonly Name[],
): Partial<Record<Name, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Fault(path, 'This has to be an object')
  const fields: Partial<Record<Name, unknown>> = {}
  for (const [name, field] of Object.entries(value)) {
    const known = names.find((one) => one === name)
    if (known === undefined) throw new Fault(`${path}.${name.slice(0, 50)}`, 'There is no field of this name here')
    if (field !== null && field !== undefined) fields[known] = field
  }
  return fields
}

/** Error for an invalid part of a document. It aborts the check, and `checkDocument` returns its path and message. */
export class Fault extends Error {
  readonly path: string

  constructor(path: string, message: string) {
    super(message)
    this.path = path
  }

  get told(): DocumentFault {
    return { path: this.path, message: this.message }
  }
}
