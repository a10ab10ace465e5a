import { createContext } from 'react'

/** The nonce of the content security policy. It is empty in the browser, because browsers hide nonces from scripts. */
export const NonceContext = createContext('')
