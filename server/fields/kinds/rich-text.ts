import { richBlocks, richMarks } from '#contract/fields/choices.ts'
import type { Document } from '#contract/writing/document.ts'
import {
  type DeliveryContext,
  type FieldKindRule,
  kept,
  type ValueReference,
  wrong,
} from '#server/fields/kinds/field-kind.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { referencesOf, walkDocument } from '#server/writing/documents/render/references-of.ts'
import { toText } from '#server/writing/documents/render/to-text.ts'

/** Maximum number of references in one value. Delivery must look up each reference. */
const mostReferences = 500

export const richText: FieldKindRule<'rich_text', Document> = {
  cell: 'none',
  check(value, { blocks = richBlocks, marks = richMarks }) {
    const { document, fault } = checkDocument(value)
    if (fault) return { faults: { [fault.path.replace(/^document\.?/, '')]: fault.message } }
    const refused = findRefused(document, new Set<string>(blocks), new Set<string>(marks))
    if (refused) return wrong(`This text does not allow ${refused}`)
    const isTooMuch = usesIn(document).length > mostReferences
    return isTooMuch ? wrong(`A text can refer to at most ${mostReferences} files and entries`) : kept(document)
  },
  isBlank: saysNothing,
  toText: (value) => toText(value),
  isPoorAsText: true,
  fromText: (words) => ({
    type: 'doc',
    content: words.split(/\n{2,}/).map((part) => ({
      type: 'paragraph',
      ...(part.trim() && { content: [{ type: 'text', text: part.trim() }] }),
    })),
  }),
  uses: usesIn,
  deliver: (value, _, { reference, text }) => text?.(value) ?? deliverDocumentPart(value, reference),
  schema: (_, { mode, isHtml, named }) => {
    if (mode === 'written') return writtenDocument
    return isHtml ? { type: 'string', contentMediaType: 'text/html' } : named('Document')
  },
}

const writtenDocument = {
  type: 'object',
  description: 'A document, with ids in the places of files and entries, or what was answered there',
  properties: {
    type: { const: 'doc' },
    content: { type: 'array', items: { type: 'object', additionalProperties: true } },
  },
  required: ['type', 'content'],
}

const shows: ReadonlySet<string> = new Set(['picture', 'file', 'video', 'entry', 'inlineEntry'])

function saysNothing(document: Document): boolean {
  let isBlank = true
  walkDocument(document, (node) => {
    if (shows.has(node.type) || (node.type === 'text' && node.text.trim() !== '')) isBlank = false
  })
  return isBlank
}

export function usesIn(document: Document): ValueReference[] {
  const { pictures, files, entries } = referencesOf(document)
  const media = [...pictures, ...files].map(({ file }): ValueReference => ({ kind: 'media', id: file }))
  return [...media, ...entries.map(({ entry }): ValueReference => ({ kind: 'entry', id: entry }))]
}

function findRefused(document: Document, blocks: Set<string>, marks: Set<string>): string | undefined {
  let refused: string | undefined
  walkDocument(document, (node) => {
    if (isChosen(node.type) && !blocks.has(node.type)) refused ??= node.type
    for (const { type } of ('marks' in node && node.marks) || []) if (!marks.has(type)) refused ??= type
    if (node.type === 'include' || node.type === 'categoryList') refused ??= node.type
  })
  return refused
}

const isChosen = (type: string) => richBlocks.some((block) => block === type)

type Attributes = Record<string, unknown>
type DocumentPart = { type: string; attrs?: Attributes; marks?: DocumentPart[]; content?: DocumentPart[] }

function deliverDocumentPart(
  { attrs, marks, content, ...rest }: DocumentPart,
  reference: DeliveryContext['reference'],
): DocumentPart {
  const inner = (parts: DocumentPart[]) => parts.map((part) => deliverDocumentPart(part, reference))
  return {
    ...rest,
    ...(attrs && { attrs: deliverAttributes(attrs, reference) }),
    ...(marks && { marks: inner(marks) }),
    ...(content && { content: inner(content) }),
  }
}

const kinds = { file: 'media', poster: 'media', entry: 'entry' } as const
const isReference = (name: string): name is keyof typeof kinds => Object.hasOwn(kinds, name)

function deliverAttributes(attributes: Attributes, reference: DeliveryContext['reference']): Attributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => {
      if (isReference(name)) return [name, reference(kinds[name], String(value))]
      return [name, name === 'link' ? deliverAttributes(value as Attributes, reference) : value]
    }),
  )
}
