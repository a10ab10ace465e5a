import type { Node } from '@tiptap/pm/model'

export type FindQuery = { words: string; matchesCase: boolean }
export type Match = { from: number; to: number }

const special = /[\\^$.*+?()[\]{}|/]/g

/** Where the words stand, in the order they are read; never over the end of a line or a block. */
export function findMatches(doc: Node, { words, matchesCase }: FindQuery): Match[] {
  const matches: Match[] = []
  if (words === '') return matches
  const sought = new RegExp(words.replace(special, '\\$&'), matchesCase ? 'gu' : 'giu')
  doc.descendants((node, pos) => {
    if (!node.isTextblock) return true
    const text = node.textBetween(0, node.content.size, undefined, '\ufffc')
    for (const { 0: found, index } of text.matchAll(sought)) {
      const from = pos + 1 + index
      matches.push({ from, to: from + found.length })
    }
    return false
  })
  return matches
}
