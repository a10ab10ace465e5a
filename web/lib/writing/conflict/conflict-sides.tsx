import type { BlockConflict } from '#contract/writing/merging/contest.ts'
import { diffLists } from '#contract/writing/merging/diff.ts'
import { classNames } from '#web/ui/class-names.ts'
import { formOf, wordsOf } from './block-words.ts'

/** Both versions of a block. */
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

/** Both sides of a conflict. Null is deleted. Words that only one side has are marked. */
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
