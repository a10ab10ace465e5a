import { diffArrays } from 'diff'
import type { Document, DocumentNode, FlowNode } from '#contract/document.ts'
import type { Changes, Lines } from './saver.ts'

export type Text = Lines & { document: Document }
export type Choice = 'theirs' | 'mine' | 'both'

const lineNames = ['title', 'excerpt', 'metaTitle', 'metaDescription'] as const
const mostOf: Record<keyof Lines, number> = { title: 200, excerpt: 300, metaTitle: 70, metaDescription: 170 }

/** What stays of two texts. Of both, each block that differs stands there twice, theirs first. */
export function joinTexts(theirs: Text, mine: Changes, choice: Choice): Text {
  if (choice === 'theirs') return theirs
  const joined = { ...theirs }
  for (const name of lineNames) joined[name] = joinLines(theirs[name], mine[name] ?? theirs[name], choice, mostOf[name])
  const { document = theirs.document } = mine
  return { ...joined, document: choice === 'mine' ? document : joinDocuments(theirs.document, document) }
}

function joinLines(theirs: string, mine: string, choice: Choice, most: number): string {
  if (choice === 'mine' || theirs === mine || theirs === '') return mine
  const both = mine === '' ? theirs : `${theirs} / ${mine}`
  return both.length <= most ? both : mine
}

const joinDocuments = (theirs: Document, mine: Document): Document => ({
  type: 'doc',
  content: compareBlocks(theirs, mine).flatMap(({ blocks }) => blocks),
})

type Part = { blocks: FlowNode[]; side: 'theirs' | 'mine' | 'both' }

/** The blocks of both in one order, each part with whose it is. */
export function compareBlocks(theirs: Document, mine: Document): Part[] {
  const parts = diffArrays(theirs.content, mine.content, { comparator: (one, other) => keyOf(one) === keyOf(other) })
  return parts.map(({ value, added, removed }) => ({
    blocks: value,
    side: removed ? 'theirs' : added ? 'mine' : 'both',
  }))
}

/** The database keeps no order of names, and the editor writes attributes that say nothing. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .filter(([, field]) => field !== null && field !== undefined)
            .sort(([one], [other]) => (one < other ? -1 : 1)),
        )
      : part,
  )

/** The words of a block, one line for each of its own. */
export function wordsOf(node: DocumentNode): string {
  if (node.type === 'text') return node.text
  if (node.type === 'picture') return `[${node.attrs.alt ?? node.attrs.caption ?? 'Picture'}]`
  if (!('content' in node) || !node.content) return ''
  const parts = (node.content as DocumentNode[]).map(wordsOf)
  return isTextBlock(node) ? parts.join('') : parts.filter(Boolean).join('\n')
}

const isTextBlock = ({ type }: DocumentNode) =>
  ['paragraph', 'heading', 'codeBlock', 'stepTitle', 'detailsSummary'].includes(type)
