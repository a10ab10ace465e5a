import {
  calloutKinds,
  cellAlignments,
  documentLimits,
  headingLevels,
  type LinkTarget,
  type Reference,
  type ReferenceKind,
  referenceKinds,
} from '#contract/document.ts'
import { readHref, readVideoUrl } from './address.ts'
import { cleanWords } from './clean-text.ts'
import { Fault } from './fault.ts'

/** Reads the value of one attribute; undefined where it says no more than its absence. Throws a `Fault`. */
export type Attribute = { isRequired: boolean; read(value: unknown, path: string): unknown }

const required = (read: Attribute['read']): Attribute => ({ isRequired: true, read })
const optional = (read: Attribute['read']): Attribute => ({ isRequired: false, read })

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** Given alone, or as what delivery answers of a file or an entry. */
function readId(value: unknown, path: string): string {
  const id = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value
  if (typeof id === 'string' && uuid.test(id)) return id.toLowerCase()
  throw new Fault(path, 'This has to be an id')
}

export const fileId = required(readId)
export const entryId = required(readId)

export function integer(least: number, most: number, { meant }: { meant?: number } = {}): Attribute {
  return optional((value, path) => {
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most)
      return value === meant ? undefined : value
    throw new Fault(path, `This has to be a whole number from ${least} to ${most}`)
  })
}

const oneOf = (allowed: readonly unknown[]) => (value: unknown, path: string) => {
  if (allowed.includes(value)) return value
  throw new Fault(path, `This has to be one of ${allowed.join(', ')}`)
}

export const headingLevel = required(oneOf(headingLevels))
export const calloutKind = required(oneOf(calloutKinds))
export const alignment = optional(oneOf(cellAlignments))

export const trueOnly = optional((value, path) => {
  if (typeof value === 'boolean') return value || undefined
  throw new Fault(path, 'This has to be true or false')
})

function readWords(value: unknown, path: string, most: number): string | undefined {
  if (typeof value !== 'string') throw new Fault(path, 'This has to be a text')
  if (value.length > most) throw new Fault(path, `Use at most ${most} characters`)
  return cleanWords(value) || undefined
}

export const wordsUpTo = (most: number) => optional((value, path) => readWords(value, path, most))

export const text = (most: number) =>
  required((value, path) => {
    const words = readWords(value, path, most)
    if (words === undefined) throw new Fault(path, 'This must not be empty')
    return words
  })

export const codeLanguage = optional((value, path) => {
  if (value === '') return undefined
  if (typeof value === 'string' && /^[\w+#.-]{1,30}$/.test(value)) return value.toLowerCase()
  throw new Fault(path, 'A language is a word of at most 30 letters')
})

/** As many numbers as the cell spans columns, which is seen where the cell is. */
export const columnWidths = optional((value, path) => {
  if (!Array.isArray(value) || value.length > documentLimits.columnsOfTable)
    throw new Fault(path, 'This has to be a list of widths')
  const widths = value.map((width, index) => {
    if (width === null) return 0
    if (Number.isInteger(width) && width >= 0 && width <= documentLimits.columnWidth) return Number(width)
    throw new Fault(`${path}[${index}]`, `A width is a whole number up to ${documentLimits.columnWidth}`)
  })
  return widths.some((width) => width > 0) ? widths : undefined
})

export const videoUrl = required((value, path) => {
  const url = typeof value === 'string' ? readVideoUrl(value) : null
  if (url === null) throw new Fault(path, 'This is not the address of a video on a host that is known for them')
  return url
})

export const referenceTo = (...kinds: ReferenceKind[]) =>
  required((value, path) => {
    const found = readReference(value, path)
    if (!kinds.includes(found.kind)) throw new Fault(`${path}.kind`, `This has to be one of ${kinds.join(', ')}`)
    return found
  })

export const linkTarget = optional((value, path) => readLinkTarget(value, path))

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

/** The fields of an object that has no others. One that is null is absent. */
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
