import type { en } from './dictionaries/en.ts'

/** A sentence with a number in it, in each form that the language has. */
export type Plural = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

type Of<T> = { [K in keyof T]: T[K] extends string ? string : T[K] extends { other: string } ? Plural : Of<T[K]> }

/** What a language says in the place of each English word. */
export type Dictionary = Of<typeof en>
