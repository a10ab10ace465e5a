import { formsOf, type Token } from '#server/knowledge-base/search/words/split-words.ts'

/** Title, heading and text, as PostgreSQL weighs them. */
type Weight = 'A' | 'B' | 'C'

const mostPositions = 255
const lastPosition = 16_383
/** Between a title, a heading and the text: words on both sides are not beside each other. */
const gap = 10

/** The words of the parts of a section with their places and weights, as the text of a tsvector. */
export function textVector(parts: [Weight, Token[]][]): string {
  const places = new Map<string, string[]>()
  let position = 1
  for (const [weight, tokens] of parts) {
    for (const token of tokens) {
      for (const one of formsOf(token)) {
        const known = places.get(one) ?? []
        if (known.length < mostPositions) known.push(`${Math.min(position, lastPosition)}${weight}`)
        places.set(one, known)
      }
      position += 1
    }
    position += gap
  }
  return [...places].map(([word, at]) => `'${word}':${[...new Set(at)].join(',')}`).join(' ')
}
