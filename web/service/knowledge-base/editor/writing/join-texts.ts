import type { Document } from '#contract/writing/document.ts'
import type { BlockConflict, Choice } from '#contract/writing/merging/conflicts.ts'
import { mergeDocuments } from '#contract/writing/merging/merge-documents.ts'

export const lineNames = ['title', 'excerpt', 'metaTitle', 'metaDescription'] as const
export type Lines = Record<(typeof lineNames)[number], string>
export type Text = Lines & { document: Document }
export type LineConflict = { name: keyof Lines; theirs: string; yours: string }
export type JoinedTexts = { text: Text; lines: LineConflict[]; blocks: BlockConflict[] }

const mostOf: Record<keyof Lines, number> = { title: 200, excerpt: 300, metaTitle: 70, metaDescription: 170 }

export function joinTexts(base: Text | null, theirs: Text, yours: Text, choice: Choice = 'both'): JoinedTexts {
  const lines: LineConflict[] = []
  const text = { ...theirs }
  for (const name of lineNames) {
    const [one, other] = [theirs[name], yours[name]]
    if (one === other || other === base?.[name]) continue
    const isContested = one !== base?.[name]
    if (isContested) lines.push({ name, theirs: one, yours: other })
    text[name] = isContested && choice !== 'yours' ? joinLines(one, other, choice, mostOf[name]) : other
  }
  const { document, conflicts } = mergeDocuments(base?.document ?? null, theirs.document, yours.document, choice)
  return { text: { ...text, document }, lines, blocks: conflicts }
}

export const isContested = ({ lines, blocks }: Pick<JoinedTexts, 'lines' | 'blocks'>) =>
  lines.length + blocks.length > 0

function joinLines(theirs: string, yours: string, choice: Choice, most: number): string {
  if (choice === 'theirs' || yours === '') return theirs
  const both = theirs === '' ? yours : `${theirs} / ${yours}`
  return both.length <= most ? both : yours
}
