import type { Token } from '#server/article-search/words/split-words.ts'

/** Two words of a question that stand beside each other, as one: "time zone" for texts that write "timezone". */
export type Pair = { first: string; second: string; word: string; raw: string }

export const pairsOf = (tokens: Token[]): Pair[] =>
  tokens.slice(1).flatMap((second, at) => {
    const first = tokens[at]!
    const isBeside = second.start === first.end + 1 && first.whole === null && second.whole === null
    const { word: one, raw } = first
    return isBeside ? [{ first: one, second: second.word, word: one + second.word, raw: raw + second.raw }] : []
  })

const shortest = { first: 3, second: 2 }
const longest = 20

/** Every two words that texts may write apart where one was asked for: "login" for texts that say "log in". */
export const halvesOf = (word: string): [first: string, second: string][] =>
  Array.from({ length: word.length > longest ? 0 : word.length }, (_, at) => at)
    .filter((at) => at >= shortest.first && word.length - at >= shortest.second)
    .map((at) => [word.slice(0, at), word.slice(at)])
