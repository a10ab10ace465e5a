import { createContext } from 'react-router'
import type { Site } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'

export type { Site }

export const nonce = createContext<string>('')

export const site = createContext<Site>()

export type RootData = { site: Site; theme: 'system' | 'light' | 'dark'; timeZone: string; isApple: boolean }

/** Ends the reading of the page, so that nothing is held while it is rendered. */
export const endReading = createContext<() => Promise<void>>(async () => {})

export const reportError = createContext<(error: unknown) => void>(() => {})

export const guardRedirect = createContext<string | null>(null)

/** Why the files of a form that was posted without a script are not stored, or null. */
export const filesProblem = createContext<Problem | null>(null)
