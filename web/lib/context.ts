import { createContext } from 'react-router'
import type { Site } from '#contract/pages.ts'
import type { Problem } from '#contract/refusals.ts'

export type { Site }

/** The nonce of this response's content security policy. */
export const nonce = createContext<string>('')

export const site = createContext<Site>()

/** What every page knows from the root route. */
export type RootData = { site: Site; theme: 'system' | 'light' | 'dark'; timeZone: string; isApple: boolean }

/** Says that everything is read, so that nothing is held while the page is drawn. */
export const endReading = createContext<() => Promise<void>>(async () => {})

/** Where errors that nobody expected go. */
export const reportError = createContext<(error: unknown) => void>(() => {})

/** Where the guard sends this request instead, or null. */
export const guardRedirect = createContext<string | null>(null)

/** Why the files of a form that a browser posted by itself are not kept, or null. */
export const filesProblem = createContext<Problem | null>(null)
