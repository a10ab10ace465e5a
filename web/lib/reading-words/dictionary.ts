import type { en } from './dictionaries/en.ts'

/** A sentence with a number, in each plural form of the language. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

type Of<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : Of<T[K]> }

/** The translation of each English text. */
export type Dictionary = Of<typeof en>
