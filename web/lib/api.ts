import { createContext } from 'react-router'
import type { PageApi, SessionCookies } from '#contract/pages.ts'

/** How pages get data: the API, in process, as the signed-in person. */
export const api = createContext<PageApi>()

/** Only for sign-in and sign-out. */
export const sessionCookies = createContext<SessionCookies>()
