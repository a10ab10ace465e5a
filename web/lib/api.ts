import { createContext } from 'react-router'
import type { PageApi, SessionCookies } from '#contract/pages.ts'

export const api = createContext<PageApi>()

export const sessionCookies = createContext<SessionCookies>()
