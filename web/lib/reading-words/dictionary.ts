import type { en } from './dictionaries/en.ts'

export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

type WordsLike<T> = {
  [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : WordsLike<T[K]>
}

export type Dictionary = WordsLike<typeof en>
