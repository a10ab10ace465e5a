import { fold, spellings, spellingsAsked } from './fold.ts'

const between = /[^\p{L}\p{M}\p{N}'‘’ʼʻ´′]+/u

/** Returns the folded text, and its distinct words with their other spellings. */
export function splitFolded(text: string): { whole: string; words: string[] } {
  const words = spellings(text).split(/[^\p{L}\p{M}\p{N}]+/u)
  return { whole: fold(text.trim()), words: [...new Set(words.filter(Boolean))] }
}

/** Returns the words that a search asks for, each with the spellings of which a text needs one. */
export const splitAsked = (text: string): string[][] =>
  text
    .split(between)
    .map((word) => spellingsAsked(word).filter(Boolean))
    .filter((spelled) => spelled.length > 0)
