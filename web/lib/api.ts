import { createContext } from 'react-router'
import type { PageApi, SessionCookies } from '#contract/pages.ts'

/** The one way pages get data: the API, in process, as the signed-in person. */
export const api = createContext<PageApi>()

/** For sign-in and sign-out only. */
export const sessionCookies = createContext<SessionCookies>()
