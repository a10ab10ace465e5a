import { richBlocks, richMarks } from '#contract/fields/kinds/choices.ts'
import type { Document } from '#contract/writing/document.ts'
import { deliverDocument } from '#server/fields/kinds/deliver-document.ts'
import { kept, rule, type ValueReference, wrong } from '#server/fields/kinds/field-kind.ts'
import { checkDocument } from '#server/writing/documents/check/check-document.ts'
import { referencesOf, walkDocument } from '#server/writing/documents/render/references-of.ts'
import { toText } from '#server/writing/documents/render/to-text.ts'

/** Each reference is looked up when the text is delivered. */
const mostLeads = 500

/** Pictures and files are media files by id; entries are entries of the content. */
export const richText = rule({
  name: 'rich_text',
  cell: 'none',
  check(value, { blocks = richBlocks, marks = richMarks }) {
    const { document, fault } = checkDocument(value)
    if (fault) return { faults: { [fault.path.replace(/^document\.?/, '')]: fault.message } }
    const refused = findRefused(document, new Set<string>(blocks), new Set<string>(marks))
    if (refused) return wrong(`This text does not allow ${refused}`)
    const isTooMuch = usesIn(document).length > mostLeads
    return isTooMuch ? wrong(`A text can refer to at most ${mostLeads} files and entries`) : kept(document)
  },
  isBlank: (value) => saysNothing(value as Document),
  toText: (value) => toText(value as Document),
  isPoorAsText: true,
  fromText: (words) => ({
    type: 'doc',
    content: words.split(/\n{2,}/).map((part) => ({
      type: 'paragraph',
      ...(part.trim() && { content: [{ type: 'text', text: part.trim() }] }),
    })),
  }),
  uses: (value) => usesIn(value as Document),
  deliver: (value, _, { lead, text }) => text?.(value as Document) ?? deliverDocument(value as Document, lead),
  schema: (_, { mode, isHtml, named }) => {
    if (mode === 'written') return writtenDocument
    return isHtml ? { type: 'string', contentMediaType: 'text/html' } : named('Document')
  },
})

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

/** Whether a document has no text and no pictures. An emptied editor leaves a paragraph. */
function saysNothing(document: Document): boolean {
  let isBlank = true
  walkDocument(document, (node) => {
    if (shows.has(node.type) || (node.type === 'text' && node.text.trim() !== '')) isBlank = false
  })
  return isBlank
}

/** The files and entries that a text shows or links to. */
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

const isChosen = (type: string) => (richBlocks as readonly string[]).includes(type)
