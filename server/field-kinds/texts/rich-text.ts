import type { Document } from '#contract/document.ts'
import { richBlocks, richMarks } from '#contract/field-kinds/choices.ts'
import { checkDocument } from '#server/documents/check/check-document.ts'
import { referencesOf, walkDocument } from '#server/documents/render/references-of.ts'
import { toText } from '#server/documents/render/to-text.ts'
import { kept, rule, wrong } from '#server/field-kinds/field-kind.ts'

/** Its pictures and files are those of the media library, by their ids there. */
export const richText = rule({
  name: 'rich_text',
  cell: 'text',
  check(value, { blocks = richBlocks, marks = richMarks }) {
    const { document, fault } = checkDocument(value)
    if (fault) return { faults: { [fault.path.replace(/^document\.?/, '')]: fault.message } }
    const refused = findRefused(document, new Set<string>(blocks), new Set<string>(marks))
    return refused ? wrong(`This text takes no ${refused}`) : kept(document)
  },
  toText: (value) => toText(value as Document),
  isPoorAsText: true,
  fromText: (words) => ({
    type: 'doc',
    content: words.split(/\n{2,}/).map((part) => ({
      type: 'paragraph',
      ...(part.trim() && { content: [{ type: 'text', text: part.trim() }] }),
    })),
  }),
  uses(value) {
    const { pictures, files } = referencesOf(value as Document)
    return [...pictures, ...files].map(({ file }) => ({ kind: 'media', id: file }))
  },
})

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
