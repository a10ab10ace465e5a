import type { DocumentNode } from '#contract/writing/document.ts'
import type { BlockConflict } from '#contract/writing/merging/conflicts.ts'
import { diffLists } from '#contract/writing/merging/diff.ts'
import { classNames } from '#web/ui/class-names.ts'

export function BlockSides({ theirs, yours }: BlockConflict) {
  const [one, other] = [theirs && wordsOf(theirs), yours && wordsOf(yours)]
  const isForm = one === other && theirs && yours
  return (
    <ConflictSides
      theirs={isForm ? `${formOf(theirs)}\n${one}` : one}
      yours={isForm ? `${formOf(yours)}\n${other}` : other}
    />
  )
}

type Props = { label?: string; theirs: string | null; yours: string | null }

export function ConflictSides({ label, theirs, yours }: Props) {
  const [one, other] = markedWords(theirs ?? '', yours ?? '')
  return (
    <div className="overflow-hidden rounded-sm border border-line">
      {label && <h3 className="px-3 pt-2 text-meta font-medium text-ink-2">{label}</h3>}
      <Side name="Theirs" words={theirs === null ? null : one} />
      <Side name="Yours" words={yours === null ? null : other} isOwn />
    </div>
  )
}

type Words = { text: string; isMarked: boolean; at: number }[]

const Side = ({ name, words, isOwn = false }: { name: string; words: Words | null; isOwn?: boolean }) => (
  <div className={classNames('px-3 py-2', isOwn && 'bg-selected')}>
    <h4 className="text-meta text-ink-2">{name}</h4>
    {words === null ? (
      <p className="text-ink-3">Deleted</p>
    ) : (
      <p className="whitespace-pre-wrap wrap-anywhere">
        {words.every(({ text }) => text.trim() === '') && <span className="text-ink-3">Empty</span>}
        {words.map(({ text, isMarked, at }) => (
          <span key={at} className={isMarked ? 'font-semibold underline underline-offset-2' : undefined}>
            {text}
          </span>
        ))}
      </p>
    )}
  </div>
)

const mostLetters = 2_000

function markedWords(theirs: string, yours: string): [Words, Words] {
  const piecesOf = (words: string): string[] => words.slice(0, mostLetters).match(/\s+|[^\s]+/g) ?? []
  const [one, other] = [piecesOf(theirs), piecesOf(yours)]
  const hunks = diffLists(one, other, 400)
  return [
    marked(
      one,
      hunks.map(({ from, to }) => [from, to]),
    ),
    marked(
      other,
      hunks.map(({ otherFrom, otherTo }) => [otherFrom, otherTo]),
    ),
  ]
}

function marked(pieces: string[], places: [number, number][]): Words {
  const words: Words = []
  let at = 0
  const add = (to: number, isMarked: boolean) => {
    if (to > at) words.push({ text: pieces.slice(at, to).join(''), isMarked, at })
    at = to
  }
  for (const [from, to] of places) {
    add(from, false)
    add(to, true)
  }
  add(pieces.length, false)
  return words
}

const lines = new Set(['paragraph', 'heading', 'codeBlock', 'stepTitle', 'detailsSummary'])

function wordsOf(node: DocumentNode): string {
  if (node.type === 'text') return node.text
  if (node.type === 'hardBreak') return '\n'
  if (node.type in things) return `[${formOf(node)}]`
  if (!('content' in node) || !node.content) return ''
  const parts = node.content.map(wordsOf)
  if (lines.has(node.type)) return parts.join('')
  return node.type === 'tableRow' ? parts.join(' | ') : parts.filter(Boolean).join('\n')
}

const things: Partial<Record<DocumentNode['type'], string>> = {
  picture: 'Picture',
  file: 'File',
  video: 'Video',
  entry: 'Entry',
  inlineEntry: 'Entry',
  horizontalRule: 'Divider',
  categoryList: 'List of a category',
  include: 'Part of another article',
}

const names: Partial<Record<DocumentNode['type'], string>> = {
  paragraph: 'Text',
  heading: 'Heading',
  bulletList: 'List',
  orderedList: 'Numbered list',
  taskItem: 'Task',
  callout: 'Callout',
  codeBlock: 'Code',
  tableCell: 'Cell',
  tableHeader: 'Header cell',
}

function formOf(node: DocumentNode): string {
  const said = Object.entries<unknown>(('attrs' in node && node.attrs) || {})
    .filter(([name, value]) => ['string', 'number', 'boolean'].includes(typeof value) && !hidden.has(name))
    .map(([name, value]) => (shownAlone.has(name) ? String(value) : `${name} ${String(value)}`))
  return [things[node.type] ?? names[node.type] ?? 'Block', ...said].join(', ')
}

const hidden = new Set(['file', 'poster', 'entry'])
const shownAlone = new Set(['alt', 'caption', 'name', 'title', 'url', 'kind', 'language'])
