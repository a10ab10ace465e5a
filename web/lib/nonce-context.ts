import { createContext } from 'react'

/** The nonce of the content security policy. Empty in the browser, which hides nonces. */
export const NonceContext = createContext('')
