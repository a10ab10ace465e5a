import { createContext } from 'react-router'
import type { Site } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'

export type { Site }

export const nonce = createContext<string>('')

export const site = createContext<Site>()

export type RootData = { site: Site; theme: 'system' | 'light' | 'dark'; timeZone: string; isApple: boolean }

/** Ends the database snapshot of the page before rendering starts. */
export const endReading = createContext<() => Promise<void>>(async () => {})

export const reportError = createContext<(error: unknown) => void>(() => {})

export const guardRedirect = createContext<string | null>(null)

/** The reason why files of a form sent without JavaScript were not stored; null if there is no problem. */
export const filesProblem = createContext<Problem | null>(null)
