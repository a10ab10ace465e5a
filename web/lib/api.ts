import { createContext } from 'react-router'
import type { PageApi, SessionCookies } from '#contract/pages.ts'

export const api = createContext<PageApi>()

/** Returns the API for the person with this access token, for example after a sign-in. */
export const apiOf = createContext<(accessToken: string) => PageApi>()

export const sessionCookies = createContext<SessionCookies>()
