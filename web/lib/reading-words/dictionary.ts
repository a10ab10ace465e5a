import type { en } from './dictionaries/en.ts'

/** A sentence with a number, in each plural form of the language. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

type WordsLike<T> = {
  [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : WordsLike<T[K]>
}

/** The translation of each English text. */
export type Dictionary = WordsLike<typeof en>
