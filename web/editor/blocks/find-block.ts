import type { CommentedBlock } from '#contract/knowledge-base/comments.ts'

const leastAlike = 0.5

/**
 * Finds a commented block again after edits: the nearest block that contains the commented text, else the most similar
 * block by Dice's coefficient, else null. See the text quote selector of the W3C Web Annotation Data Model.
 */
export function findBlock(texts: readonly string[], { text, place }: CommentedBlock): number | null {
  const flat = texts.map(flatten)
  const quote = flatten(text)
  const near = (one: number, other: number) => Math.abs(one - place) - Math.abs(other - place)
  const having = flat.flatMap((block, at) => (block.includes(quote) ? [at] : [])).toSorted(near)
  if (having[0] !== undefined) return having[0]
  const words = wordsOf(quote)
  const alike = flat
    .map((block, at) => ({ at, share: likeness(words, wordsOf(block.slice(0, Math.max(quote.length * 2, 40)))) }))
    .filter(({ share }) => share >= leastAlike)
    .toSorted((one, other) => other.share - one.share || near(one.at, other.at))
  return alike[0]?.at ?? null
}

const flatten = (text: string) => text.replace(/\s+/g, ' ').trim()

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

function likeness(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const shared = [...some].filter((word) => others.has(word)).length
  return some.size + others.size === 0 ? 0 : (2 * shared) / (some.size + others.size)
}
