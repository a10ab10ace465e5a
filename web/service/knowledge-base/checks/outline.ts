import type { Editor } from '@tiptap/core'

export type OutlineEntry = { pos: number; level: number; text: string }

export function headingsOf({ state: { doc } }: Editor): { headings: OutlineEntry[]; words: number } {
  const headings: OutlineEntry[] = []
  doc.descendants((node, pos) => {
    if (node.type.name === 'heading') headings.push({ pos, level: node.attrs.level, text: node.textContent })
  })
  return { headings, words: countWords(doc.textBetween(0, doc.content.size, '\n')) }
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

function countWords(text: string): number {
  let words = 0
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) words++
  return words
}
