import { formsOf, type Token } from '#server/knowledge-base/search/words/split-words.ts'

/** Title, heading and text, as PostgreSQL weights. */
type Weight = 'A' | 'B' | 'C'

const mostPositions = 255
const lastPosition = 16_383
/** Distance between title, heading and text, so that words of different parts are never adjacent. */
const gap = 10

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
