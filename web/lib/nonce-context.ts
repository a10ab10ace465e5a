import { createContext } from 'react'

/**
 * The nonce of the content security policy while rendering on the server; empty in the browser, which never reveals it.
 */
export const NonceContext = createContext('')
